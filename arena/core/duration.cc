#include "arena/core/duration.h"

#include "absl/strings/str_cat.h"
#include "arena/core/text.h"

namespace arena {

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

}  // namespace arena
