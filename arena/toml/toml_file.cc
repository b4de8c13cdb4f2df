#include "arena/toml/toml_file.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// Limits far beyond files that people write. They matter because the TOML
// reader is recursive for every part of a key.
constexpr size_t kMostBytes = 1 << 20;
constexpr size_t kLongestTomlLine = 10'000;
constexpr int kMostKeyParts = 16;

// The most dots between two signs that end a key; dots in strings do not
// count.
int KeyDots(absl::string_view line) {
  int most = 0;
  int dots = 0;
  for (size_t i = 0; i < line.size() && line[i] != '#'; ++i) {
    const char sign = line[i];
    if (sign == '"' || sign == '\'') {
      for (++i; i < line.size() && line[i] != sign; ++i) {
        if (sign == '"' && line[i] == '\\') ++i;
      }
    } else if (sign == '.') {
      most = std::max(most, ++dots);
    } else if (absl::StrContains("=,[]{}", line.substr(i, 1))) {
      dots = 0;
    }
  }
  return most;
}

absl::Status CheckBounds(absl::string_view text, absl::string_view file_name) {
  if (text.size() > kMostBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(file_name, " has ", text.size(),
                     " bytes; expected at most ", kMostBytes));
  }
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (line.size() > kLongestTomlLine) {
      return absl::InvalidArgumentError(
          absl::StrCat(file_name, ":", number, ": the line has ", line.size(),
                       " bytes; expected at most ", kLongestTomlLine));
    }
    if (const int parts = KeyDots(line) + 1; parts > kMostKeyParts) {
      return absl::InvalidArgumentError(
          absl::StrCat(file_name, ":", number, ": a key has ", parts,
                       " parts; expected at most ", kMostKeyParts));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<toml::table> ParseToml(absl::string_view text,
                                      absl::string_view file_name) {
  ARENA_RETURN_IF_ERROR(CheckBounds(text, file_name));
  try {
    return toml::parse(std::string(text));
  } catch (const toml::parse_error& error) {
    const std::string_view message = error.description();
    return absl::InvalidArgumentError(
        absl::StrCat(file_name, ":", error.source().begin.line, ": ",
                     absl::string_view(message.data(), message.size())));
  }
}

}  // namespace arena
