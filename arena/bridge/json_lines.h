// Messages of the protocol as lines of JSON.
#ifndef ARENA_BRIDGE_JSON_LINES_H_
#define ARENA_BRIDGE_JSON_LINES_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/play_service.pb.h"

namespace arena::bridge {

// MessageJson with the fields that have their default, so that scripts find an
// action with the id 0.
std::string JsonOf(const google::protobuf::Message& message);

// What a bot has written. INVALID_ARGUMENT says what is wrong with the line and
// what would be right: it is no object of JSON, it has another kind than ready,
// decline, act or announce, or not exactly one, a field that this kind does not
// have, or a wrong value. Safe for any bytes.
absl::StatusOr<v1::PlayRequest> RequestOf(absl::string_view line);

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_JSON_LINES_H_
