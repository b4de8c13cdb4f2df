#include "referee/runner/freezer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace arena::runner {
namespace {

class FreezerTest : public ::testing::Test {
 protected:
  FreezerTest()
      : freezer_([this](bool frozen) { frozen_ = frozen; },
                 [this](absl::Duration time, std::function<void()> task) {
                   later_.emplace_back(time, std::move(task));
                 }) {}

  void MatchStart() {
    v1::PlayResponse message;
    message.mutable_match_start()->set_match_id("m");
    freezer_.OnMessage(message);
  }
  void Prompt(v1::DecisionKind kind, bool announcements = false) {
    v1::PlayResponse message;
    v1::Prompt& prompt = *message.mutable_prompt();
    prompt.set_match_id("m");
    prompt.set_kind(kind);
    if (announcements) prompt.add_announcements();
    freezer_.OnMessage(message);
  }
  void Events() {
    v1::PlayResponse message;
    message.mutable_events();
    freezer_.OnMessage(message);
  }
  void Ready() {
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id("m");
    freezer_.OnRequest(request);
  }
  void Act() {
    v1::PlayRequest request;
    request.mutable_act()->set_match_id("m");
    freezer_.OnRequest(request);
  }
  // What was to be done later is done. Returns after how long the last of it
  // was due.
  absl::Duration Later() {
    absl::Duration last;
    for (const auto& [time, task] : std::exchange(later_, {})) {
      last = time;
      task();
    }
    return last;
  }

  bool frozen_ = false;
  std::vector<std::pair<absl::Duration, std::function<void()>>> later_;
  Freezer freezer_;
};

TEST_F(FreezerTest, RunsWhileItOwesAnAnswer) {
  MatchStart();
  Later();
  EXPECT_FALSE(frozen_);
  Ready();
  Later();
  EXPECT_TRUE(frozen_);
  Prompt(v1::DECISION_KIND_MUST);
  EXPECT_FALSE(frozen_);
  Later();
  EXPECT_FALSE(frozen_);
  Act();
  EXPECT_FALSE(frozen_);
  EXPECT_EQ(Later(), Freezer::kRestingTime);
  EXPECT_TRUE(frozen_);
}

TEST_F(FreezerTest, ReadsWhatItIsTold) {
  Events();
  EXPECT_FALSE(frozen_);
  EXPECT_EQ(Later(), Freezer::kReadingTime);
  EXPECT_TRUE(frozen_);
  Events();
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, HasTimeToAnnounce) {
  Prompt(v1::DECISION_KIND_MAY, /*announcements=*/true);
  EXPECT_EQ(Later(), Freezer::kAnnouncingTime);
  EXPECT_TRUE(frozen_);
}

TEST_F(FreezerTest, AnOldPlanDoesNotFreezeItLater) {
  Events();
  const auto old = std::exchange(later_, {});
  Prompt(v1::DECISION_KIND_MUST);
  for (const auto& [time, task] : old) task();
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, OwesUntilAllItsSeatsHaveAnswered) {
  v1::PlayResponse other;
  other.mutable_prompt()->set_match_id("m");
  other.mutable_prompt()->set_seat(1);
  other.mutable_prompt()->set_kind(v1::DECISION_KIND_MUST);
  Prompt(v1::DECISION_KIND_MUST);
  freezer_.OnMessage(other);
  Act();
  Later();
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, OwesADecisionThatWasOpenBeforeItWasReady) {
  MatchStart();
  Prompt(v1::DECISION_KIND_MUST);
  Ready();
  Later();
  EXPECT_FALSE(frozen_);
  Act();
  Later();
  EXPECT_TRUE(frozen_);
}

TEST_F(FreezerTest, OwesADecisionWhoseNumberNoActHasSaid) {
  v1::PlayResponse newer;
  newer.mutable_prompt()->set_match_id("m");
  newer.mutable_prompt()->set_decision(7);
  newer.mutable_prompt()->set_kind(v1::DECISION_KIND_MUST);
  freezer_.OnMessage(newer);
  Act();
  Later();
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, RunsFromTheEndOfItsMatchOn) {
  v1::PlayResponse end;
  end.mutable_match_end()->set_match_id("m");
  freezer_.OnMessage(end);
  Later();
  EXPECT_FALSE(frozen_);
}

TEST(FreezerLifeTest, BetweenTwoMatchesItRunsForAWhile) {
  bool frozen = false;
  std::vector<std::pair<absl::Duration, std::function<void()>>> later;
  Freezer freezer([&](bool now) { frozen = now; },
                  [&](absl::Duration time, std::function<void()> task) {
                    later.emplace_back(time, std::move(task));
                  },
                  /*several_matches=*/true);
  // It has left its last decision open.
  v1::PlayResponse prompt;
  prompt.mutable_prompt()->set_match_id("m");
  prompt.mutable_prompt()->set_kind(v1::DECISION_KIND_MUST);
  freezer.OnMessage(prompt);
  v1::PlayResponse end;
  end.mutable_match_end()->set_match_id("m");
  freezer.OnMessage(end);
  ASSERT_EQ(later.size(), 1);
  EXPECT_EQ(later[0].first, Freezer::kBetweenMatches);
  EXPECT_FALSE(frozen);
  later[0].second();
  EXPECT_TRUE(frozen);
  freezer.Release();
  freezer.OnMessage(end);
  for (const auto& [time, task] : later) task();
  EXPECT_FALSE(frozen);
}

TEST_F(FreezerTest, RunsUntilItIsBackWhenItsStreamHasEnded) {
  MatchStart();
  Ready();
  Prompt(v1::DECISION_KIND_MUST);
  Act();
  Later();
  EXPECT_TRUE(frozen_);
  freezer_.OnStreamEnd();
  EXPECT_FALSE(frozen_);
  // What it sent before is read late.
  Act();
  Later();
  EXPECT_FALSE(frozen_);
  Events();
  Later();
  EXPECT_TRUE(frozen_);
}

TEST_F(FreezerTest, RunsWhenItIsReleased) {
  Events();
  Later();
  ASSERT_TRUE(frozen_);
  freezer_.Release();
  EXPECT_FALSE(frozen_);
  Events();
  Later();
  EXPECT_FALSE(frozen_);
}

TEST(FreezerLifeTest, WhatComesTooLateDoesNothing) {
  std::function<void()> late;
  bool frozen = false;
  {
    Freezer freezer([&](bool now) { frozen = now; },
                    [&](absl::Duration, std::function<void()> task) {
                      late = std::move(task);
                    });
    v1::PlayResponse message;
    message.mutable_events();
    freezer.OnMessage(message);
  }
  late();
  EXPECT_FALSE(frozen);
}

}  // namespace
}  // namespace arena::runner
