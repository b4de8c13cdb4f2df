// Messages of the protocol as JSON: protobuf's own mapping.
#ifndef ARENA_CORE_MESSAGE_JSON_H_
#define ARENA_CORE_MESSAGE_JSON_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/statusor.h"

namespace arena {

// The serialized message, the same for equal messages: maps are sorted.
std::string BytesOf(const google::protobuf::Message& message);

// Whether fields with their default values are written.
enum class Defaults { kLeftOut, kWritten };

// The message in one line, the same for equal messages of the protocol. Names
// are in lowerCamelCase. Texts are UTF-8, as in all messages that were
// received. INTERNAL if a time is outside of the range of JSON's times.
absl::StatusOr<std::string> MessageJson(
    const google::protobuf::Message& message,
    Defaults defaults = Defaults::kLeftOut);

}  // namespace arena

#endif  // ARENA_CORE_MESSAGE_JSON_H_
