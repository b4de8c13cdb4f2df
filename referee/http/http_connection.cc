#include "referee/http/http_connection.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/write.hpp>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/http/connect_error.h"

namespace arena::referee {
namespace {

using boost::system::error_code;

constexpr size_t kReadBytes = 8 * 1024;
constexpr int kHttp11 = 11;

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
}

net::awaitable<void> HttpConnection::Run() {
  AllowTime(world_.limits.request_time);
  bool open = co_await stream_->Begin();
  while (open && !close_ && co_await ReadRequest()) {
    AllowTime(absl::InfiniteDuration());
    serving_ = true;
    if (incoming_.size() == 0) BeginReading();
    const OriginPolicy::Verdict verdict =
        world_.origins.Judge(request_, secure_);
    if (verdict.answer.has_value()) {
      co_await Reply(*verdict.answer);
    } else {
      co_await world_.handler.Serve(*this);
    }
    serving_ = false;
    open = !gone_ && !close_ && request_.keep_alive();
  }
  AllowTime(absl::InfiniteDuration());
  stream_->Cut();
}

// ---- Reading ----

net::awaitable<bool> HttpConnection::ReadRequest() {
  AllowTime(world_.limits.idle_time);
  if (incoming_.size() == 0 && !co_await More()) co_return false;
  AllowTime(world_.limits.request_time);
  Parser parser;
  parser.eager(true);
  parser.header_limit(static_cast<uint32_t>(world_.limits.header_bytes));
  parser.body_limit(world_.limits.body_bytes);
  if (!co_await Parse(parser)) co_return false;
  request_ = parser.release();
  co_return true;
}

net::awaitable<bool> HttpConnection::Parse(Parser& parser) {
  bool told_to_go_on = false;
  while (!parser.is_done()) {
    error_code error;
    incoming_.consume(parser.put(incoming_.data(), error));
    if (error && error != http::error::need_more) {
      co_await Refuse(StatusFor(error), error.message());
      co_return false;
    }
    if (parser.is_done()) break;
    if (parser.is_header_done() && !std::exchange(told_to_go_on, true) &&
        parser.get()[http::field::expect] == "100-continue" &&
        !co_await Write("HTTP/1.1 100 Continue\r\n\r\n")) {
      co_return false;
    }
    const bool hungry = error == http::error::need_more;
    if ((hungry || incoming_.size() == 0) && !co_await More()) co_return false;
  }
  co_return true;
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
  const size_t count = co_await stream_->Read(incoming_.prepare(kReadBytes));
  incoming_.commit(count);
  reading_ = false;
  if (count == 0) {
    gone_ = true;
    if (on_gone_ != nullptr) std::exchange(on_gone_, nullptr)();
  }
  changed_.Raise();
}

// ---- Answering ----

void HttpConnection::set_on_gone(std::function<void()> on_gone) {
  on_gone_ = std::move(on_gone);
  if (gone_ && on_gone_ != nullptr) std::exchange(on_gone_, nullptr)();
}

void HttpConnection::Complete(HttpResponse& response) {
  response.version(request_.version());
  response.keep_alive(request_.keep_alive() && !close_);
  // Answers are for the caller alone, at this moment, and are what they say.
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
  chunked_ = request_.version() >= kHttp11;
  Complete(head);
  head.body().clear();
  if (chunked_) {
    head.chunked(true);
  } else {
    // The end of the connection is the end of the answer.
    close_ = true;
    head.keep_alive(false);
  }
  std::ostringstream text;
  text << head.base();
  return Write(text.str());
}

net::awaitable<bool> HttpConnection::Send(absl::string_view part) {
  if (part.empty()) co_return !gone_;
  if (!chunked_) co_return co_await Write(part);
  co_return co_await Write(
      absl::StrCat(absl::Hex(part.size()), "\r\n", part, "\r\n"));
}

net::awaitable<bool> HttpConnection::End() {
  if (!chunked_) co_return true;
  co_return co_await Write("0\r\n\r\n");
}

net::awaitable<void> HttpConnection::Refuse(http::status status,
                                            const std::string& why) {
  close_ = true;
  HttpResponse response;
  response.result(status);
  response.set(http::field::content_type, "application/json");
  response.body() = ErrorJson({grpc::StatusCode::INVALID_ARGUMENT, why});
  co_await Reply(std::move(response));
}

net::awaitable<bool> HttpConnection::Write(absl::string_view bytes) {
  // Its owner may be a temporary of the caller.
  const std::string kept(bytes);
  AllowTime(world_.limits.send_time);
  const bool sent = co_await stream_->Write(kept);
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
    // Perhaps more time was allowed when this was on its way.
    if (self->deadline_.expiry() > net::steady_timer::clock_type::now()) return;
    self->stream_->Cut();
  });
}

}  // namespace arena::referee
