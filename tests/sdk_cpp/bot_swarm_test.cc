// The load generator keeps to the protocol.
#include "arena/bench/bot_swarm.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/sdk_cpp/fake_referee.h"

namespace arena::bench {
namespace {

using pentathlon::FakeReferee;
using pentathlon::FakeStream;

// Only a failing test waits so long.
constexpr std::chrono::seconds kLimit(30);

class BotSwarmTest : public ::testing::Test {
 protected:
  BotSwarmTest() {
    std::string folder = ::testing::TempDir() + "swarm-XXXXXX";
    folder_ = mkdtemp(folder.data());
    options_.address = "unix:" + (folder_ / "referee").string();
    referee_ = std::make_unique<FakeReferee>(options_.address);
  }
  ~BotSwarmTest() override {
    swarm_.reset();
    referee_.reset();
    std::filesystem::remove_all(folder_);
  }

  // Opens a swarm of one bot and welcomes the bot.
  std::shared_ptr<FakeStream> OpenOne() {
    swarm_ = std::make_unique<BotSwarm>(options_);
    std::shared_ptr<FakeStream> stream = referee_->Accept();
    stream->Welcome("token");
    return stream;
  }

  std::filesystem::path folder_;
  SwarmOptions options_;
  std::unique_ptr<FakeReferee> referee_;
  std::unique_ptr<BotSwarm> swarm_;
};

TEST_F(BotSwarmTest, EveryBotIsWelcomed) {
  options_.bots = 20;
  swarm_ = std::make_unique<BotSwarm>(options_);
  for (int i = 0; i < 20; ++i) referee_->Accept()->Welcome("token");
  EXPECT_TRUE(swarm_->AwaitWelcomes(kLimit));
}

TEST_F(BotSwarmTest, BotsMayShareAConnection) {
  options_.bots = 20;
  options_.connections = 1;
  swarm_ = std::make_unique<BotSwarm>(options_);
  for (int i = 0; i < 20; ++i) referee_->Accept()->Welcome("token");
  EXPECT_TRUE(swarm_->AwaitWelcomes(kLimit));
}

TEST_F(BotSwarmTest, TokenTravelsAsMetadata) {
  options_.token = "secret";
  EXPECT_EQ(OpenOne()->Metadata("authorization"), "Bearer secret");
}

TEST_F(BotSwarmTest, MatchStartIsAnsweredByReady) {
  EXPECT_EQ(OpenOne()->Start("m1", 3).ShortDebugString(),
            "match_id: \"m1\" seat: 3");
}

TEST_F(BotSwarmTest, PromptIsAnsweredByALegalIndex) {
  const auto stream = OpenOne();
  stream->SendPrompt("m1", 5);
  const pentathlon::v1::Act act = stream->Receive().act();
  EXPECT_EQ(act.decision(), 5u);
  EXPECT_LT(act.index(), 2u);
}

TEST_F(BotSwarmTest, AnswersVaryWithTheDecision) {
  const auto stream = OpenOne();
  uint32_t sum = 0;
  for (uint32_t decision = 1; decision <= 64; ++decision) {
    stream->SendPrompt("m1", decision);
    sum += stream->Receive().act().index();
  }
  EXPECT_NEAR(sum, 32, 16);
}

TEST_F(BotSwarmTest, PingIsAnswered) {
  EXPECT_EQ(OpenOne()->Ping(9).nonce(), 9u);
}

TEST_F(BotSwarmTest, AnswersAreCounted) {
  const auto stream = OpenOne();
  stream->SendPrompt("m1", 1);
  stream->Receive();
  EXPECT_EQ(swarm_->counts().prompts_answered, 1u);
}

TEST_F(BotSwarmTest, AcksAreCountedByStatus) {
  const auto stream = OpenOne();
  v1::PlayResponse response;
  response.mutable_act_ack()->set_status(v1::ActAck::STATUS_ALREADY_CHOSEN);
  stream->Send(response);
  stream->Ping();
  EXPECT_EQ(swarm_->counts().acks[v1::ActAck::STATUS_ALREADY_CHOSEN], 1u);
}

TEST_F(BotSwarmTest, EndsOfMatchesAreAwaited) {
  const auto stream = OpenOne();
  stream->SendEnd("m1");
  EXPECT_TRUE(swarm_->Await(
      [](const SwarmCounts& counts) { return counts.matches_ended == 1; },
      kLimit));
}

TEST_F(BotSwarmTest, FailedStreamIsAFinding) {
  const auto stream = OpenOne();
  stream->End({grpc::StatusCode::RESOURCE_EXHAUSTED, "flood"});
  swarm_->Await(
      [](const SwarmCounts& counts) { return counts.streams_failed == 1; },
      kLimit);
  EXPECT_EQ(swarm_->first_failure(), "flood");
}

TEST_F(BotSwarmTest, EveryBotLeaves) {
  const auto stream = OpenOne();
  stream->Ping();
  swarm_->Leave();
  EXPECT_TRUE(stream->Receive().has_leave());
}

TEST_F(BotSwarmTest, AwaitGivesUpAtItsLimit) {
  OpenOne();
  EXPECT_FALSE(swarm_->Await([](const SwarmCounts&) { return false; },
                             std::chrono::milliseconds(0)));
}

}  // namespace
}  // namespace arena::bench
