#include "referee/runner/play_proxy.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/process/temporary_folder.h"

namespace arena::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// A referee that welcomes one bot, begins a match, pings, and waits for the
// answer.
class OneBotReferee final : public v1::PlayService::Service {
 public:
  grpc::Status Play(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>* stream)
      override {
    const auto [begin, end] =
        context->client_metadata().equal_range("authorization");
    if (begin != end) {
      authorization = {begin->second.data(), begin->second.size()};
    }
    v1::PlayRequest request;
    stream->Read(&request);
    hello = request.hello();
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

  std::string authorization;
  v1::Hello hello;
  v1::PlayRequest answer;
};

class Deaf final : public PlayListener {
 public:
  void OnHello() override {}
  void OnMessage(const v1::PlayResponse&) override {}
  void OnRequest(const v1::PlayRequest&) override {}
  void OnStreamEnd() override {}
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
        {.referee = grpc::CreateChannel(Address("referee"),
                                        grpc::InsecureChannelCredentials()),
         .token = "secret of the process",
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
  // Plays as a bot that claims to be another one, to the end of its stream.
  grpc::Status Play() {
    const auto stub = v1::PlayService::NewStub(grpc::CreateChannel(
        Address("bot"), grpc::InsecureChannelCredentials()));
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
  Deaf listener_;
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

}  // namespace
}  // namespace arena::runner
