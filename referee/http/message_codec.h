// Messages in the two encodings of the Connect protocol, and the envelopes of
// messages of a stream.
#ifndef REFEREE_HTTP_MESSAGE_CODEC_H_
#define REFEREE_HTTP_MESSAGE_CODEC_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

enum class Encoding { kJson, kProto };

// "json" or "proto".
absl::string_view EncodingName(Encoding encoding);

// Reads what a caller sent into an empty message. JSON is protobuf's own
// mapping; an empty text is an empty message. INVALID_ARGUMENT says what is
// wrong, e.g. the name of a field that the message does not have.
absl::Status ReadMessage(Encoding encoding, absl::string_view text,
                         google::protobuf::Message& message);

// Writes a message. INTERNAL as MessageJson.
absl::StatusOr<std::string> WriteMessage(
    Encoding encoding, const google::protobuf::Message& message);
// Writes a message that is given as bytes. INTERNAL if the bytes are no
// message.
absl::StatusOr<std::string> WriteBytes(
    const google::protobuf::Descriptor& type, Encoding encoding,
    std::string bytes);

// Bits of the first byte.
inline constexpr uint8_t kEnvelopeCompressed = 1;
inline constexpr uint8_t kEnvelopeEnd = 2;

struct Envelope {
  uint8_t flags = 0;
  std::string data;
};

// One byte of flags, four of the size, and the data.
std::string WriteEnvelope(uint8_t flags, absl::string_view data);

// Reads a body that is one envelope and nothing else: the request of a call
// with one request. INVALID_ARGUMENT; UNIMPLEMENTED if there is no envelope or
// more than one.
absl::StatusOr<Envelope> ReadOnlyEnvelope(absl::string_view body);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_MESSAGE_CODEC_H_
