#include "referee/http/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "tests/testing/http/http_client.h"
#include "tests/testing/http/local_listener.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HttpClient;
using ::testing::IsEmpty;
using testing::RequestText;

// Answers with the request; some targets have answers of their own.
class Echo final : public HttpHandler {
 public:
  net::awaitable<void> Serve(Exchange& exchange) override {
    const HttpRequest& request = exchange.request();
    const std::string target(request.target());
    if (target == "/stream") co_return co_await Stream(exchange);
    if (target == "/silent") co_return co_await BeSilent(exchange);
    if (target == "/wait") co_return co_await WaitForTheEnd(exchange);
    if (target == "/endless") co_return co_await GoOn(exchange);
    HttpResponse response;
    response.body() = absl::StrCat(std::string(request.method_string()), " ",
                                   target, " ", request.body());
    co_await exchange.Reply(std::move(response));
  }

  absl::Notification waiting_;
  absl::Notification gone_;

 private:
  net::awaitable<void> Stream(Exchange& exchange) {
    co_await exchange.Begin(HttpResponse());
    co_await exchange.Send("one ");
    co_await exchange.Send("two");
    co_await exchange.End();
  }
  // Begins a stream and sends nothing.
  net::awaitable<void> BeSilent(Exchange& exchange) {
    co_await exchange.Begin(HttpResponse());
    co_await WaitForTheEnd(exchange);
  }
  net::awaitable<void> WaitForTheEnd(Exchange& exchange) {
    Signal signal(exchange.strand());
    bool gone = false;
    exchange.set_on_gone([&] {
      gone = true;
      signal.Raise();
    });
    waiting_.Notify();
    while (!gone) co_await signal.Wait();
    gone_.Notify();
  }
  // Sends more than any buffer between two programs holds.
  net::awaitable<void> GoOn(Exchange& exchange) {
    bool open = co_await exchange.Begin(HttpResponse());
    while (open) open = co_await exchange.Send(std::string(1 << 20, 'x'));
    gone_.Notify();
  }
};

class HttpServerTest : public ::testing::Test {
 protected:
  void Start(HttpServer::Options options = {}) {
    server_ = std::make_unique<HttpServer>(std::move(options), echo_);
  }
  // Connects a client, and gives the connection to the server.
  HttpClient& Connect() {
    client_ = std::make_unique<HttpClient>(listener_.url());
    server_->Take(
        Descriptor(listener_.Accept()),
        "10.0.0.1:1", nullptr);
    return *client_;
  }

  Echo echo_;
  std::unique_ptr<HttpServer> server_;
  std::unique_ptr<HttpClient> client_;
  const testing::LocalListener listener_;
};

TEST_F(HttpServerTest, AConnectionServesOneRequestAfterTheOther) {
  Start();
  HttpClient& client = Connect();
  EXPECT_EQ(client.Post("/a", "1").body(), "POST /a 1");
  EXPECT_EQ(client.Get("/b").body(), "GET /b ");
}

TEST_F(HttpServerTest, RequestsThatDoNotWaitAreAnsweredInTheirOrder) {
  Start();
  HttpClient& client = Connect();
  const HttpClient::Headers host = {{"Host", "localhost"}};
  client.Write(RequestText(http::verb::post, "/a", "1", host) +
               RequestText(http::verb::get, "/b", "", host));
  EXPECT_EQ(client.Read().body(), "POST /a 1");
  EXPECT_EQ(client.Read().body(), "GET /b ");
}

TEST_F(HttpServerTest, ARequestMayComeByteByByte) {
  Start();
  HttpClient& client = Connect();
  for (const char byte :
       RequestText(http::verb::post, "/a", "123", {{"Host", "localhost"}})) {
    client.Write(std::string(1, byte));
  }
  EXPECT_EQ(client.Read().body(), "POST /a 123");
}

TEST_F(HttpServerTest, TheAnswerToHeadHasNoBody) {
  Start();
  HttpClient& client = Connect();
  const auto answer =
      client.Ask(http::verb::head, "/a", "", HttpClient::Headers());
  EXPECT_EQ(answer[http::field::content_length], "8");
  EXPECT_THAT(answer.body(), IsEmpty());
  EXPECT_EQ(client.Get("/b").body(), "GET /b ");
}

TEST_F(HttpServerTest, AStreamIsSentInChunks) {
  Start();
  HttpClient& client = Connect();
  const auto answer = client.Get("/stream");
  EXPECT_EQ(answer.body(), "one two");
  EXPECT_TRUE(answer.chunked());
  EXPECT_EQ(client.Get("/b").body(), "GET /b ");
}

TEST_F(HttpServerTest, WithoutChunksAStreamEndsWithTheConnection) {
  Start();
  HttpClient& client = Connect();
  client.Write("GET /stream HTTP/1.0\r\nHost: localhost\r\n\r\n");
  const auto answer = client.Read();
  EXPECT_FALSE(answer.chunked());
  EXPECT_EQ(answer.body(), "one two");
}

TEST_F(HttpServerTest, ACallerThatExpectsToBeToldToGoOnIsTold) {
  Start();
  HttpClient& client = Connect();
  client.Write(
      "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Expect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.ReadSome(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Write("123");
  EXPECT_EQ(client.Read().body(), "POST /a 123");
}

// ---- Callers that want to do harm ----

struct BadRequest {
  const char* name;
  std::string text;
  int status;
};

class BadRequestTest : public HttpServerTest,
                       public ::testing::WithParamInterface<BadRequest> {};

TEST_P(BadRequestTest, IsRefusedAndEndsTheConnection) {
  Start();
  HttpClient& client = Connect();
  client.Write(GetParam().text);
  const auto answer = client.Read();
  EXPECT_EQ(answer.result_int(), GetParam().status);
  const bool too_large = GetParam().status == 413 || GetParam().status == 431;
  EXPECT_THAT(answer.body(), HasSubstr(too_large ? "\"resource_exhausted\""
                                                 : "\"invalid_argument\""));
  EXPECT_TRUE(client.IsClosed());
}

std::vector<BadRequest> BadRequests() {
  const std::string post = "POST /a HTTP/1.1\r\nHost: localhost\r\n";
  const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
  const std::string hidden = "GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n";
  return {
      {"Garbage", "\x16\x03\x01 this is TLS\r\n\r\n", 400},
      {"Http2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
      {"LongHeaders", post + "X: " + std::string(20000, 'x') + "\r\n\r\n", 431},
      {"LongBody", post + "Content-Length: 99999999\r\n\r\n", 413},
      {"LongChunks", chunked + "fffffff\r\n", 413},
      {"ChunkThatSaysTooMuch", chunked + "1;" + std::string(20000, 'x'), 400},
      {"LongTrailers", chunked + "0\r\nX: " + std::string(20000, 'x'), 400},
      {"NoLength", post + "Content-Length: -1\r\n\r\n", 400},
      // A proxy might read these requests otherwise.
      {"TwoLengths",
       post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\n1234", 400},
      {"LengthAndChunks",
       post +
           "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       400},
      {"TwoLengthsInOne", post + "Content-Length: 2, 2\r\n\r\nab", 400},
      {"SpaceBeforeColon", post + "X : 1\r\n\r\n", 400},
      {"FoldedHeader", post + "X: 1\r\n 2\r\n\r\n", 400},
      {"FoldedEncoding",
       post + "Transfer-Encoding:\r\n\tchunked\r\n\r\n0\r\n\r\n", 400},
      {"ChunksBeforeTheyWereKnown",
       "POST /a HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n"
       "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" +
           hidden,
       400},
      {"UnknownEncoding", post + "Transfer-Encoding: xchunked\r\n\r\n" + hidden,
       400},
      {"UnknownEncodingAndLength",
       post + "Transfer-Encoding: x\r\nContent-Length: 1\r\n\r\n1" + hidden,
       400},
      {"EncodingBehindChunks",
       post + "Transfer-Encoding: chunked, identity\r\n\r\n" + hidden, 400},
      {"EncodingBeforeChunks",
       post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400},
      {"TwoHosts", post + "Host: evil.example\r\n\r\n", 400},
      {"TwoTokens", post + "Authorization: a\r\nAuthorization: b\r\n\r\n", 400},
      {"NoHost", "GET /a HTTP/1.1\r\n\r\n", 400},
      {"NewerVersion", "GET /a HTTP/3.0\r\nHost: localhost\r\n\r\n", 400},
      // A header that only a proxy may set stands in the trailers.
      {"Trailers", chunked + "0\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n", 400},
  };
}

INSTANTIATE_TEST_SUITE_P(All, BadRequestTest,
                         ::testing::ValuesIn(BadRequests()),
                         [](const auto& info) { return info.param.name; });

TEST_F(HttpServerTest, WhoStillSendsIsToldWhyHisRequestIsRefused) {
  Start();
  HttpClient& client = Connect();
  EXPECT_TRUE(
      client.Write("POST /a HTTP/1.1\r\nHost: localhost\r\n"
                   "Content-Length: 99999999\r\n\r\n" +
                   std::string(size_t{8} << 20, 'x')));
  const auto answer = client.Read();
  EXPECT_EQ(answer.result_int(), 413u);
  EXPECT_THAT(answer.body(), HasSubstr("more than 262144 bytes"));
}

TEST_F(HttpServerTest, WhoGoesOnSendingIsCutAllTheSame) {
  Start({.limits = {.refusal_time = absl::Milliseconds(50)}});
  HttpClient& client = Connect();
  client.Write("POST /a HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.Read().result_int(), 400u);
  EXPECT_TRUE(client.IsClosed());
  EXPECT_TRUE(client.IsCut());
}

TEST_F(HttpServerTest, ARequestThatTakesTooLongIsCut) {
  Start({.limits = {.request_time = absl::Milliseconds(50)}});
  HttpClient& client = Connect();
  client.Write("POST /a HTTP/1.1\r\nHost: localhost\r\n");
  EXPECT_TRUE(client.IsClosed());
}

TEST_F(HttpServerTest, WhoIsToldToGoOnAndDoesNotIsCut) {
  // Within this time even a busy machine sends 100 Continue.
  Start({.limits = {.request_time = absl::Seconds(2)}});
  HttpClient& client = Connect();
  client.Write(
      "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Expect: 100-continue\r\n\r\n");
  EXPECT_THAT(client.ReadSome(), HasSubstr("100 Continue"));
  EXPECT_TRUE(client.IsClosed());
}

TEST_F(HttpServerTest, AConnectionWithoutARequestIsCut) {
  Start({.limits = {.idle_time = absl::Milliseconds(50)}});
  EXPECT_TRUE(Connect().IsClosed());
}

TEST_F(HttpServerTest, WhoeverReadsNoMoreIsCut) {
  Start({.limits = {.send_time = absl::Milliseconds(50)}});
  Connect().Write(
      RequestText(http::verb::get, "/endless", "", {{"Host", "localhost"}}));
  echo_.gone_.WaitForNotification();
}

// ---- The end ----

TEST_F(HttpServerTest, ACallerThatGoesAwayIsNoticed) {
  Start();
  Connect().Write(
      RequestText(http::verb::get, "/wait", "", {{"Host", "localhost"}}));
  echo_.waiting_.WaitForNotification();
  client_->Leave();
  echo_.gone_.WaitForNotification();
}

// Streams that nobody reads would pile up otherwise.
TEST_F(HttpServerTest, ACallerThatSendsMoreBehindAStreamIsNotMissed) {
  Start();
  Connect().Write(
      RequestText(http::verb::get, "/silent", "", {{"Host", "localhost"}}) +
      std::string(100000, 'x'));
  echo_.waiting_.WaitForNotification();
  client_->Leave();
  echo_.gone_.WaitForNotification();
}

TEST_F(HttpServerTest, WhatComesBehindAStreamEndsTheConnection) {
  Start();
  HttpClient& client = Connect();
  const HttpClient::Headers host = {{"Host", "localhost"}};
  client.Write(RequestText(http::verb::get, "/stream", "", host) +
               RequestText(http::verb::get, "/b", "", host));
  const auto answer = client.Read();
  EXPECT_EQ(answer.body(), "one two");
  EXPECT_FALSE(answer.keep_alive());
  EXPECT_TRUE(client.IsClosed());
}

TEST_F(HttpServerTest, WhoSaysThatItClosesIsClosed) {
  Start();
  HttpClient& client = Connect();
  EXPECT_EQ(client.Get("/a", {{"Connection", "close"}}).body(), "GET /a ");
  EXPECT_TRUE(client.IsClosed());
}

TEST_F(HttpServerTest, StoppingClosesWhatWaitsForRequests) {
  Start();
  HttpClient& client = Connect();
  client.Get("/a");
  server_->Stop();
  EXPECT_TRUE(client.IsClosed());
}

TEST_F(HttpServerTest, StoppingDoesNotWaitForWhoReadsNoMore) {
  Start({.limits = {.send_time = absl::Hours(1),
                    .stop_time = absl::Milliseconds(50)}});
  HttpClient& client = Connect();
  client.Write(
      RequestText(http::verb::get, "/endless", "", {{"Host", "localhost"}}));
  client.ReadSome();
  server_->Stop();
  EXPECT_TRUE(echo_.gone_.HasBeenNotified());
}

// ---- Pages ----

TEST_F(HttpServerTest, PagesOfOthersMayNotCall) {
  Start();
  HttpClient& client = Connect();
  const auto answer =
      client.Post("/a", "1", {{"Origin", "https://evil.example"}});
  EXPECT_EQ(answer.result_int(), 403u);
  EXPECT_THAT(answer.body(), AllOf(HasSubstr("https://evil.example"),
                                   HasSubstr("--http-origin")));
}

TEST_F(HttpServerTest, ANameThatLeadsHereIsNotEnough) {
  Start();
  const auto answer = Connect().Post("/a", "1", {{"Host", "evil.example:80"}});
  EXPECT_EQ(answer.result_int(), 403u);
  EXPECT_THAT(answer.body(), HasSubstr("localhost or 127.0.0.1"));
}

TEST_F(HttpServerTest, PagesThatAreAllowedMayReadTheAnswer) {
  Start({.origins = OriginPolicy({"https://good.example"}, true)});
  HttpClient& client = Connect();
  const auto asked =
      client.Ask(http::verb::options, "/a", "",
                 {{"Origin", "https://good.example"},
                  {"Access-Control-Request-Method", "POST"},
                  {"Access-Control-Request-Headers", "authorization"}});
  EXPECT_EQ(asked.result_int(), 204u);
  EXPECT_EQ(asked[http::field::access_control_allow_origin],
            "https://good.example");
  const auto answer =
      client.Post("/a", "1", {{"Origin", "https://good.example"}});
  EXPECT_EQ(answer.body(), "POST /a 1");
  EXPECT_EQ(answer[http::field::access_control_allow_origin],
            "https://good.example");
}

}  // namespace
}  // namespace arena::referee
