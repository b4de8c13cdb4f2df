#include "arena/bridge/json_lines.h"

#include <google/protobuf/util/json_util.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/core/message_json.h"

namespace arena::bridge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

constexpr char kExample[] =
    "expected one object, such as {\"act\":{\"index\":0}}";

const std::vector<std::string>& KindsOfBots() {
  static const auto& kinds = *new std::vector<std::string>{
      "ready", "decline", "act", "announce"};
  return kinds;
}

std::vector<std::string> FieldsOf(const Descriptor& message) {
  std::vector<std::string> names;
  for (int i = 0; i < message.field_count(); ++i) {
    names.push_back(message.field(i)->json_name());
  }
  return names;
}

// Whether protobuf knows the field under this name, which may be the JSON name
// or the name in the schema.
bool HasField(const Descriptor& message, const std::string& name) {
  if (message.FindFieldByName(name) != nullptr) return true;
  return absl::c_linear_search(FieldsOf(message), name);
}

// The fields that exclude each other, if a message has several of them; else
// empty.
std::string TooManyOf(const Descriptor& message,
                      const nlohmann::json& content) {
  for (int i = 0; i < message.real_oneof_decl_count(); ++i) {
    std::vector<std::string> names;
    int there = 0;
    for (int k = 0; k < message.oneof_decl(i)->field_count(); ++k) {
      const FieldDescriptor& field = *message.oneof_decl(i)->field(k);
      there += content.contains(field.json_name()) ? 1 : 0;
      names.push_back(field.json_name());
    }
    if (there > 1) return absl::StrJoin(names, ", ");
  }
  return "";
}

// Names the mistakes for which protobuf has only a general message.
absl::Status CheckShape(const nlohmann::json& line) {
  if (line.is_discarded()) return Wrong("it is no JSON; ", kExample);
  if (!line.is_object() || line.empty()) {
    return Wrong("it is no object with a message; ", kExample);
  }
  if (line.size() > 1) {
    return Wrong("it has ", line.size(), " messages; ", kExample);
  }
  const std::string& kind = line.begin().key();
  const std::string kinds = absl::StrJoin(KindsOfBots(), ", ");
  if (!absl::c_linear_search(KindsOfBots(), kind)) {
    const bool other =
        v1::PlayRequest::descriptor()->FindFieldByName(kind) != nullptr;
    return Wrong("\"", kind, "\" is ",
                 other ? "a message of the bridge itself; expected "
                       : "no message of a bot; expected ",
                 kinds);
  }
  const nlohmann::json& content = line.begin().value();
  if (!content.is_object()) {
    return Wrong("\"", kind, "\" has no object behind it; expected {\"", kind,
                 "\":{...}}");
  }
  const Descriptor& message =
      *v1::PlayRequest::descriptor()->FindFieldByName(kind)->message_type();
  for (const auto& field : content.items()) {
    if (HasField(message, field.key())) continue;
    return Wrong("\"", kind, "\" has no field \"", field.key(),
                 "\"; its fields are ", absl::StrJoin(FieldsOf(message), ", "));
  }
  if (const auto names = TooManyOf(message, content); !names.empty()) {
    return Wrong("\"", kind, "\" has several of ", names, "; expected one");
  }
  return absl::OkStatus();
}

}  // namespace

std::string JsonOf(const google::protobuf::Message& message) {
  absl::StatusOr<std::string> json = MessageJson(message, Defaults::kWritten);
  ARENA_CHECK(json.ok(), json.status().ToString());
  return *std::move(json);
}

absl::StatusOr<v1::PlayRequest> RequestOf(absl::string_view line) {
  const auto json = nlohmann::json::parse(line.begin(), line.end(), nullptr,
                                          /*allow_exceptions=*/false);
  ARENA_RETURN_IF_ERROR(CheckShape(json));
  v1::PlayRequest request;
  const auto read = google::protobuf::util::JsonStringToMessage(
      {line.data(), line.size()}, &request);
  if (read.ok()) return request;
  // The types that the messages of bots have.
  return Wrong(
      "a field or value is wrong: ",
      absl::StrReplaceAll(
          std::string(read.message().data(), read.message().size()),
          {{" for type TYPE_UINT32", "; expected a whole number, not below 0"},
           {" for type TYPE_STRING", "; expected a string"}}));
}

}  // namespace arena::bridge
