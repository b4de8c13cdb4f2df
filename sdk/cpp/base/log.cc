#include "sdk/cpp/base/log.h"

#include <bit>
#include <cstdint>
#include <cstdio>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace pentathlon {
namespace {

// The character at the beginning of a text, and its number of bytes; 0 if the
// beginning is not UTF-8.
struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 0;
};

CodePoint FirstOf(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const size_t bytes = static_cast<size_t>(std::countl_one(byte(0)));
  if (bytes < 2 || bytes > 4 || bytes > text.size()) return {};
  uint32_t value = byte(0) & (0x7f >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3f);
  }
  // More bytes than it needs could hide a control character.
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[bytes] || value > 0x10ffff) return {};
  return {value, bytes};
}

bool IsObeyedByTerminals(uint32_t value) {
  const auto within = [value](uint32_t first, uint32_t last) {
    return first <= value && value <= last;
  };
  return within(0, 0x1f) || within(0x7f, 0x9f) || within(0x200e, 0x200f) ||
         within(0x2028, 0x202e) || within(0x2066, 0x2069);
}

std::string Printable(absl::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto [value, bytes] = FirstOf(text);
    if (bytes == 0) {
      out += absl::StrFormat("\\x%02x", static_cast<uint8_t>(text[0]));
    } else if (value == '\n') {
      out += "\n    ";
    } else if (value != '\t' && IsObeyedByTerminals(value)) {
      out += absl::StrFormat("\\u%04x", value);
    } else {
      out += std::string(text.substr(0, bytes));
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

}  // namespace

Log LogToStderr(LogLevel least) {
  return [least](LogLevel level, const std::string& line) {
    if (level < least) return;
    constexpr const char* kNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
    const std::string time = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ",
                                              absl::Now(), absl::UTCTimeZone());
    // In one call, so that the lines of several threads do not mix.
    std::fprintf(stderr, "%s %s %s\n", time.c_str(),
                 kNames[static_cast<int>(level)], Printable(line).c_str());
  };
}

}  // namespace pentathlon
