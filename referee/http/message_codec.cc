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

// A message of the class from the schema's generated code.
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

constexpr size_t kHead = 5;

size_t SizeIn(absl::string_view head) {
  size_t size = 0;
  for (size_t i = 1; i < kHead; ++i) {
    size = size << 8 | static_cast<uint8_t>(head[i]);
  }
  return size;
}

}  // namespace

absl::string_view EncodingName(Encoding encoding) {
  return encoding == Encoding::kJson ? "json" : "proto";
}

absl::Status ReadMessage(Encoding encoding, absl::string_view text,
                         Message& message) {
  // The caller is told the error; protobuf's own log line would let callers
  // fill the log.
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

std::string WriteEnvelope(uint8_t flags, absl::string_view data) {
  std::string bytes;
  bytes.reserve(kHead + data.size());
  bytes.push_back(static_cast<char>(flags));
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(data.size() >> shift));
  }
  absl::StrAppend(&bytes, data);
  return bytes;
}

absl::StatusOr<Envelope> ReadOnlyEnvelope(absl::string_view body) {
  if (body.empty()) {
    return absl::UnimplementedError(
        "the request has no message; this method takes one");
  }
  if (body.size() < kHead) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the request has ", body.size(),
        " bytes; expected an envelope: a byte of flags, four bytes of the "
        "size, and the message"));
  }
  const size_t size = SizeIn(body);
  const absl::string_view rest = body.substr(kHead);
  if (rest.size() < size) {
    return absl::InvalidArgumentError(absl::StrCat("the envelope says ", size,
                                                   " bytes, and ", rest.size(),
                                                   " bytes follow"));
  }
  if (rest.size() > size) {
    return absl::UnimplementedError(
        absl::StrCat("behind the message there are ", rest.size() - size,
                     " bytes more; this method takes one message"));
  }
  return Envelope{.flags = static_cast<uint8_t>(body[0]),
                  .data = std::string(rest)};
}

}  // namespace arena::referee
