// A bot that is asked to end, one that takes the place of another, and what is
// told of faults.
#include "sdk/cpp/leaving.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <latch>
#include <sstream>

#include "tests/sdk_cpp/session_fixture.h"

namespace pentathlon {
namespace {

using ::testing::HasSubstr;

// ---- Signals ----

class LeaveOnSignalTest : public ::testing::Test {
 protected:
  LeaveOnSignal Handling(std::chrono::milliseconds within,
                         std::chrono::milliseconds again) {
    return LeaveOnSignal([this] { said_.Write("leave"); }, within,
                         [this](const std::string& line) { said_.Write(line); },
                         [this](int status) {
                           said_.Write("end " + std::to_string(status));
                         },
                         again);
  }

  Diary said_;
};

constexpr std::chrono::minutes kLong(10);
constexpr std::chrono::milliseconds kNone(0);

TEST_F(LeaveOnSignalTest, TheFirstSignalAsksToLeave) {
  const LeaveOnSignal handling = Handling(kLong, kNone);
  raise(SIGTERM);
  said_.Await("leave");
  EXPECT_THAT(said_.Await("asked to end"), HasSubstr("up to 600 s"));
}

TEST_F(LeaveOnSignalTest, ASecondOneEndsAtOnce) {
  const LeaveOnSignal handling = Handling(kLong, kNone);
  raise(SIGTERM);
  said_.Await("leave");
  raise(SIGINT);
  EXPECT_EQ(said_.Await("end 1"), "end 130");
}

TEST_F(LeaveOnSignalTest, TheSameOneTwiceIsOne) {
  {
    const LeaveOnSignal handling = Handling(kLong, kLong);
    raise(SIGTERM);
    said_.Await("leave");
    raise(SIGTERM);
  }
  EXPECT_EQ(said_.entries().size(), 2u);
}

TEST_F(LeaveOnSignalTest, TheTimeIsLimited) {
  const LeaveOnSignal handling = Handling(kNone, kLong);
  raise(SIGTERM);
  EXPECT_EQ(said_.Await("end 1"), "end 143");
  said_.Await("not over after 0 s");
}

TEST_F(LeaveOnSignalTest, AfterwardsSignalsMeanWhatTheyMeantBefore) {
  { const LeaveOnSignal handling = Handling(kLong, kNone); }
  struct sigaction now;
  sigaction(SIGTERM, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
}

// ---- Leaving ----

class LeavingTest : public SessionTest {
 protected:
  static v1::PlayResponse Fault(v1::FaultKind kind, uint32_t decision = 1) {
    v1::PlayResponse response;
    v1::ActAck& ack = *response.mutable_act_ack();
    ack.set_match_id("m1");
    ack.set_decision(decision);
    ack.set_status(v1::ActAck::STATUS_FAULT);
    ack.set_fault(kind);
    ack.set_message("why");
    ack.mutable_charged()->set_seconds(1);
    ack.mutable_charged()->set_nanos(250'000'000);
    return response;
  }
  static std::string Read(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path).rdbuf();
    return bytes.str();
  }
};

TEST_F(LeavingTest, WithoutAReferee) {
  Run();
  log_.Await("no connection");
  session_->Leave();
  EXPECT_TRUE(Join().ok());
}

TEST_F(LeavingTest, WhileTheRefereeDoesNotAnswer) {
  StartReferee();
  Run();
  const auto stream = referee_->Accept();
  stream->Receive();
  session_->Leave();
  EXPECT_TRUE(Join().ok());
}

TEST_F(LeavingTest, WithoutMatchesALostRefereeIsNotLookedFor) {
  const auto stream = Connect();
  stream->Ping();
  session_->Leave();
  stream->Receive();
  stream->End(kLost);
  EXPECT_TRUE(Join().ok());
}

// ---- Taking the place of another process ----

TEST_F(LeavingTest, OnlyTheFirstHelloReplaces) {
  options_.replace = true;
  StartReferee();
  Run();
  auto stream = referee_->Accept();
  EXPECT_TRUE(stream->Welcome("token-1").replace());
  stream->End(kLost);
  const v1::Hello hello = referee_->Accept()->Receive().hello();
  EXPECT_FALSE(hello.replace());
  EXPECT_EQ(hello.resume_token(), "token-1");
}

TEST_F(LeavingTest, AReplacedProcessLeavesTheTokenFileAlone) {
  options_.token_file = folder_ / "token";
  auto stream = Connect();
  stream->Start("m1");
  std::ofstream(options_.token_file) << "another\n";
  stream->End(kLost);
  stream = referee_->Accept();
  stream->Welcome("token-1", /*resumed=*/true);
  stream->Ping();
  EXPECT_EQ(Read(options_.token_file), "another\n");
}

TEST_F(LeavingTest, ItKnowsThatItWasReplaced) {
  const auto stream = Connect();
  v1::PlayResponse response;
  response.mutable_error()->set_reason(v1::ERROR_REASON_SESSION_REPLACED);
  stream->Send(response);
  stream->End(grpc::Status::OK);
  EXPECT_TRUE(Join().ok());
  EXPECT_TRUE(session_->replaced());
}

// ---- What is told ----

TEST_F(LeavingTest, AnExceptionIsTheReasonOfTheFault) {
  script_.act = [](const Prompt&) -> Choice {
    throw std::out_of_range("no idea");
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  stream->Receive();
  stream->Send(Fault(v1::FAULT_KIND_MALFORMED));
  EXPECT_EQ(log_.Await("fault"),
            "match=m1 seat=0 decision=1: fault malformed after 1.250 s, "
            "because Act threw std::out_of_range");
}

TEST_F(LeavingTest, LatenessIsToldOnceWithItsTimeWhileTheBotThinks) {
  std::latch thought(1);
  script_.act = [&](const Prompt&) {
    thought.wait();
    return Choice::Index(0);
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  stream->Send(Fault(v1::FAULT_KIND_LATE));
  EXPECT_THAT(log_.Await("fault"),
              HasSubstr("fault late after 1.250 s: why"));
  thought.count_down();
  stream->Receive();
  // To the late act.
  stream->Send(Fault(v1::FAULT_KIND_LATE));
  stream->Ping();
  int told = 0;
  for (const std::string& line : log_.entries()) {
    told += line.find("fault late") != std::string::npos;
  }
  EXPECT_EQ(told, 1);
}

TEST_F(LeavingTest, LatenessOfAnEarlierDecisionIsToldWithItsCause) {
  std::latch thinks(1);
  std::latch thought(1);
  script_.act = [&](const Prompt&) {
    thinks.count_down();
    thought.wait();
    return Choice::Index(0);
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  thinks.wait();
  stream->Send(Fault(v1::FAULT_KIND_LATE, 2));
  EXPECT_EQ(log_.Await("fault"),
            "match=m1 seat=0 decision=2: fault late after 1.250 s: why; the "
            "bot is still thinking about decision 1");
  thought.count_down();
  EXPECT_THAT(log_.Await("Act took"),
              HasSubstr(" s, too long: the decision was over before"));
}

TEST_F(LeavingTest, TheEndOfAMatchOfTheProcessBeforeIsNoMistake) {
  Connect()->SendEnd("m9");
  EXPECT_THAT(log_.Await("match=m9"), HasSubstr("was over before"));
}

}  // namespace
}  // namespace pentathlon
