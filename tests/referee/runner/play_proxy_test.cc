#include "referee/runner/play_proxy.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/process/temporary_folder.h"
#include "tests/measure/floods/wire.h"

namespace arena::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// A referee that welcomes one bot, begins a match, pings, and waits for the
// answer.
class OneBotReferee final : public v1::PlayService::Service {
 public:
  grpc::Status Play(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>*
                        stream) override {
    const auto [begin, end] =
        context->client_metadata().equal_range("authorization");
    if (begin != end) {
      authorization = {begin->second.data(), begin->second.size()};
    }
    v1::PlayRequest request;
    stream->Read(&request);
    hello = request.hello();
    if (waits) {
      // The prompt goes to the holder of the stream: process or watch.
      v1::PlayResponse response;
      response.mutable_welcome();
      stream->Write(response);
      response.mutable_match_start()->set_match_id("m");
      stream->Write(response);
      stream->Read(&answer);
      response.mutable_prompt()->set_match_id("m");
      stream->Write(response);
      while (stream->Read(&request)) {
      }
      return grpc::Status::OK;
    }
    v1::PlayResponse response;
    response.mutable_welcome()->set_session_token("secret of the session");
    stream->Write(response);
    response.mutable_match_start()->set_match_id("m");
    stream->Write(response);
    response.mutable_ping()->set_nonce(7);
    stream->Write(response);
    stream->Read(&answer);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "the referee stops");
  }

  // Whether the referee waits for a Ready, asks, and waits for the stream's
  // end.
  bool waits = false;
  std::string authorization;
  v1::Hello hello;
  v1::PlayRequest answer;
};

class Listener final : public PlayListener {
 public:
  void OnHello(const std::function<void()>& watch) override { watch_ = watch; }
  void OnMessage(const v1::PlayResponse& message) override {
    if (!message.has_prompt()) return;
    MutexLock lock(mutex_);
    if (prompts_++ < std::size(prompt_)) prompt_[prompts_ - 1].set_value();
  }
  void OnRequest(const v1::PlayRequest&) override {}
  void OnStreamEnd() override {
    if (ends_++ == 0) end_.set_value();
  }
  void OnFlood(const absl::Status& why) override {
    MutexLock lock(mutex_);
    if (std::exchange(flooded_, true)) return;
    flood_.set_value(std::string(why.message()));
  }

  std::function<void()> watch_;
  // The first prompts, the first end of a stream, and the first flood.
  std::promise<void> prompt_[2];
  std::promise<void> end_;
  std::promise<std::string> flood_;
  std::atomic<int> ends_ = 0;

 private:
  Mutex mutex_;
  size_t prompts_ ABSL_GUARDED_BY(mutex_) = 0;
  bool flooded_ ABSL_GUARDED_BY(mutex_) = false;
};

class PlayProxyTest : public ::testing::Test {
 protected:
  PlayProxyTest() : folder_(*TemporaryFolder::Create()) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&referee_);
    builder.AddListeningPort(Address("referee"),
                             grpc::InsecureServerCredentials());
    server_ = builder.BuildAndStart();
    Open();
  }
  void Open(bool several_matches = false, bool rehearses = false) {
    v1::Resources resources;
    resources.set_cores(3);
    proxy_.reset();
    proxy_ = *PlayProxy::Open(
        folder_->path() + "/bot",
        grpc::CreateChannel(Address("referee"),
                            grpc::InsecureChannelCredentials()),
        {.token = "secret of the process",
         .bot = "x",
         .process_id = "process-1",
         .version = "1.2",
         .several_matches = several_matches,
         .rehearses = rehearses,
         .resources = resources},
        listener_);
  }
  std::string Address(const std::string& name) const {
    return "unix:" + folder_->path() + "/" + name;
  }
  std::unique_ptr<v1::PlayService::Stub> Bot() const {
    return v1::PlayService::NewStub(grpc::CreateChannel(
        Address("bot"), grpc::InsecureChannelCredentials()));
  }
  // Plays to the end of the stream, under a false name.
  grpc::Status Play() {
    const auto stub = Bot();
    grpc::ClientContext context;
    const auto stream = stub->Play(&context);
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_name("y");
    hello.set_instance("another");
    hello.set_max_matches(99);
    hello.set_version("9");
    hello.add_capabilities(v1::CAPABILITY_TEXT);
    hello.add_capabilities(v1::CAPABILITY_REDIRECT);
    stream->Write(request);
    v1::PlayResponse response;
    while (stream->Read(&response)) heard_.push_back(response);
    return stream->Finish();
  }

  std::unique_ptr<TemporaryFolder> folder_;
  OneBotReferee referee_;
  Listener listener_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<PlayProxy> proxy_;
  std::vector<v1::PlayResponse> heard_;
};

TEST_F(PlayProxyTest, TheRefereeHearsWhoseProcessItIs) {
  Play();
  EXPECT_EQ(referee_.authorization, "Bearer secret of the process");
  EXPECT_EQ(referee_.hello.name(), "x");
  EXPECT_EQ(referee_.hello.instance(), "process-1");
  EXPECT_EQ(referee_.hello.version(), "1.2");
  EXPECT_EQ(referee_.hello.max_matches(), 1);
  EXPECT_TRUE(referee_.hello.one_match());
  EXPECT_THAT(referee_.hello.capabilities(), ElementsAre(v1::CAPABILITY_TEXT));
}

TEST_F(PlayProxyTest, AProcessForSeveralMatchesIsIntroducedAsSuch) {
  Open(/*several_matches=*/true);
  Play();
  EXPECT_FALSE(referee_.hello.one_match());
  EXPECT_EQ(referee_.hello.max_matches(), 1);
}

TEST_F(PlayProxyTest, TheProcessIsToldNoSecret) {
  Play();
  ASSERT_FALSE(heard_.empty());
  for (const v1::PlayResponse& response : heard_) {
    EXPECT_THAT(response.DebugString(), Not(HasSubstr("secret")));
  }
}

TEST_F(PlayProxyTest, TheProcessIsToldWhatItMayUse) {
  Play();
  ASSERT_EQ(heard_.size(), 2u);
  EXPECT_EQ(heard_[1].match_start().match_id(), "m");
  EXPECT_EQ(heard_[1].match_start().resources().cores(), 3);
}

TEST_F(PlayProxyTest, APingIsAnsweredForTheProcess) {
  Play();
  EXPECT_EQ(referee_.answer.pong().nonce(), 7);
}

TEST_F(PlayProxyTest, AProcessThatRehearsesHearsStartsTwiceAndNewThings) {
  Open(/*several_matches=*/false, /*rehearses=*/true);
  Play();
  int starts = 0;
  int unknown = 0;
  for (const v1::PlayResponse& response : heard_) {
    starts += response.has_match_start();
    unknown += response.kind_case() == v1::PlayResponse::KIND_NOT_SET;
  }
  EXPECT_EQ(starts, 2);
  EXPECT_EQ(unknown, 3);
}

TEST_F(PlayProxyTest, TheStreamEndsAsTheRefereeHasEndedIt) {
  const grpc::Status status = Play();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "the referee stops");
  EXPECT_FALSE(proxy_->connected());
}

TEST_F(PlayProxyTest, TheRefereeHearsAllThatWasSaidBeforeTheEnd) {
  referee_.waits = true;
  const auto stub = Bot();
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  v1::PlayRequest request;
  request.mutable_hello();
  stream->Write(request);
  request.mutable_ready()->set_match_id("m");
  stream->WriteLast(request, grpc::WriteOptions());
  v1::PlayResponse response;
  while (stream->Read(&response)) {
  }
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_TRUE(referee_.answer.has_ready());
}

TEST_F(PlayProxyTest, TheProcessMayComeBackAsSoonAsItHearsTheEnd) {
  for (int i = 1; i <= 10; ++i) {
    EXPECT_EQ(Play().error_message(), "the referee stops");
    // The listener hears of the end before the process.
    EXPECT_EQ(listener_.ends_, i);
  }
}

// ---- A process without a stream ----

TEST_F(PlayProxyTest, AWatchHearsWhatTheProcessIsAsked) {
  referee_.waits = true;
  const auto stub = Bot();
  {
    grpc::ClientContext context;
    const auto stream = stub->Play(&context);
    v1::PlayRequest request;
    request.mutable_hello();
    stream->Write(request);
    v1::PlayResponse response;
    while (stream->Read(&response) && !response.has_match_start()) {
    }
    request.mutable_ready()->set_match_id("m");
    stream->Write(request);
    listener_.prompt_[0].get_future().wait();
    context.TryCancel();
    stream->Finish();
  }
  listener_.end_.get_future().wait();
  // The process owes an act and is frozen: it can neither come back nor get
  // ready.
  listener_.watch_();
  listener_.prompt_[1].get_future().wait();
  EXPECT_TRUE(referee_.answer.has_ready());
  EXPECT_TRUE(proxy_->connected());
}

// ---- A process that floods ----

class ProxyFloodTest : public PlayProxyTest {
 protected:
  // Sends these bytes for as long as the connection is open.
  void Flood(const std::string& first, const std::string& more) {
    floods::Wire wire(Address("bot"), /*tls=*/false);
    wire.Send(floods::Greeting() + first);
    while (wire.open()) {
      wire.Send(more);
      wire.Drain();
    }
  }
  std::string AwaitFlood() { return listener_.flood_.get_future().get(); }
};

TEST_F(ProxyFloodTest, HeadersEndSomewhere) {
  const std::string headers =
      floods::Frame(floods::FrameType::kHeaders, 0, 1,
                    floods::CallHeaders("/arena.v1.PlayService/Play"));
  const std::string more = floods::Frame(floods::FrameType::kContinuation, 0, 1,
                                         std::string(16384, '\0'));
  for (int i = 0; i < 5; ++i) Flood(headers, more);
  // A process that comes again and again is reported as a flood.
  std::future<std::string> flood = listener_.flood_.get_future();
  while (flood.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    Flood(headers, more);
  }
  EXPECT_THAT(flood.get(), HasSubstr("FLOOD"));
}

TEST_F(ProxyFloodTest, PingsOfHttpEndSomewhere) {
  Flood("", floods::Frame(floods::FrameType::kPing, 0, 0, "pingping"));
  EXPECT_THAT(AwaitFlood(), HasSubstr("frames, calls and requests"));
}

TEST_F(ProxyFloodTest, RequestsEndSomewhere) {
  referee_.waits = true;
  const auto stub = Bot();
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  v1::PlayRequest request;
  request.mutable_hello();
  stream->Write(request);
  request.mutable_ping();
  while (stream->Write(request)) {
  }
  EXPECT_THAT(AwaitFlood(), HasSubstr("FLOOD"));
}

TEST_F(ProxyFloodTest, ARequestIsAsSmallAsAtTheReferee) {
  const auto stub = Bot();
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  v1::PlayRequest request;
  request.mutable_hello()->set_language(std::string(65 * 1024, 'x'));
  stream->Write(request);
  v1::PlayResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace arena::runner
