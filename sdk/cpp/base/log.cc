#include "sdk/cpp/base/log.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>

namespace pentathlon {
namespace {

// The code point at the beginning of a text, and its number of bytes; 0 if the
// beginning is not UTF-8.
struct CodePoint {
  uint32_t value;
  size_t bytes;
};

CodePoint CodePointAt(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(at);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first >= 0xf0   ? 4
                       : first >= 0xe0 ? 3
                       : first >= 0xc0 ? 2
                                       : 0;
  if (bytes == 0 || at + bytes > text.size()) return {0, 0};
  uint32_t value = first & (0x7f >> bytes);
  for (size_t i = at + 1; i < at + bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {0, 0};
    value = value << 6 | (byte(i) & 0x3f);
  }
  // More bytes than it needs could hide a control character.
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[bytes] || value > 0x10ffff) return {0, 0};
  return {value, bytes};
}

bool IsObeyedByTerminals(uint32_t value) {
  const auto within = [value](uint32_t first, uint32_t last) {
    return first <= value && value <= last;
  };
  return within(0, 0x1f) || within(0x7f, 0x9f) || within(0x200e, 0x200f) ||
         within(0x2028, 0x202e) || within(0x2066, 0x2069);
}

std::string Escaped(const char* form, uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof(text), form, value);
  return text;
}

const char* NameOf(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "DEBUG";
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
      return "ERROR";
  }
  return "ERROR";
}

// "2026-01-31T18:00:00.123Z".
std::string Now() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(
          now.time_since_epoch())
          .count() %
      1000;
  std::tm utc = {};
  gmtime_r(&seconds, &utc);
  char date[32];
  std::strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &utc);
  char text[64];
  std::snprintf(text, sizeof(text), "%s.%03dZ", date,
                static_cast<int>(milliseconds));
  return text;
}

}  // namespace

std::string Printable(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = CodePointAt(text, at);
    if (point.bytes == 0) {
      out += Escaped("\\x%02x", static_cast<uint8_t>(text[at++]));
      continue;
    }
    if (point.value == '\n') {
      out += "\n    ";
    } else if (point.value != '\t' && IsObeyedByTerminals(point.value)) {
      out += Escaped("\\u%04x", point.value);
    } else {
      out.append(text, at, point.bytes);
    }
    at += point.bytes;
  }
  return out;
}

Log LogToStderr(LogLevel least) {
  return [least](LogLevel level, const std::string& line) {
    if (level < least) return;
    // In one call, so that the lines of several threads do not mix.
    std::fprintf(stderr, "%s %s %s\n", Now().c_str(), NameOf(level),
                 Printable(line).c_str());
  };
}

}  // namespace pentathlon
