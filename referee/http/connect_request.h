// Reads a request of the Connect protocol.
#ifndef REFEREE_HTTP_CONNECT_REQUEST_H_
#define REFEREE_HTTP_CONNECT_REQUEST_H_

#include <google/protobuf/descriptor.h>

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/http/exchange.h"
#include "referee/http/message_codec.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// How messages follow each other.
enum class Framing {
  // There is one message only: a unary call.
  kNone,
  kEnvelopes,
  // Each message is a line of JSON. The protocol does not have this framing; it
  // is for programs without a library for the protocol, such as curl.
  kLines,
};

// How the messages of a call are written.
struct ConnectForm {
  Encoding encoding = Encoding::kJson;
  Framing framing = Framing::kNone;

  bool stream() const { return framing != Framing::kNone; }
  // "application/connect+json".
  std::string ContentType() const;
};

// The form that a content type names; none if it is not one of this protocol.
std::optional<ConnectForm> FormOf(absl::string_view content_type);

struct ConnectRequest {
  ConnectForm form;
  // The bytes of the message, unpacked, in `form`.
  std::string body;
  Metadata metadata;
  absl::Duration timeout = absl::InfiniteDuration();
  // Whether the caller unpacks gzip.
  bool takes_gzip = false;
};

// Reads a request with POST, whose form is known. INVALID_ARGUMENT and
// UNIMPLEMENTED name the header or the part that is wrong.
// RESOURCE_EXHAUSTED if the message has more than `max_bytes`.
absl::StatusOr<ConnectRequest> ReadPost(const HttpRequest& request,
                                        const ConnectForm& form,
                                        size_t max_bytes);
// Reads a request with GET: everything is in the query. Errors as ReadPost.
absl::StatusOr<ConnectRequest> ReadGet(const HttpRequest& request,
                                       size_t max_bytes);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_CONNECT_REQUEST_H_
