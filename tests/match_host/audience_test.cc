// Spectators who see later what happens now, with time moved on by hand.
#include "referee/delayed_spectator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/testing/manual_executor.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Notes the numbers of steps, and "end".
class Notes final : public Spectator {
 public:
  void OnStep(const v1::MatchStep& step) override {
    seen.push_back(std::to_string(step.step()));
  }
  void OnEnd(const v1::MatchResult&, const RecordReference&) override {
    seen.push_back("end");
  }
  void OnLost(const absl::Status& why) override {
    seen.push_back(std::string(why.message()));
  }
  std::vector<std::string> seen;
};

class DelayedSpectatorTest : public ::testing::Test {
 protected:
  ~DelayedSpectatorTest() override { executor_.DropAll(); }

  void Happens(uint32_t number) {
    v1::MatchStep step;
    step.set_step(number);
    delayed_->OnStep(step);
    executor_.RunAll();
  }
  void Ends() {
    delayed_->OnEnd({}, {});
    executor_.RunAll();
  }

  testing::ManualExecutor executor_;
  std::shared_ptr<Notes> notes_ = std::make_shared<Notes>();
  std::shared_ptr<Spectator> delayed_ =
      Delayed(notes_, absl::Seconds(10), executor_);
};

TEST_F(DelayedSpectatorTest, NothingIsSeenBeforeTheDelayIsOver) {
  Happens(1);
  executor_.Advance(absl::Milliseconds(9999));
  EXPECT_THAT(notes_->seen, IsEmpty());
}

TEST_F(DelayedSpectatorTest, AllIsSeenAfterTheDelay) {
  Happens(1);
  executor_.Advance(absl::Seconds(10));
  EXPECT_THAT(notes_->seen, ElementsAre("1"));
}

TEST_F(DelayedSpectatorTest, EachStepWaitsForItself) {
  Happens(1);
  executor_.Advance(absl::Seconds(6));
  Happens(2);
  executor_.Advance(absl::Seconds(6));
  EXPECT_THAT(notes_->seen, ElementsAre("1"));
  executor_.Advance(absl::Seconds(4));
  EXPECT_THAT(notes_->seen, ElementsAre("1", "2"));
}

TEST_F(DelayedSpectatorTest, TheEndComesLastAndAsLate) {
  Happens(1);
  Ends();
  executor_.Advance(absl::Milliseconds(9999));
  EXPECT_THAT(notes_->seen, IsEmpty());
  executor_.Advance(absl::Milliseconds(1));
  EXPECT_THAT(notes_->seen, ElementsAre("1", "end"));
}

TEST_F(DelayedSpectatorTest, ThatAMatchIsLostComesLastAndAsLate) {
  Happens(0);
  delayed_->OnLost(absl::FailedPreconditionError("elsewhere"));
  executor_.RunAll();
  EXPECT_THAT(notes_->seen, IsEmpty());
  executor_.Advance(absl::Seconds(10));
  EXPECT_THAT(notes_->seen, ElementsAre("0", "elsewhere"));
}

TEST_F(DelayedSpectatorTest, WhatWaitsIsToldEvenIfTheMatchLetsGo) {
  Happens(1);
  Ends();
  delayed_.reset();
  executor_.Advance(absl::Seconds(10));
  EXPECT_THAT(notes_->seen, ElementsAre("1", "end"));
}

TEST_F(DelayedSpectatorTest, WithoutDelayNothingStandsBetween) {
  EXPECT_EQ(Delayed(notes_, absl::ZeroDuration(), executor_), notes_);
}

}  // namespace
}  // namespace arena::referee
