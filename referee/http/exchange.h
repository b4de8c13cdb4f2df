// A request of HTTP, and its answer.
#ifndef REFEREE_HTTP_EXCHANGE_H_
#define REFEREE_HTTP_EXCHANGE_H_

// Boost 1.74 uses std::exchange without including it.
#include <utility>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/http/asio.h"

namespace arena::referee {

namespace http = boost::beast::http;
using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

// Everything happens on one strand. Answer with Reply; or with Begin, any
// number of Send, and End. They return false if the caller is gone; the
// exchange is then over.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual const HttpRequest& request() const = 0;
  // The other end, as Peer::connection; empty on a Unix socket.
  virtual const std::string& connection() const = 0;
  // Whether the connection has TLS.
  virtual bool secure() const = 0;
  // The strand for code that waits for something.
  virtual const net::any_io_executor& strand() const = 0;
  // `on_gone` is called once, when the caller is gone; nullptr: no call.
  virtual void set_on_gone(std::function<void()> on_gone) = 0;

  virtual net::awaitable<bool> Reply(HttpResponse response) = 0;
  // The body of the response is not sent.
  virtual net::awaitable<bool> Begin(HttpResponse head) = 0;
  virtual net::awaitable<bool> Send(absl::string_view part) = 0;
  virtual net::awaitable<bool> End() = 0;
};

// Answers requests. Thread-safe.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  virtual net::awaitable<void> Serve(Exchange& exchange) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_EXCHANGE_H_
