#include "referee/http/http_connection.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/write.hpp>
#include <iterator>
#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/http/connect_error.h"

namespace arena::referee {
namespace {

using boost::system::error_code;

constexpr size_t kReadBytes = 8 * 1024;
constexpr unsigned kHttp10 = 10;
constexpr unsigned kHttp11 = 11;

std::string TextOf(const HttpResponse& response) {
  std::ostringstream text;
  text << response;
  return text.str();
}

http::status StatusFor(const error_code& error) {
  if (error == http::error::body_limit) return http::status::payload_too_large;
  if (error == http::error::header_limit) {
    return http::status::request_header_fields_too_large;
  }
  return http::status::bad_request;
}

bool IsTooLarge(http::status status) {
  return status == http::status::payload_too_large ||
         status == http::status::request_header_fields_too_large;
}

size_t FieldsOf(const HttpRequest& request) {
  return static_cast<size_t>(std::distance(request.begin(), request.end()));
}

// An objection to a request that the parser accepts and a proxy might read
// otherwise, so that one request for the proxy would be two here; empty: none.
std::string ObjectionTo(const HttpRequest& request) {
  const bool version_1 =
      request.version() == kHttp10 || request.version() == kHttp11;
  if (!version_1) return "expected HTTP/1.1 or HTTP/1.0";
  const size_t hosts = request.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && request.version() == kHttp11)) {
    return absl::StrCat("the request has ", hosts, " Host headers; expected 1");
  }
  if (request.count(http::field::authorization) > 1) {
    return "the request has several Authorization headers; expected 1 at most";
  }
  const auto length = request[http::field::content_length];
  if (request.count(http::field::content_length) > 1 ||
      !absl::c_all_of(length, absl::ascii_isdigit)) {
    return absl::StrCat("the Content-Length is \"",
                        absl::CHexEscape({length.data(), length.size()}),
                        "\"; expected one number");
  }
  const auto encoding = request[http::field::transfer_encoding];
  if (!encoding.empty() && request.version() == kHttp10) {
    return "HTTP/1.0 has no Transfer-Encoding";
  }
  if (!encoding.empty() && (request.count(http::field::transfer_encoding) > 1 ||
                            !boost::beast::iequals(encoding, "chunked"))) {
    return absl::StrCat("the Transfer-Encoding is \"",
                        absl::CHexEscape({encoding.data(), encoding.size()}),
                        "\"; expected chunked");
  }
  return "";
}

// Whether a header goes on in the next line. The parser joins the lines, and a
// proxy may not. `bytes` are the bytes of the request so far.
bool HasFoldedHeader(absl::string_view bytes) {
  const absl::string_view headers = bytes.substr(0, bytes.find("\r\n\r\n"));
  return absl::StrContains(headers, "\n ") ||
         absl::StrContains(headers, "\n\t");
}

}  // namespace

HttpConnection::HttpConnection(const World& world, net::any_io_executor strand,
                               std::unique_ptr<ByteStream> stream,
                               std::string name, bool secure)
    : world_(world),
      strand_(std::move(strand)),
      stream_(std::move(stream)),
      name_(std::move(name)),
      secure_(secure),
      changed_(strand_),
      deadline_(strand_) {}

void HttpConnection::Close() {
  close_ = true;
  if (!serving_) stream_->Cut();
  // A stream goes on for as long as its caller listens.
  if (streaming_ && on_gone_ != nullptr) std::exchange(on_gone_, nullptr)();
}

net::awaitable<void> HttpConnection::Run() {
  AllowTime(world_.limits.request_time);
  bool open = co_await stream_->Begin();
  while (open) {
    const bool asked = co_await ReadRequest();
    if (asked) co_await Serve();
    open = asked && !gone_ && !close_ && request_.keep_alive();
  }
  if (refused_) co_await WaitForTheCaller();
  AllowTime(absl::InfiniteDuration());
  stream_->Cut();
}

net::awaitable<void> HttpConnection::Serve() {
  AllowTime(absl::InfiniteDuration());
  serving_ = true;
  if (incoming_.size() == 0) BeginReading();
  const OriginPolicy::Verdict verdict = world_.origins.Judge(request_, secure_);
  if (verdict.answer.has_value()) {
    co_await Reply(*verdict.answer);
  } else {
    co_await world_.handler.Serve(*this);
  }
  serving_ = false;
  streaming_ = false;
}

// ---- Reading ----

net::awaitable<bool> HttpConnection::ReadRequest() {
  if (incoming_.size() == 0) {
    AllowTime(world_.limits.idle_time);
    if (!co_await More()) co_return false;
  }
  AllowTime(world_.limits.request_time);
  request_ = {};
  Parser parser;
  parser.header_limit(static_cast<uint32_t>(world_.limits.header_bytes));
  parser.body_limit(world_.limits.body_bytes);
  if (!co_await Parse(parser)) co_return false;
  request_ = parser.release();
  co_return true;
}

net::awaitable<bool> HttpConnection::Parse(Parser& parser) {
  bool in_body = false;
  size_t fields = 0;
  while (!parser.is_done()) {
    const absl::string_view bytes(
        static_cast<const char*>(incoming_.data().data()), incoming_.size());
    if (!in_body && HasFoldedHeader(bytes)) {
      co_return co_await Refuse(http::status::bad_request,
                                "a header goes on in the next line");
    }
    error_code error;
    incoming_.consume(parser.put(incoming_.data(), error));
    const bool hungry = error == http::error::need_more;
    if (error && !hungry) {
      co_return co_await Refuse(StatusFor(error), WhatIs(error));
    }
    if (parser.is_header_done() && !std::exchange(in_body, true)) {
      if (!co_await BeginBody(parser)) co_return false;
      fields = FieldsOf(parser.get());
    }
    if (parser.is_done()) break;
    // The parser limits headers, but not the extensions of a chunk.
    if (hungry && incoming_.size() > world_.limits.header_bytes) {
      co_return co_await Refuse(http::status::bad_request,
                                "a chunk has too much before its bytes");
    }
    if (hungry || incoming_.size() == 0) {
      if (!co_await More()) co_return false;
    }
  }
  // The parser takes trailers for headers. A proxy that vouches for the headers
  // has perhaps not looked at the trailers.
  if (FieldsOf(parser.get()) == fields) co_return true;
  co_return co_await Refuse(http::status::bad_request,
                            "expected no trailers behind the chunks");
}

net::awaitable<bool> HttpConnection::BeginBody(const Parser& parser) {
  const std::string objection = ObjectionTo(parser.get());
  if (!objection.empty()) {
    co_return co_await Refuse(http::status::bad_request, objection);
  }
  const bool waits = !parser.is_done() && incoming_.size() == 0 &&
                     parser.get()[http::field::expect] == "100-continue";
  if (!waits) co_return true;
  const bool told = co_await Write("HTTP/1.1 100 Continue\r\n\r\n");
  // Writing has ended the time for the request.
  AllowTime(world_.limits.request_time);
  co_return told;
}

net::awaitable<bool> HttpConnection::More() {
  BeginReading();
  while (reading_) co_await changed_.Wait();
  co_return !gone_;
}

void HttpConnection::BeginReading() {
  if (reading_ || gone_) return;
  reading_ = true;
  net::co_spawn(
      strand_, [self = shared_from_this()] { return self->ReadOnce(); },
      net::detached);
}

net::awaitable<void> HttpConnection::ReadOnce() {
  size_t count = 0;
  bool more = true;
  while (more) {
    count = co_await stream_->Read(incoming_.prepare(kReadBytes));
    incoming_.commit(count);
    more = streaming_ && count > 0;
    if (more) DropIncoming();
  }
  reading_ = false;
  if (count == 0) {
    gone_ = true;
    if (on_gone_ != nullptr) std::exchange(on_gone_, nullptr)();
  }
  changed_.Raise();
}

net::awaitable<void> HttpConnection::WaitForTheCaller() {
  AllowTime(world_.limits.refusal_time);
  stream_->EndWriting();
  bool open = true;
  while (open) {
    incoming_.clear();
    open = co_await More();
  }
}

void HttpConnection::DropIncoming() {
  incoming_.clear();
  close_ = true;
}

// ---- Answering ----

void HttpConnection::set_on_gone(std::function<void()> on_gone) {
  on_gone_ = std::move(on_gone);
  if (gone_ && on_gone_ != nullptr) std::exchange(on_gone_, nullptr)();
}

void HttpConnection::Complete(HttpResponse& response) {
  response.version(request_.version());
  response.keep_alive(request_.keep_alive() && !close_);
  // By default an answer is only for the caller, only for this moment, and has
  // exactly the type that it states.
  if (response.find(http::field::cache_control) == response.end()) {
    response.set(http::field::cache_control, "no-store");
  }
  response.set("x-content-type-options", "nosniff");
  world_.origins.Allow(request_, response);
}

net::awaitable<bool> HttpConnection::Reply(HttpResponse response) {
  Complete(response);
  if (request_.method() == http::verb::head) {
    response.content_length(response.body().size());
    response.body().clear();
  } else {
    response.prepare_payload();
  }
  return Write(TextOf(response));
}

net::awaitable<bool> HttpConnection::Begin(HttpResponse head) {
  streaming_ = true;
  if (incoming_.size() > 0) DropIncoming();
  BeginReading();
  chunked_ = request_.version() >= kHttp11;
  Complete(head);
  head.body().clear();
  if (chunked_) {
    head.chunked(true);
  } else {
    // The end of the connection marks the end of the answer.
    close_ = true;
    head.keep_alive(false);
  }
  std::ostringstream text;
  text << head.base();
  return Write(text.str());
}

net::awaitable<bool> HttpConnection::Send(absl::string_view part) {
  if (part.empty()) co_return !gone_;
  if (!chunked_) co_return co_await Write(std::string(part));
  co_return co_await Write(
      absl::StrCat(absl::Hex(part.size()), "\r\n", part, "\r\n"));
}

net::awaitable<bool> HttpConnection::End() {
  streaming_ = false;
  if (!chunked_) co_return true;
  co_return co_await Write("0\r\n\r\n");
}

net::awaitable<bool> HttpConnection::Refuse(http::status status,
                                            const std::string& why) {
  close_ = true;
  refused_ = true;
  HttpResponse response;
  response.result(status);
  response.set(http::field::content_type, "application/json");
  response.body() =
      ErrorJson({IsTooLarge(status) ? absl::StatusCode::kResourceExhausted
                                    : absl::StatusCode::kInvalidArgument,
                 why});
  co_await Reply(std::move(response));
  co_return false;
}

std::string HttpConnection::WhatIs(const error_code& error) const {
  if (error == http::error::body_limit) {
    return absl::StrCat("the body of the request has more than ",
                        world_.limits.body_bytes, " bytes, the limit");
  }
  if (error == http::error::header_limit) {
    return absl::StrCat("the headers of the request have more than ",
                        world_.limits.header_bytes, " bytes, the limit");
  }
  return absl::StrCat("this is no request of HTTP/1.1: ", error.message());
}

net::awaitable<bool> HttpConnection::Write(std::string bytes) {
  AllowTime(world_.limits.send_time);
  const bool sent = co_await stream_->Write(bytes);
  AllowTime(absl::InfiniteDuration());
  if (!sent) gone_ = true;
  co_return sent;
}

void HttpConnection::AllowTime(absl::Duration time) {
  if (time == absl::InfiniteDuration()) {
    deadline_.cancel();
    deadline_.expires_at(net::steady_timer::time_point::max());
    return;
  }
  deadline_.expires_after(absl::ToChronoMilliseconds(time));
  deadline_.async_wait([weak = weak_from_this()](const error_code& error) {
    const auto self = weak.lock();
    if (error || self == nullptr) return;
    // More time may have been allowed while this handler was waiting.
    if (self->deadline_.expiry() > net::steady_timer::clock_type::now()) return;
    self->stream_->Cut();
  });
}

}  // namespace arena::referee
