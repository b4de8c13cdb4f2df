#include "arena/viewer/message_json.h"

#include <google/protobuf/util/json_util.h>

#include <string>

#include "arena/core/check.h"

namespace arena::viewer {

nlohmann::json MessageJson(const google::protobuf::Message& message) {
  std::string text;
  const auto status =
      google::protobuf::util::MessageToJsonString(message, &text);
  ARENA_CHECK(status.ok(), status.ToString());
  return nlohmann::json::parse(text);
}

}  // namespace arena::viewer
