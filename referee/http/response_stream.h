// The responses of a stream as they go over the wire.
#ifndef REFEREE_HTTP_RESPONSE_STREAM_H_
#define REFEREE_HTTP_RESPONSE_STREAM_H_

#include <string>

#include "absl/status/status.h"
#include "referee/http/connect_request.h"
#include "referee/http/exchange.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// Below that gzip makes a message larger, or hardly smaller.
inline constexpr size_t kWorthPacking = 1024;

// What is sent before the messages.
HttpResponse StreamHead(const ConnectRequest& request);
// One message, which is written as `request.form` says.
std::string StreamPart(const ConnectRequest& request, std::string message);
// What is sent behind the messages: of envelopes the last one, with the
// trailing metadata; of lines one with the error, if there is one.
std::string StreamEnd(const ConnectRequest& request, const absl::Status& status,
                      const Metadata& trailers);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_RESPONSE_STREAM_H_
