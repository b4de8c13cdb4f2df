#include "referee/journal/segment.h"

#include <zlib.h>

#include <limits>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/bytes.h"

namespace arena::referee {
namespace {

constexpr absl::string_view kMagic = "PTNJRNL\n";
constexpr absl::string_view kSuffix = ".journal";
// Flags of a run, below its match.
constexpr uint64_t kNamed = 1;
constexpr uint64_t kLost = 2;
constexpr int kFlagBits = 2;

uint32_t Crc(absl::string_view bytes) {
  return crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

void PutFixed(uint64_t value, int size, char* out) {
  for (int i = 0; i < size; ++i) out[i] = static_cast<char>(value >> (8 * i));
}
uint64_t GetFixed(absl::string_view bytes, size_t at, int size) {
  uint64_t value = 0;
  for (int i = 0; i < size; ++i) {
    value |= uint64_t{static_cast<uint8_t>(bytes[at + i])} << (8 * i);
  }
  return value;
}

bool TakeVarint(absl::string_view& bytes, uint64_t& value) {
  ByteReader reader(bytes);
  if (!reader.Varint(std::numeric_limits<int64_t>::max(), value)) return false;
  bytes = reader.rest();
  return true;
}
bool TakeText(absl::string_view& bytes, absl::string_view& text) {
  uint64_t size = 0;
  if (!TakeVarint(bytes, size) || size > bytes.size()) return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}
void PutText(absl::string_view text, std::string& out) {
  PutVarint(text.size(), out);
  out.append(text.data(), text.size());
}

// The check of a group's header; it holds only for this place.
uint32_t HeaderCheck(absl::string_view group, uint64_t segment,
                     uint64_t offset) {
  char bytes[24];
  PutFixed(segment, 8, bytes);
  PutFixed(offset, 8, bytes + 8);
  group.copy(bytes + 16, 8);
  return Crc({bytes, sizeof(bytes)});
}

// A place in a segment where a group may begin.
struct GroupAt {
  GroupAt(absl::string_view segment, uint64_t number, size_t offset)
      : rest(segment.substr(offset)) {
    if (rest.size() < kGroupHeaderBytes) return;
    has_header = GetFixed(rest, 8, 4) == HeaderCheck(rest, number, offset);
    if (!has_header) return;
    payload = rest.substr(kGroupHeaderBytes, GetFixed(rest, 0, 4));
    is_whole = payload.size() == GetFixed(rest, 0, 4);
    is_sound = is_whole && Crc(payload) == GetFixed(rest, 4, 4);
  }
  size_t end(size_t offset) const {
    return offset + kGroupHeaderBytes + payload.size();
  }

  absl::string_view rest;
  absl::string_view payload;
  bool has_header = false;
  bool is_whole = false;
  bool is_sound = false;
};

bool IsZero(absl::string_view bytes) {
  return bytes.find_first_not_of('\0') == absl::string_view::npos;
}

bool TakeRun(absl::string_view& payload, Run& run) {
  uint64_t key = 0, first = 0, count = 0;
  if (!TakeVarint(payload, key)) return false;
  run = {};
  run.match = key >> kFlagBits;
  if ((key & kNamed) != 0 && !TakeText(payload, run.match_id)) return false;
  if ((key & kLost) != 0) {
    return TakeText(payload, run.lost) && !run.lost.empty();
  }
  if (!TakeVarint(payload, first) || !TakeVarint(payload, count)) return false;
  absl::string_view behind = payload, entry;
  for (uint64_t i = 0; i < count; ++i) {
    if (!TakeEntry(behind, entry)) return false;
  }
  run.first = static_cast<int64_t>(first);
  run.count = static_cast<int64_t>(count);
  run.packed = payload.substr(0, payload.size() - behind.size());
  payload = behind;
  return true;
}

// Reads the payloads of one segment, in order.
class RunReader {
 public:
  explicit RunReader(const SegmentVisitor& visitor) : visitor_(visitor) {}

  void Read(absl::string_view payload, size_t offset) {
    Run run;
    while (!payload.empty()) {
      if (!TakeRun(payload, run)) {
        return visitor_.on_damage(offset, "a group that makes no sense");
      }
      if (!run.match_id.empty()) names_[run.match] = run.match_id;
      const auto [name, is_lost] = names_.try_emplace(run.match);
      if (is_lost) {
        visitor_.on_damage(offset, "entries of a match whose name is lost");
      }
      run.match_id = name->second;
      if (!run.match_id.empty()) visitor_.on_run(run);
    }
  }

 private:
  const SegmentVisitor& visitor_;
  // Empty for a match whose name is lost.
  std::map<uint64_t, absl::string_view> names_;
};

}  // namespace

std::string SegmentName(uint64_t number) {
  return absl::StrCat(absl::Dec(number, absl::kZeroPad8), kSuffix);
}

std::optional<uint64_t> SegmentNumber(absl::string_view name) {
  uint64_t number = 0;
  absl::string_view digits = name;
  if (!absl::ConsumeSuffix(&digits, kSuffix) ||
      !absl::SimpleAtoi(digits, &number) || SegmentName(number) != name) {
    return std::nullopt;
  }
  return number;
}

std::string EncodeHeader(const SegmentHeader& header) {
  std::string bytes(kSegmentHeaderBytes, '\0');
  kMagic.copy(bytes.data(), kMagic.size());
  PutFixed(header.version, 4, bytes.data() + 8);
  PutFixed(header.id, 8, bytes.data() + 12);
  PutFixed(header.number, 8, bytes.data() + 20);
  PutFixed(header.oldest, 8, bytes.data() + 28);
  PutFixed(Crc({bytes.data(), 36}), 4, bytes.data() + 36);
  return bytes;
}

std::optional<SegmentHeader> DecodeHeader(absl::string_view bytes) {
  if (bytes.size() < kSegmentHeaderBytes || !absl::StartsWith(bytes, kMagic) ||
      Crc(bytes.substr(0, 36)) != GetFixed(bytes, 36, 4)) {
    return std::nullopt;
  }
  return SegmentHeader{.version = static_cast<uint32_t>(GetFixed(bytes, 8, 4)),
                       .id = GetFixed(bytes, 12, 8),
                       .number = GetFixed(bytes, 20, 8),
                       .oldest = GetFixed(bytes, 28, 8)};
}

void PackedEntries::Add(absl::string_view entry) {
  PutText(entry, bytes_);
  ++count_;
}

void PackedEntries::Add(int64_t count, absl::string_view packed) {
  bytes_.append(packed.data(), packed.size());
  count_ += count;
}

bool TakeEntry(absl::string_view& packed, absl::string_view& entry) {
  return TakeText(packed, entry);
}

void GroupWriter::Add(const Run& run) {
  PutVarint(run.match << kFlagBits | (run.match_id.empty() ? 0 : kNamed) |
                (run.lost.empty() ? 0 : kLost),
            bytes_);
  if (!run.match_id.empty()) PutText(run.match_id, bytes_);
  if (!run.lost.empty()) return PutText(run.lost, bytes_);
  PutVarint(run.first, bytes_);
  PutVarint(run.count, bytes_);
  bytes_.append(run.packed.data(), run.packed.size());
}

absl::string_view GroupWriter::Finish(uint64_t segment, uint64_t offset) {
  const absl::string_view payload =
      absl::string_view(bytes_).substr(kGroupHeaderBytes);
  PutFixed(payload.size(), 4, bytes_.data());
  PutFixed(Crc(payload), 4, bytes_.data() + 4);
  PutFixed(HeaderCheck(bytes_, segment, offset), 4, bytes_.data() + 8);
  return bytes_;
}

size_t ReadGroups(absl::string_view segment, uint64_t number,
                  const SegmentVisitor& visitor) {
  RunReader reader(visitor);
  size_t offset = kSegmentHeaderBytes;
  size_t end = offset;
  // Whether the place of the next group is unknown.
  bool lost = false;
  while (offset < segment.size()) {
    const GroupAt group(segment, number, offset);
    if (group.is_sound) {
      lost = false;
      reader.Read(group.payload, offset);
      end = offset = group.end(offset);
    } else if (group.is_whole) {
      visitor.on_damage(offset, "a group with wrong bytes");
      end = offset = group.end(offset);
    } else if (group.has_header || group.rest.size() < kGroupHeaderBytes ||
               (!lost && IsZero(group.rest))) {
      // The group was not fully written, or the disk has only its length.
      break;
    } else {
      // The next group begins where a header and the bytes after it agree.
      if (!lost) visitor.on_damage(offset, "the header of a group is damaged");
      lost = true;
      ++offset;
    }
  }
  return lost ? segment.size() : end;
}

}  // namespace arena::referee
