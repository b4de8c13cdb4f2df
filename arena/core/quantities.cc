#include "arena/core/quantities.h"

#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena {
namespace {

std::optional<int64_t> ParseMemorySize(absl::string_view text) {
  int shift = 0;
  if (absl::ConsumeSuffix(&text, "GiB")) {
    shift = 30;
  } else if (absl::ConsumeSuffix(&text, "MiB")) {
    shift = 20;
  }
  int64_t number = 0;
  if (shift == 0 || !absl::SimpleAtoi(text, &number) || number < 1 ||
      number > (int64_t{1} << 20)) {
    return std::nullopt;
  }
  return number << shift;
}

}  // namespace

absl::StatusOr<absl::Duration> ParseDuration(absl::string_view text) {
  absl::Duration duration;
  if (absl::ParseDuration(text, &duration) &&
      duration >= absl::ZeroDuration() && duration < absl::InfiniteDuration()) {
    return duration;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", Shortened(text),
                   "\" is not a duration; expected e.g. 500ms, 10s or 1m30s"));
}

std::string CheckDuration(const std::string& text) {
  return std::string(ParseDuration(text).status().message());
}

absl::Duration ToDuration(const std::string& text) {
  return ParseDuration(text).value();
}

std::string CheckMemorySize(const std::string& text) {
  if (ParseMemorySize(text).has_value()) return "";
  return absl::StrCat("\"", text,
                      "\" is no amount of memory; expected e.g. 512MiB, 4GiB");
}

int64_t ToMemorySize(const std::string& text) {
  const std::optional<int64_t> bytes = ParseMemorySize(text);
  ARENA_CHECK(bytes.has_value(), text);
  return *bytes;
}

}  // namespace arena
