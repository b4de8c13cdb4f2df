// Attacks of strangers on a referee, and their effect on its bots.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "referee/base/health.pb.h"
#include "tests/measure/floods/wire.h"
#include "tests/referee/services/raw_bot.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

using HealthStatus = grpc::health::v1::HealthCheckResponse;

// gRPC answers this frame.
const std::string kEmptySettings("\0\0\0\4\0\0\0\0\0", 9);

std::string Repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// A connection that does not use gRPC.
class RawConnection {
 public:
  explicit RawConnection(const std::string& address)
      : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in referee = {};
    referee.sin_family = AF_INET;
    referee.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int port = 0;
    EXPECT_TRUE(
        absl::SimpleAtoi(address.substr(address.rfind(':') + 1), &port));
    referee.sin_port = htons(port);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&referee),
                      sizeof(referee)),
              0);
  }
  ~RawConnection() { close(socket_); }
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  void Send(const std::string& bytes) {
    send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  // Reads until the other side has closed, or until the test has waited too
  // long.
  bool IsClosed() {
    const timeval patience = {.tv_sec = kPatience.count(), .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    char bytes[4096];
    ssize_t count = 1;
    while (count > 0) count = recv(socket_, bytes, sizeof(bytes), 0);
    return count == 0 || errno == ECONNRESET;
  }

 private:
  const int socket_;
};

class StrangersTest : public RefereeTest {
 protected:
  void ListenBehindProxy() {
    options_.peers.forwarded = true;
    options_.insecure = true;  // No tokens: tests are about addresses.
    StartReferee();
  }
  // Returns the context of a call that comes through a proxy from this address.
  static std::unique_ptr<grpc::ClientContext> From(const std::string& address) {
    auto context = std::make_unique<grpc::ClientContext>();
    context->AddMetadata("x-forwarded-for", address);
    return context;
  }
  grpc::Status SubmitTo(const std::string& session,
                        std::unique_ptr<grpc::ClientContext> context) {
    v1::SubmitRequest request;
    request.set_session_token(session);
    request.mutable_request()->mutable_leave();
    v1::SubmitResponse response;
    return play_->Submit(context.get(), request, &response);
  }
  // Opens a connection of its own for a bot.
  std::unique_ptr<v1::PlayService::Stub> NewConnection() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return v1::PlayService::NewStub(grpc::CreateCustomChannel(
        address(), grpc::InsecureChannelCredentials(), arguments));
  }
};

TEST_F(StrangersTest, OnAUnixSocketHeadersEndSomewhere) {
  StartReferee();
  floods::Wire wire(options_.listen[1], /*tls=*/false);
  wire.Send(floods::Greeting() +
            floods::Frame(floods::FrameType::kHeaders, 0, 1, "x"));
  const std::string nothing =
      floods::Frame(floods::FrameType::kContinuation, 0, 1, "");
  int sent = 0;
  while (wire.open() && sent < 1'000'000) {
    wire.Send(Repeated(nothing, 1000));
    wire.Drain();
    sent += 1000;
  }
  EXPECT_LT(sent, 1'000'000);
}

TEST_F(StrangersTest, AStreamWithoutHelloEnds) {
  options_.peers.hello_patience = absl::Milliseconds(50);
  StartReferee();
  RawBot bot(*play_);
  const grpc::Status end = bot.Finish();
  EXPECT_EQ(end.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(end.error_message(), HasSubstr("no hello came within 50ms"));
}

TEST_F(StrangersTest, ABotThatHasSaidHelloMayBeSilent) {
  options_.peers.hello_patience = absl::Milliseconds(50);
  StartReferee();
  RawBot silent(*play_, "a");
  RawBot stranger(*play_);
  stranger.Finish();
  v1::PlayRequest request;
  request.mutable_leave();
  silent.Send(request);
  EXPECT_EQ(silent.EndCode(), grpc::StatusCode::OK);
}

TEST_F(StrangersTest, OneAddressHasOnlySoManyStreamsWithoutHello) {
  options_.peers.max_silent_of_address = 2;
  ListenBehindProxy();
  RawBot first(*play_, From("10.0.0.1"));
  RawBot second(*play_, From("10.0.0.1"));
  RawBot third(*play_, From("10.0.0.1"));
  // The last of the three is refused; the other two wait for their hello.
  absl::Notification refused;
  std::vector<std::future<bool>> welcomes;
  for (RawBot* bot : {&first, &second, &third}) {
    welcomes.push_back(std::async(std::launch::async, [bot, &refused] {
      if (bot->Read().has_value()) return true;
      refused.Notify();
      return false;
    }));
  }
  refused.WaitForNotification();
  RawBot neighbour(*play_, From("10.0.0.2"));
  EXPECT_TRUE(neighbour.SayHello("a").has_welcome());
  RawBot local(*play_);
  EXPECT_TRUE(local.SayHello("b").has_welcome());
  for (RawBot* bot : {&first, &second, &third}) bot->SendHello("c");
  int welcome = 0;
  for (std::future<bool>& came : welcomes) welcome += came.get();
  EXPECT_EQ(welcome, 2);
}

TEST_F(StrangersTest, AFullHouseOfSilentStreamsDoesNotStopAMatch) {
  options_.peers.max_silent = 20;
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
  RawBot bot(*play_, "a");
  std::vector<std::unique_ptr<RawBot>> silent;
  for (int i = 0; i < 60; ++i) {
    silent.push_back(std::make_unique<RawBot>(*play_));
  }
  EXPECT_EQ(bot.PlayToTheEnd().result().faults_size(), 0);
}

TEST_F(StrangersTest, MadeUpSessionsAreCounted) {
  options_.peers.max_refusals = 3;
  ListenBehindProxy();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(SubmitTo("made up", From("10.0.0.1")).error_code(),
              grpc::StatusCode::NOT_FOUND);
  }
  const grpc::Status refused = SubmitTo("made up", From("10.0.0.1"));
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(refused.error_details(), HasSubstr("google.rpc.RetryInfo"));
  EXPECT_EQ(SubmitTo("made up", From("10.0.0.2")).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(StrangersTest, AGoodSessionIsServedBesideMadeUpOnes) {
  options_.peers.max_refusals = 3;
  ListenBehindProxy();
  RawBot bot(*play_, "a");
  for (int i = 0; i < 5; ++i) SubmitTo("made up", From("10.0.0.1"));
  EXPECT_TRUE(SubmitTo(bot.token(), From("10.0.0.1")).ok());
}

TEST_F(StrangersTest, WhatACallerSaysOfItselfIsNotBelieved) {
  options_.peers.max_silent_of_address = 1;
  StartReferee();
  RawBot first(*play_, From("10.0.0.1"));
  RawBot second(*play_, From("10.0.0.1"));
  EXPECT_TRUE(first.SayHello("a").has_welcome());
  EXPECT_TRUE(second.SayHello("b").has_welcome());
}

TEST_F(StrangersTest, WatchersOfHealthAreCounted) {
  const auto watch = [this](grpc::ClientContext& context) {
    const grpc::internal::RpcMethod method(
        "/grpc.health.v1.Health/Watch",
        grpc::internal::RpcMethod::SERVER_STREAMING, channel_);
    return std::unique_ptr<grpc::ClientReader<HealthStatus>>(
        grpc::internal::ClientReaderFactory<HealthStatus>::Create(
            channel_.get(), method, &context,
            grpc::health::v1::HealthCheckRequest()));
  };
  options_.peers.max_streams_of_address = 2;
  ListenBehindProxy();
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<HealthStatus>>> watchers;
  HealthStatus status;
  for (int i = 0; i < 2; ++i) {
    contexts.push_back(From("10.0.0.1"));
    watchers.push_back(watch(*contexts.back()));
    EXPECT_TRUE(watchers.back()->Read(&status));
    EXPECT_EQ(status.status(),
              HealthStatus::SERVING);
  }
  const auto context = From("10.0.0.1");
  const auto refused = watch(*context);
  EXPECT_FALSE(refused->Read(&status));
  EXPECT_EQ(refused->Finish().error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  // The watchers that were not refused hear of the end.
  server_->Stop();
  EXPECT_TRUE(watchers[0]->Read(&status));
  EXPECT_EQ(status.status(),
            HealthStatus::NOT_SERVING);
  for (const auto& watcher : watchers) {
    while (watcher->Read(&status)) {
    }
    EXPECT_EQ(watcher->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  }
}

TEST_F(StrangersTest, BehindAProxyCallsNeedTokens) {
  options_.peers.forwarded = true;
  EXPECT_TRUE(absl::IsFailedPrecondition(Server::Start(options_).status()));
}

TEST_F(StrangersTest, TooMuchMetadataIsRefused) {
  StartReferee();
  auto context = std::make_unique<grpc::ClientContext>();
  context->AddMetadata("padding", std::string(20000, 'x'));
  EXPECT_EQ(SubmitTo("made up", std::move(context)).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(StrangersTest, IdleConnectionsDoNotKeepBotsOut) {
  options_.peers.max_connections = 10;
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "bot:b"}), &match).ok());
  RawBot early(*play_, "a");
  std::vector<std::unique_ptr<RawConnection>> idle;
  for (int i = 0; i < 100; ++i) {
    idle.push_back(std::make_unique<RawConnection>(address()));
  }
  const auto connection = NewConnection();
  RawBot late(*connection, "b");
  EXPECT_NE(late.token(), "");
  EXPECT_TRUE(idle.front()->IsClosed());
  std::thread other([&] { late.PlayToTheEnd(); });
  EXPECT_EQ(early.PlayToTheEnd().result().faults_size(), 0);
  other.join();
}

TEST_F(StrangersTest, AConnectionThatOnlySendsIsCut) {
  StartReferee();
  RawConnection stranger(address());
  stranger.Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  for (int i = 0; i < 100; ++i) stranger.Send(Repeated(kEmptySettings, 1000));
  EXPECT_TRUE(stranger.IsClosed());
  RawBot bot(*play_, "a");
  EXPECT_NE(bot.token(), "");
}

TEST_F(StrangersTest, EveryKindOfAddressIsServed) {
  options_.listen = {"127.0.0.1:0", "localhost:0",
                     "unix:" + folder_ + "/socket"};
  StartReferee();
  int bots = 0;
  for (const std::string& address : server_->addresses()) {
    const auto stub = v1::PlayService::NewStub(
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
    // A name is free only a moment after its stream has ended.
    RawBot bot(*stub, absl::StrCat("bot-", ++bots));
    EXPECT_NE(bot.token(), "") << address;
    v1::PlayRequest request;
    request.mutable_leave();
    bot.Send(request);
    EXPECT_EQ(bot.EndCode(), grpc::StatusCode::OK);
  }
}

TEST_F(StrangersTest, TwoRefereesShareNoPort) {
  StartReferee();
  ServerOptions other = options_;
  other.data = folder_ + "/other";
  other.listen = {address()};
  const auto second = Server::Start(other);
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr("another program listens there; name another port"));
}

}  // namespace
}  // namespace arena::referee
