// Messages as JSON: protobuf's own mapping.
#ifndef ARENA_VIEWER_MESSAGE_JSON_H_
#define ARENA_VIEWER_MESSAGE_JSON_H_

#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>

namespace arena::viewer {

// Names in lowerCamelCase; fields that have their default are left out.
nlohmann::json MessageJson(const google::protobuf::Message& message);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_MESSAGE_JSON_H_
