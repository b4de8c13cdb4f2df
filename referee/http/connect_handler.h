// The Connect protocol: unary and server-streaming methods over plain HTTP,
// without any code for a single method.
//
// https://connectrpc.com/docs/protocol
#ifndef REFEREE_HTTP_CONNECT_HANDLER_H_
#define REFEREE_HTTP_CONNECT_HANDLER_H_

#include <functional>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "referee/calls/method.h"
#include "referee/http/connect_request.h"
#include "referee/http/exchange.h"
#include "referee/http/metadata.h"
#include "referee/http/shared_texts.h"

namespace arena::referee {

class ConnectHandler final : public HttpHandler {
 public:
  struct Options {
    // Bytes of a message, when it is unpacked.
    size_t max_message_bytes = 64 * 1024;
    // Metadata of the referee, which every call gets in addition.
    std::function<Metadata(const Exchange&)> more_metadata = nullptr;
  };

  // The table outlives all calls.
  ConnectHandler(MethodTable& table, Options options)
      : table_(table), options_(std::move(options)) {}

  // Whether the target is a path of this protocol: "/package.Service/Method".
  bool Owns(absl::string_view target) const;
  net::awaitable<void> Serve(Exchange& exchange) override;

 private:
  // The method that a request calls, and the form of the call.
  struct Directed {
    const Method* method;
    ConnectForm form = {};
    bool get = false;
  };
  // The answer instead, if there is no such call.
  using Direction = std::variant<Directed, HttpResponse>;

  Direction Direct(const HttpRequest& request) const;

  // For some hundred of the longest messages of streams.
  static constexpr size_t kTextBytes = size_t{4} << 20;

  MethodTable& table_;
  const Options options_;
  // Texts of the messages of streams: many callers may follow the same stream.
  SharedTexts texts_{kTextBytes};
};

// Below this size gzip makes a message larger, or hardly smaller.
inline constexpr size_t kWorthPacking = 1024;

// The head of an answer, before the messages.
HttpResponse StreamHead(const ConnectRequest& request);
// One message, which is written as `request.form` says.
std::string StreamPart(const ConnectRequest& request, std::string message);
// The end of an answer, behind the messages. With envelopes it is the last
// envelope, with the trailing metadata. With lines it is a line with the error,
// or nothing.
std::string StreamEnd(const ConnectRequest& request, const absl::Status& status,
                      const Metadata& trailers);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_CONNECT_HANDLER_H_
