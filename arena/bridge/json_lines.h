// Messages of the protocol as lines of JSON.
#ifndef ARENA_BRIDGE_JSON_LINES_H_
#define ARENA_BRIDGE_JSON_LINES_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/play_service.pb.h"

namespace arena::bridge {

// MessageJson including fields with default values, so that scripts find an
// action with the id 0.
std::string JsonOf(const google::protobuf::Message& message);

// Reads a line of a bot. INVALID_ARGUMENT says what is wrong with the line and
// what would be right. A line is wrong if it is no JSON object, does not have
// exactly one of the kinds ready, decline, act and announce, has a field that
// its kind does not have, or has a wrong value. Safe for any bytes.
absl::StatusOr<v1::PlayRequest> RequestOf(absl::string_view line);

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_JSON_LINES_H_
