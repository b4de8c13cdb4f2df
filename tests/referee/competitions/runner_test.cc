// Competitions that are played only while the program that runs them is
// connected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/referee/competitions/running_competitions_fixture.h"

namespace arena::referee {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

class RunnerTest : public CompetitionHostTest {
 protected:
  // Entrant a is a bot that never comes, so the competition cannot end.
  static v1::CompetitionSpec Endless() {
    v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
    spec.mutable_entrants(0)->mutable_players(0)->set_bot("missing");
    return spec;
  }
  void Say(Runner runner, const v1::CompetitionSpec& spec = Endless()) {
    host_->Create(
        spec, [](const auto& created) { EXPECT_THAT(created, IsOk()); },
        runner);
    executor_.RunAll();
  }
  v1::Competition::State StateAfter(absl::Duration time) {
    executor_.Advance(time);
    return Get().state();
  }
  void Restart() {
    Crash();
    Start();
    executor_.RunAll();
  }
};

TEST_F(RunnerTest, WithoutARunnerItGoesOn) {
  Say(Runner::kNone);
  EXPECT_EQ(StateAfter(absl::Hours(1)), v1::Competition::STATE_RUNNING);
}

TEST_F(RunnerTest, ARunnerThatComesLaterIsNotNeeded) {
  Say(Runner::kNone);
  Say(Runner::kHere);
  Say(Runner::kGone);
  EXPECT_EQ(StateAfter(absl::Hours(1)), v1::Competition::STATE_RUNNING);
}

TEST_F(RunnerTest, ItGoesOnWhileItsRunnerIsThere) {
  for (int i = 0; i < 5; ++i) {
    Say(Runner::kHere);
    EXPECT_EQ(StateAfter(absl::Seconds(9)), v1::Competition::STATE_RUNNING);
  }
}

TEST_F(RunnerTest, ARunnerThatIsSilentHasGone) {
  Say(Runner::kHere);
  ASSERT_GT(Get().progress().matches_open(), 0u);
  EXPECT_EQ(StateAfter(absl::Seconds(11)), v1::Competition::STATE_STOPPED);
  EXPECT_EQ(Get().progress().matches_open(), 0u);
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), IsEmpty());
  // The competition may go on, so nobody may know its deals.
  EXPECT_EQ(Get().spec().seed(), "");
  EXPECT_FALSE(Get().has_end_time());
}

TEST_F(RunnerTest, ARunnerThatLeavesNeedNotBeMissed) {
  Say(Runner::kHere);
  Say(Runner::kGone);
  EXPECT_EQ(Get().state(), v1::Competition::STATE_STOPPED);
  EXPECT_THAT(cancelled_, Contains("cup"));
}

TEST_F(RunnerTest, ItGoesOnWhenItsRunnerIsBack) {
  Say(Runner::kHere);
  const uint32_t before = Get().progress().matches_open();
  ASSERT_EQ(StateAfter(absl::Hours(1)), v1::Competition::STATE_STOPPED);
  Say(Runner::kHere);
  EXPECT_EQ(Get().state(), v1::Competition::STATE_RUNNING);
  EXPECT_EQ(Get().progress().matches_open(), before);
  EXPECT_EQ(StateAfter(absl::Seconds(11)), v1::Competition::STATE_STOPPED);
}

TEST_F(RunnerTest, OnlyItsRunnerLetsItGoOn) {
  Say(Runner::kHere);
  Say(Runner::kGone);
  Say(Runner::kNone);
  EXPECT_EQ(Get().state(), v1::Competition::STATE_STOPPED);
}

TEST_F(RunnerTest, StoppedForGoodItEnds) {
  Say(Runner::kHere);
  Say(Runner::kGone);
  Stop();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  EXPECT_TRUE(Get().stopped());
  Say(Runner::kHere);
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
}

TEST_F(RunnerTest, AfterARestartItsRunnerHasTimeToComeBack) {
  Say(Runner::kHere);
  Restart();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_RUNNING);
  EXPECT_THAT(cancelled_, Not(Contains("cup")));
  EXPECT_EQ(StateAfter(absl::Seconds(11)), v1::Competition::STATE_STOPPED);
  Restart();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_STOPPED);
}

TEST_F(RunnerTest, PlayedToItsEndItWasNotStopped) {
  Say(Runner::kHere, Spec(3, v1::FORMAT_ROUND_ROBIN));
  EXPECT_EQ(StateAfter(absl::Hours(1)), v1::Competition::STATE_FINISHED);
  EXPECT_FALSE(Get().stopped());
}

}  // namespace
}  // namespace arena::referee
