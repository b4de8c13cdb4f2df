#include "arena/cli/base/time_text.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace arena::cli {

std::string TimeText(const google::protobuf::Timestamp& time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ",
                          absl::FromUnixSeconds(time.seconds()),
                          absl::UTCTimeZone());
}

std::string TimeOrDash(bool known, const google::protobuf::Timestamp& time) {
  return known ? TimeText(time) : "-";
}

absl::StatusOr<google::protobuf::Timestamp> ReadTime(absl::string_view flag,
                                                     const std::string& text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error) &&
      !absl::ParseTime("%Y-%m-%d", text, &time, &error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, " is \"", text,
                     "\"; expected a day like 2026-01-31, or a time like "
                     "2026-01-31T18:00:00Z"));
  }
  google::protobuf::Timestamp timestamp;
  timestamp.set_seconds(absl::ToUnixSeconds(time));
  return timestamp;
}

}  // namespace arena::cli
