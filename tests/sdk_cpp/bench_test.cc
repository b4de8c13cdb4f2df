// The parts of `arena bench service` that need no referee.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "arena/bench/bot_swarm.h"
#include "arena/bench/conversation.h"
#include "arena/bench/measurement.h"
#include "arena/bench/serial_bot.h"
#include "arena/bench/subject.h"
#include "tests/sdk_cpp/fake_referee.h"
#include "tests/testing/folders/folders.h"

namespace arena::bench {
namespace {

// Only a failing test waits so long.
constexpr std::chrono::seconds kLongest(30);

TEST(MeasurementTest, RatioIsThatOfTheRounds) {
  const Measurement line = Measured("x", "s", {1, 20, 30}, {1, 5, 10});
  EXPECT_EQ(line.value, 20);
  EXPECT_EQ(line.reference, 5);
  EXPECT_EQ(line.ratio, 3);
}

TEST(MeasurementTest, PercentileHasThatPartBelowIt) {
  EXPECT_EQ(Percentile({5, 1, 4, 2, 3}, 0.5), 3);
  EXPECT_EQ(Percentile({5, 1, 4, 2, 3}, 0.1), 1);
}

TEST(MeasurementTest, BudgetIsABound) {
  const Budget most{.kind = Budget::Kind::kAtMost, .ratio = 1.4};
  EXPECT_TRUE(most.Keeps(1.4));
  EXPECT_FALSE(most.Keeps(1.41));
  const Budget least{.kind = Budget::Kind::kAtLeast, .ratio = 0.8};
  EXPECT_TRUE(least.Keeps(0.8));
  EXPECT_FALSE(least.Keeps(0.79));
}

// A bot in one seat, message by message.
class RawBot {
 public:
  // Gets ready as soon as the match starts.
  RawBot(const std::string& address, const std::string& name)
      : stub_(v1::PlayService::NewStub(
            grpc::CreateChannel(address, grpc::InsecureChannelCredentials()))) {
    context_.set_deadline(std::chrono::system_clock::now() + kLongest);
    stream_ = stub_->Play(&context_);
    v1::PlayRequest request;
    request.mutable_hello()->set_name(name);
    stream_->Write(request);
    EXPECT_TRUE(Read().has_welcome());
    seat_ = Read().match_start().seat();
    request.mutable_ready()->set_seat(seat_);
    stream_->Write(request);
  }
  ~RawBot() {
    context_.TryCancel();
    stream_->Finish();
  }

  uint32_t seat() const { return seat_; }
  void Act() {
    v1::PlayRequest request;
    request.mutable_act()->set_seat(seat_);
    stream_->Write(request);
  }
  // Returns an empty message if the stream ends.
  v1::PlayResponse Read() {
    v1::PlayResponse response;
    EXPECT_TRUE(stream_->Read(&response));
    return response;
  }

 private:
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>>
      stream_;
  uint32_t seat_ = 0;
};

class BenchTest : public ::testing::Test {
 protected:
  BenchTest() {
    std::string folder = ::testing::TempDir() + "bench-XXXXXX";
    folder_ = mkdtemp(folder.data());
    path_ = folder_ / "recorded";
  }
  ~BenchTest() override { std::filesystem::remove_all(folder_); }

  // Records the messages to a bot in both seats in three decisions.
  void RecordMatch() {
    std::ofstream file(path_, std::ios::binary);
    v1::PlayResponse response;
    response.mutable_welcome()->set_session_token("token");
    RecordResponse(response, file);
    for (uint32_t seat = 0; seat < kSeats; ++seat) {
      response.mutable_match_start()->set_seat(seat);
      RecordResponse(response, file);
    }
    for (uint32_t decision = 1; decision <= 3; ++decision) {
      response.mutable_act_ack()->set_seat(0);
      RecordResponse(response, file);
      for (uint32_t seat = 0; seat < kSeats; ++seat) {
        v1::Prompt& prompt = *response.mutable_prompt();
        prompt.Clear();
        prompt.set_seat(seat);
        prompt.set_decision(decision);
        prompt.set_kind(v1::DECISION_KIND_MUST);
        prompt.add_actions();
        if (seat == 1) prompt.mutable_ack()->set_seat(1);
        RecordResponse(response, file);
      }
    }
  }

  absl::StatusOr<Server> StartEcho() {
    return StartServer({testing::InBuild("bin/arena"), "bench", "service",
                        "--echo", "127.0.0.1:0", "--recorded", path_});
  }

  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(BenchTest, PromptsAreKeptWithAndWithoutAcknowledgement) {
  RecordMatch();
  const auto conversation = Conversation::Read(path_);
  ASSERT_TRUE(conversation.ok()) << conversation.status();
  // The last round may be cut off.
  ASSERT_EQ(conversation->rounds.size(), 2u);
  for (uint32_t seat = 0; seat < kSeats; ++seat) {
    const Conversation::Prompted& prompted = conversation->rounds[1][seat];
    EXPECT_EQ(prompted.alone.prompt().seat(), seat);
    EXPECT_EQ(prompted.alone.prompt().decision(), 2u);
    EXPECT_FALSE(prompted.alone.prompt().has_ack());
    EXPECT_EQ(prompted.with_ack.prompt().decision(), 2u);
    EXPECT_TRUE(prompted.with_ack.prompt().has_ack());
    EXPECT_EQ(prompted.with_ack.prompt().ack().seat(), seat);
    EXPECT_EQ(conversation->acks[seat].act_ack().seat(), seat);
  }
}

TEST_F(BenchTest, RecordingWithoutPromptsIsRefused) {
  std::ofstream(path_).close();
  EXPECT_EQ(Conversation::Read(path_).status().code(),
            absl::StatusCode::kDataLoss);
}

TEST_F(BenchTest, EchoPlaysWithABotInBothSeats) {
  RecordMatch();
  const auto echo = StartEcho();
  ASSERT_TRUE(echo.ok()) << echo.status();
  const auto latencies = SerialBot(echo->address, "both").Play(20);
  ASSERT_TRUE(latencies.ok()) << latencies.status();
  EXPECT_EQ(latencies->size(), 20u);
}

TEST_F(BenchTest, EchoPlaysWithPairs) {
  RecordMatch();
  const auto echo = StartEcho();
  ASSERT_TRUE(echo.ok()) << echo.status();
  BotSwarm swarm({.address = echo->address,
                  .bots = 4,
                  .name_prefix = "pair",
                  .pace = std::chrono::microseconds(100)});
  const auto ends = std::chrono::steady_clock::now() + kLongest;
  while (swarm.counts().prompts_answered < 100 &&
         std::chrono::steady_clock::now() < ends) {
    std::this_thread::yield();
  }
  EXPECT_GE(swarm.counts().prompts_answered, 100u);
  EXPECT_EQ(swarm.first_failure(), "");
}

TEST_F(BenchTest, EchoAnswersTheBotsOfEachPairInTurn) {
  RecordMatch();
  const auto echo = StartEcho();
  ASSERT_TRUE(echo.ok()) << echo.status();
  std::deque<RawBot> bots;
  for (int i = 0; i < 4; ++i) {
    bots.emplace_back(echo->address, absl::StrCat("pair-", i));
  }
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(bots[i].seat(), i % 2);
    EXPECT_EQ(bots[i].Read().prompt().seat(), i % 2);
  }
  for (const int first : {0, 2}) {
    bots[first].Act();
    EXPECT_TRUE(bots[first].Read().has_act_ack());
  }
  for (const int second : {1, 3}) {
    bots[second].Act();
    EXPECT_TRUE(bots[second].Read().prompt().has_ack());
    const v1::Prompt other = bots[second - 1].Read().prompt();
    EXPECT_EQ(other.kind(), v1::DECISION_KIND_MUST);
    EXPECT_FALSE(other.has_ack());
  }
}

TEST_F(BenchTest, SerialBotWaitsForItsAcknowledgement) {
  const std::string address = "unix:" + (folder_ / "referee").string();
  pentathlon::FakeReferee referee(address);
  std::thread bot(
      [&] { EXPECT_TRUE(SerialBot(address, "both").Play(1).ok()); });
  const auto stream = referee.Accept();
  stream->Welcome("token");
  stream->SendPrompt("m1", 1);
  stream->SendPrompt("m1", 2);
  EXPECT_EQ(stream->Receive().act().decision(), 1u);
  // The next message is the pong, and not the second act.
  EXPECT_EQ(stream->Ping(7).nonce(), 7u);
  v1::PlayResponse ack;
  ack.mutable_act_ack()->set_status(v1::ActAck::STATUS_ACCEPTED);
  stream->Send(ack);
  bot.join();
}

}  // namespace
}  // namespace arena::bench
