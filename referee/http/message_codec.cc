#include "referee/http/message_codec.h"

#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/core/message_json.h"

namespace arena::referee {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::Message;

// Of the class that the schema's generated code has.
std::unique_ptr<Message> NewMessage(const Descriptor& type) {
  return std::unique_ptr<Message>(
      google::protobuf::MessageFactory::generated_factory()
          ->GetPrototype(&type)
          ->New());
}

absl::Status NoMessage(const Descriptor& type, Encoding encoding,
                       absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the request is no ", type.name(), " in ",
      encoding == Encoding::kJson ? "JSON" : "protobuf", ": ", why));
}

}  // namespace

absl::string_view EncodingName(Encoding encoding) {
  return encoding == Encoding::kJson ? "json" : "proto";
}

absl::Status ReadMessage(Encoding encoding, absl::string_view text,
                         Message& message) {
  // What is wrong is told to the caller, who could else fill the log.
  const google::protobuf::LogSilencer quiet;
  const Descriptor& type = *message.GetDescriptor();
  if (encoding == Encoding::kProto) {
    if (message.ParseFromArray(text.data(), static_cast<int>(text.size()))) {
      return absl::OkStatus();
    }
    return NoMessage(type, encoding, "its bytes do not follow the schema");
  }
  if (absl::StripAsciiWhitespace(text).empty()) return absl::OkStatus();
  const auto status = google::protobuf::util::JsonStringToMessage(
      {text.data(), text.size()}, &message);
  if (status.ok()) return absl::OkStatus();
  return NoMessage(type, encoding,
                   {status.message().data(), status.message().size()});
}

absl::StatusOr<std::string> WriteMessage(Encoding encoding,
                                         const Message& message) {
  if (encoding == Encoding::kProto) return message.SerializeAsString();
  return MessageJson(message);
}

absl::StatusOr<std::string> WriteBytes(const Descriptor& type,
                                       Encoding encoding, std::string bytes) {
  if (encoding == Encoding::kProto) return bytes;
  const std::unique_ptr<Message> message = NewMessage(type);
  if (message->ParseFromString(bytes)) return WriteMessage(encoding, *message);
  return absl::InternalError(
      absl::StrCat("the response is no ", type.full_name()));
}

}  // namespace arena::referee
