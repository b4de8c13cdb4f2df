// Requests of HTTP, and frames of HTTP/2, however the network cuts them.
#include "referee/http/http_connection.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/http/write.hpp>
#include <cstring>
#include <deque>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/v1/match_service.pb.h"
#include "referee/door/frame_counter.h"
#include "referee/http/connect_request.h"
#include "referee/http/message_codec.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {
namespace {

namespace net = boost::asio;
using referee::HttpRequest;

constexpr size_t kMostMessage = 4096;
constexpr uint32_t kMostHeaderBytes = 1000;

// Pieces of bytes, as they arrive.
using Pieces = std::vector<std::string>;

std::string Joined(const Pieces& pieces) {
  std::string whole;
  for (const std::string& piece : pieces) whole += piece;
  return whole;
}

// A caller that sends everything and then hangs up.
class Caller final : public referee::ByteStream {
 public:
  explicit Caller(const Pieces& pieces)
      : pieces_(pieces.begin(), pieces.end()) {}

  net::awaitable<bool> Begin() override { co_return true; }
  net::awaitable<size_t> Read(net::mutable_buffer place) override {
    while (!pieces_.empty() && pieces_.front().empty()) pieces_.pop_front();
    if (cut_ || pieces_.empty()) co_return 0;
    std::string& next = pieces_.front();
    const size_t count = std::min(place.size(), next.size());
    std::memcpy(place.data(), next.data(), count);
    next.erase(0, count);
    co_return count;
  }
  net::awaitable<bool> Write(absl::string_view /*bytes*/) override {
    co_return !cut_;
  }
  void EndWriting() override {}
  void Cut() override { cut_ = true; }

 private:
  std::deque<std::string> pieces_;
  bool cut_ = false;
};

std::string TextOf(HttpRequest request) {
  std::ostringstream text;
  text << request;
  return text.str();
}

// Checks that a message which the Connect protocol takes can be written.
void ReadCall(const HttpRequest& request) {
  const auto type = request[referee::http::field::content_type];
  const auto form = referee::FormOf({type.data(), type.size()});
  const auto read = form.has_value()
                        ? referee::ReadPost(request, *form, kMostMessage)
                        : referee::ReadGet(request, kMostMessage);
  if (!read.ok()) return;
  ARENA_CHECK(read->body.size() <= kMostMessage);
  v1::CreateMatchRequest message;
  const absl::Status taken =
      referee::ReadMessage(read->form.encoding, read->body, message);
  if (!taken.ok()) {
    ARENA_CHECK(taken.code() == absl::StatusCode::kInvalidArgument,
                taken.ToString());
    return;
  }
  for (const auto encoding :
       {referee::Encoding::kJson, referee::Encoding::kProto}) {
    const auto written = referee::WriteMessage(encoding, message);
    ARENA_CHECK(written.ok(), written.status().ToString());
  }
}

// Keeps the requests that it was asked to answer.
class Listener final : public referee::HttpHandler {
 public:
  net::awaitable<void> Serve(referee::Exchange& exchange) override {
    requests_.push_back(TextOf(exchange.request()));
    ReadCall(exchange.request());
    co_await exchange.Reply(referee::HttpResponse());
  }
  const Pieces& requests() const { return requests_; }

 private:
  Pieces requests_;
};

// The requests that a connection takes from these bytes.
Pieces RequestsIn(const Pieces& pieces) {
  net::io_context context(1);
  Listener listener;
  const referee::HttpConnection::World world = {
      .limits = {.header_bytes = 4096, .body_bytes = 8192},
      .origins = referee::OriginPolicy({"https://example.org"}, false),
      .handler = listener};
  net::co_spawn(
      context,
      [connection = std::make_shared<referee::HttpConnection>(
           world, context.get_executor(), std::make_unique<Caller>(pieces),
           "10.0.0.1:1", /*secure=*/false)] { return connection->Run(); },
      net::detached);
  context.run();
  return listener.requests();
}

Pieces PiecesOf(absl::string_view bytes) {
  Pieces pieces;
  Input input(bytes);
  while (!input.empty()) pieces.emplace_back(input.Piece());
  return pieces;
}

}  // namespace

void FuzzHttp(absl::string_view bytes) {
  const Pieces pieces = PiecesOf(bytes);
  const Pieces requests = RequestsIn(pieces);
  const Pieces of_whole = RequestsIn({Joined(pieces)});
  ARENA_CHECK(requests == of_whole, Joined(requests), "\n not \n",
              Joined(of_whole));
  // A proxy may read the requests and send them on: the result is the same.
  ARENA_CHECK(RequestsIn(requests) == requests, Joined(requests));
}

void FuzzHttp2(absl::string_view bytes) {
  const Pieces pieces = PiecesOf(bytes);
  referee::FrameCounter in_pieces(kMostHeaderBytes);
  referee::FrameCounter whole(kMostHeaderBytes);
  absl::Status read;
  for (size_t i = 0; i < pieces.size() && read.ok(); ++i) {
    read = in_pieces.Read(pieces[i]);
  }
  ARENA_CHECK(read == whole.Read(Joined(pieces)), read.ToString());
  const auto count = in_pieces.Take();
  const auto expected = whole.Take();
  ARENA_CHECK(count.frames == expected.frames && count.calls == expected.calls);
  ARENA_CHECK(count.calls <= count.frames);
}

}  // namespace arena::fuzz
