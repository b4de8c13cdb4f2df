// Messages in the two encodings of the Connect protocol.
#ifndef REFEREE_HTTP_MESSAGE_CODEC_H_
#define REFEREE_HTTP_MESSAGE_CODEC_H_

#include <google/protobuf/descriptor.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

enum class Encoding { kJson, kProto };

// "json" or "proto".
absl::string_view EncodingName(Encoding encoding);

// The protobuf bytes of what a caller sent. JSON is protobuf's own mapping; an
// empty text is an empty message. INVALID_ARGUMENT says what is wrong, e.g. the
// name of a field that the message does not have.
absl::StatusOr<std::string> ReadMessage(
    const google::protobuf::Descriptor& type, Encoding encoding,
    absl::string_view text);

// The opposite. INTERNAL if the bytes are no such message.
absl::StatusOr<std::string> WriteMessage(
    const google::protobuf::Descriptor& type, Encoding encoding,
    std::string bytes);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_MESSAGE_CODEC_H_
