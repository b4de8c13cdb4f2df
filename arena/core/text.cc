#include "arena/core/text.h"

#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace arena {
namespace {

constexpr size_t kMaxName = 64;

// The code point at the beginning of a text, and its number of bytes; 0 bytes
// if the beginning is not UTF-8.
struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 0;
};

CodePoint FirstCodePoint(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const size_t bytes = byte(0) >= 0xf0   ? 4
                       : byte(0) >= 0xe0 ? 3
                       : byte(0) >= 0xc0 ? 2
                                         : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  uint32_t value = byte(0) & (0x7f >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  // A code point in more bytes than it needs could hide a control character.
  const bool valid = value >= kLeast[bytes] && value <= 0x10ffff &&
                     (value < 0xd800 || value > 0xdfff);
  return valid ? CodePoint{value, bytes} : CodePoint{};
}

bool IsObeyed(uint32_t value) {
  const auto within = [value](uint32_t first, uint32_t last) {
    return first <= value && value <= last;
  };
  return within(0, 0x1f) || within(0x7f, 0x9f) ||  // C0, DELETE, C1.
         within(0x200e, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2066, 0x2069);
}

}  // namespace

std::string Printable(absl::string_view text) {
  std::string out;
  while (!text.empty()) {
    const CodePoint first = FirstCodePoint(text);
    const bool kept = first.value == '\n' || first.value == '\t';
    if (first.bytes == 0) {
      absl::StrAppendFormat(&out, "\\x%02x", static_cast<uint8_t>(text[0]));
    } else if (IsObeyed(first.value) && !kept) {
      absl::StrAppendFormat(&out, "\\u%04x", first.value);
    } else {
      absl::StrAppend(&out, text.substr(0, first.bytes));
    }
    text.remove_prefix(first.bytes == 0 ? 1 : first.bytes);
  }
  return out;
}

std::string ValidUtf8(absl::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t bytes = FirstCodePoint(text).bytes;
    absl::StrAppend(&out, bytes == 0 ? "\uFFFD" : text.substr(0, bytes));
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

std::string Shortened(absl::string_view text) {
  constexpr size_t kMost = 64;
  if (text.size() <= kMost) return std::string(text);
  size_t end = kMost;
  // Never cut a letter in two.
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;
  return absl::StrCat(text.substr(0, end), "...");
}

std::string EnumWord(absl::string_view enumerator, absl::string_view prefix) {
  if (enumerator.empty()) return "unknown";
  return absl::AsciiStrToLower(absl::StripPrefix(enumerator, prefix));
}

absl::Status CheckName(absl::string_view field, absl::string_view name,
                       absl::string_view signs) {
  const bool right =
      !name.empty() && name.size() <= kMaxName &&
      absl::c_all_of(name, [&](char c) {
        return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
               absl::StrContains(signs, c);
      });
  if (right) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, " is \"", Shortened(Printable(name)),
                   "\"; expected 1 to ",
                   kMaxName, " characters of A-Z a-z 0-9 ",
                   absl::StrJoin(std::string(signs), " ",
                                 [](std::string* out, char c) { *out += c; })));
}

absl::Status CheckText(absl::string_view field, absl::string_view text,
                       size_t most) {
  if (text.size() > most) {
    return absl::InvalidArgumentError(absl::StrCat(
        field, " has ", text.size(), " bytes; expected at most ", most));
  }
  const std::string printable = Printable(text);
  if (absl::string_view(printable) == text &&
      text.find_first_of("\n\t") == absl::string_view::npos) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(field, " is \"", Shortened(printable),
                   "\"; expected one line without control characters"));
}

}  // namespace arena
