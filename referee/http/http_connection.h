// One connection of HTTP/1.1: its requests, one after the other.
#ifndef REFEREE_HTTP_HTTP_CONNECTION_H_
#define REFEREE_HTTP_HTTP_CONNECTION_H_

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "referee/http/byte_stream.h"
#include "referee/http/exchange.h"
#include "referee/http/origin_policy.h"

namespace arena::referee {

struct HttpLimits {
  size_t header_bytes = 16 * 1024;
  size_t body_bytes = 256 * 1024;
  // From the first byte of a request to its last one, and TLS before it.
  absl::Duration request_time = absl::Seconds(30);
  // Between two requests.
  absl::Duration idle_time = absl::Seconds(75);
  // For each part of an answer. A caller that reads no more is cut.
  absl::Duration send_time = absl::Seconds(30);
  // For the rest of a request that was refused.
  absl::Duration refusal_time = absl::Seconds(2);
  // For all answers under way when the server stops.
  absl::Duration stop_time = absl::Seconds(5);
};

// Lives until the connection ends. Everything happens on one strand.
class HttpConnection final
    : public Exchange,
      public std::enable_shared_from_this<HttpConnection> {
 public:
  // The objects that outlive all connections.
  struct World {
    HttpLimits limits;
    OriginPolicy origins;
    HttpHandler& handler;
  };

  HttpConnection(const World& world, net::any_io_executor strand,
                 std::unique_ptr<ByteStream> stream, std::string name,
                 bool secure);

  // Serves requests until one side ends the connection.
  net::awaitable<void> Run();
  // Ends the connection when the request under way has been answered, or now if
  // there is none.
  void Close();
  // Ends the connection now.
  void Cut() { stream_->Cut(); }

  // ---- The request under way ----
  const HttpRequest& request() const override { return request_; }
  const std::string& connection() const override { return name_; }
  bool secure() const override { return secure_; }
  const net::any_io_executor& strand() const override { return strand_; }
  void set_on_gone(std::function<void()> on_gone) override;
  net::awaitable<bool> Reply(HttpResponse response) override;
  net::awaitable<bool> Begin(HttpResponse head) override;
  net::awaitable<bool> Send(absl::string_view part) override;
  net::awaitable<bool> End() override;

 private:
  using Parser = http::request_parser<http::string_body>;

  // False at the end of the connection.
  net::awaitable<bool> ReadRequest();
  // Answers the request that was read.
  net::awaitable<void> Serve();
  // Feeds the parser with the bytes that have come.
  net::awaitable<bool> Parse(Parser& parser);
  // Called when the headers are there. Returns whether to read the body.
  net::awaitable<bool> BeginBody(const Parser& parser);
  // Answers bytes that are no request, and ends the connection. Always false.
  net::awaitable<bool> Refuse(http::status status, const std::string& why);
  // The text of Refuse for an error of the parser.
  std::string WhatIs(const boost::system::error_code& error) const;
  // Lets the caller read why its request was refused: a connection that is cut
  // while bytes are on their way loses what the other end has not read.
  net::awaitable<void> WaitForTheCaller();
  // Takes a string, not a view: the caller may have dropped its text when the
  // coroutine begins.
  net::awaitable<bool> Write(std::string bytes);
  // Adds the headers of every answer.
  void Complete(HttpResponse& response);

  // Waits until more bytes are there. False if the caller is gone.
  net::awaitable<bool> More();
  // Reads in the background, so that the end of the caller is noticed.
  void BeginReading();
  net::awaitable<void> ReadOnce();
  // Drops all bytes that come behind a request that is answered with a stream;
  // the connection ends with the stream. The bytes have to be read because only
  // reading shows that the caller is gone.
  void DropIncoming();

  // Cuts the connection after this time, unless the function is called again
  // before.
  void AllowTime(absl::Duration time);

  const World& world_;
  const net::any_io_executor strand_;
  const std::unique_ptr<ByteStream> stream_;
  const std::string name_;
  const bool secure_;

  boost::beast::flat_buffer incoming_;
  Signal changed_;
  bool reading_ = false;
  bool gone_ = false;
  std::function<void()> on_gone_;
  net::steady_timer deadline_;

  HttpRequest request_;
  bool serving_ = false;
  bool streaming_ = false;
  bool refused_ = false;
  // Whether the answer is sent in chunks, which HTTP/1.0 does not have.
  bool chunked_ = false;
  bool close_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_HTTP_CONNECTION_H_
