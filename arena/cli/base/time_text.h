// Times as the commands show them and take them.
#ifndef ARENA_CLI_BASE_TIME_TEXT_H_
#define ARENA_CLI_BASE_TIME_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/timestamp.pb.h"

namespace arena::cli {

// "2026-01-31T18:00:00Z".
std::string TimeText(const google::protobuf::Timestamp& time);
// The same, or "-" where it is not known yet.
std::string TimeOrDash(bool known, const google::protobuf::Timestamp& time);
// A day or a time, as TimeText writes it. INVALID_ARGUMENT names the flag.
absl::StatusOr<google::protobuf::Timestamp> ReadTime(absl::string_view flag,
                                                     const std::string& text);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_TIME_TEXT_H_
