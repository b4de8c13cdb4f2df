// Reading and writing the small numbers that our binary formats are made of.
#ifndef ARENA_CORE_BYTES_H_
#define ARENA_CORE_BYTES_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace arena {

// Four bytes, the lowest first.
inline void PutU32(uint32_t value, std::string& out) {
  for (int i = 0; i < 4; ++i) {
    out.push_back(static_cast<char>(value >> (8 * i)));
  }
}

// Seven bits a byte, the lowest first; all bytes but the last have bit 7 set.
inline void PutVarint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) {
    out.push_back(static_cast<char>(value | 0x80));
  }
  out.push_back(static_cast<char>(value));
}

// Reads from the front of bytes that it does not own. A read that finds too few
// bytes returns false; read nothing more afterwards.
class ByteReader {
 public:
  explicit ByteReader(absl::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  absl::string_view rest() const { return rest_; }

  bool Byte(uint8_t& out) {
    if (rest_.empty()) return false;
    out = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return true;
  }

  bool U32(uint32_t& out) {
    out = 0;
    for (int i = 0; i < 4; ++i) {
      uint8_t byte;
      if (!Byte(byte)) return false;
      out |= uint32_t{byte} << (8 * i);
    }
    return true;
  }

  // Also false for a number above `max`, and for a number in more bytes than it
  // needs: equal numbers must be equal bytes. Requires: max < 2^63.
  bool Varint(uint64_t max, uint64_t& out) {
    out = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      uint8_t byte;
      if (!Byte(byte)) return false;
      out |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return (byte != 0 || shift == 0) && out <= max;
    }
    return false;
  }

  bool Bytes(size_t count, absl::string_view& out) {
    if (rest_.size() < count) return false;
    out = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return true;
  }

 private:
  absl::string_view rest_;
};

}  // namespace arena

#endif  // ARENA_CORE_BYTES_H_
