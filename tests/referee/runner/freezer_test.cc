#include "referee/runner/freezer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace arena::runner {
namespace {

// A process, its freezer, and a clock that the test moves.
class FreezerTest : public ::testing::Test {
 protected:
  FreezerTest() { Begin(/*several_matches=*/false); }

  void Begin(bool several_matches) {
    freezer_ = std::make_unique<Freezer>(
        Freezer::Hands{
            .set_frozen = [this](bool frozen) { frozen_ = frozen; },
            .now = [this] { return now_; },
            .run_after =
                [this](absl::Duration time, std::function<void()> task) {
                  later_.emplace(now_ + time, std::move(task));
                }},
        several_matches);
  }

  // Lets time pass, and adds up how long the process runs meanwhile.
  void Pass(absl::Duration time) {
    const absl::Time end = now_ + time;
    while (!later_.empty() && later_.begin()->first <= end) {
      const auto next = later_.extract(later_.begin());
      GoTo(next.key());
      next.mapped()();
    }
    GoTo(end);
  }
  void GoTo(absl::Time time) {
    if (!frozen_) ran_ += time - now_;
    now_ = time;
  }
  // Returns how long the process runs on if nothing happens.
  absl::Duration RunsOn() {
    const absl::Duration before = ran_;
    Pass(absl::Seconds(5));
    return ran_ - before;
  }

  void MatchStart() {
    v1::PlayResponse message;
    message.mutable_match_start()->set_match_id("m");
    freezer_->OnMessage(message);
  }
  void MatchEnd() {
    v1::PlayResponse message;
    message.mutable_match_end()->set_match_id("m");
    freezer_->OnMessage(message);
  }
  void Prompt(uint32_t decision, v1::DecisionKind kind = v1::DECISION_KIND_MUST,
              bool announcements = false) {
    v1::PlayResponse message;
    v1::Prompt& prompt = *message.mutable_prompt();
    prompt.set_match_id("m");
    prompt.set_decision(decision);
    prompt.set_kind(kind);
    if (announcements) prompt.add_announcements();
    freezer_->OnMessage(message);
  }
  void Ack(uint32_t decision) {
    v1::PlayResponse message;
    message.mutable_act_ack()->set_match_id("m");
    message.mutable_act_ack()->set_decision(decision);
    freezer_->OnMessage(message);
  }
  void Events() {
    v1::PlayResponse message;
    message.mutable_events();
    freezer_->OnMessage(message);
  }
  void Ready() {
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id("m");
    freezer_->OnRequest(request);
  }
  void Act(uint32_t decision) {
    v1::PlayRequest request;
    request.mutable_act()->set_match_id("m");
    request.mutable_act()->set_decision(decision);
    freezer_->OnRequest(request);
  }

  absl::Time now_ = absl::UnixEpoch();
  std::multimap<absl::Time, std::function<void()>> later_;
  bool frozen_ = false;
  absl::Duration ran_;
  std::unique_ptr<Freezer> freezer_;
};

TEST_F(FreezerTest, RunsWhileItOwesAnAnswer) {
  MatchStart();
  Pass(absl::Hours(1));
  EXPECT_FALSE(frozen_);
  Ready();
  EXPECT_EQ(RunsOn(), Freezer::kRestingTime);
  EXPECT_TRUE(frozen_);
  Prompt(1);
  Pass(absl::Hours(1));
  EXPECT_FALSE(frozen_);
  Act(1);
  EXPECT_FALSE(frozen_);
  EXPECT_EQ(RunsOn(), Freezer::kRestingTime);
}

TEST_F(FreezerTest, ReadsWhatItIsTold) {
  Events();
  EXPECT_EQ(RunsOn(), Freezer::kReadingTime);
  EXPECT_TRUE(frozen_);
  Events();
  Pass(Freezer::kReadingTime / 2);
  Events();
  EXPECT_EQ(RunsOn(), Freezer::kReadingTime);
}

TEST_F(FreezerTest, HasTimeToAnnounce) {
  Prompt(1, v1::DECISION_KIND_MAY, /*announcements=*/true);
  EXPECT_EQ(RunsOn(), Freezer::kAnnouncingTime);
}

TEST_F(FreezerTest, AnOldPlanDoesNotFreezeItLater) {
  Events();
  Pass(Freezer::kReadingTime / 2);
  Prompt(1);
  Pass(absl::Seconds(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, OwesUntilAllItsSeatsHaveAnswered) {
  v1::PlayResponse other;
  other.mutable_prompt()->set_match_id("m");
  other.mutable_prompt()->set_seat(1);
  other.mutable_prompt()->set_kind(v1::DECISION_KIND_MUST);
  Prompt(1);
  freezer_->OnMessage(other);
  Act(1);
  Pass(absl::Seconds(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, OwesADecisionThatWasOpenBeforeItWasReady) {
  MatchStart();
  Prompt(1);
  Ready();
  Pass(absl::Seconds(1));
  EXPECT_FALSE(frozen_);
  Act(1);
  Pass(absl::Seconds(1));
  EXPECT_TRUE(frozen_);
}

TEST_F(FreezerTest, OwesADecisionWhoseNumberNoActHasSaid) {
  Prompt(7);
  Act(6);
  Pass(absl::Seconds(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, OwesNothingWhenItWasTooLate) {
  Prompt(1);
  Ack(1);
  EXPECT_EQ(RunsOn(), absl::ZeroDuration());
  Prompt(2);
  Prompt(3, v1::DECISION_KIND_MAY);
  EXPECT_EQ(RunsOn(), Freezer::kReadingTime);
}

TEST_F(FreezerTest, RunsFromTheEndOfItsMatchOn) {
  MatchStart();
  MatchEnd();
  Pass(absl::Hours(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, BetweenTwoMatchesItRunsForAWhile) {
  Begin(/*several_matches=*/true);
  MatchStart();
  Ready();
  // The bot has left its last decision open.
  Prompt(1);
  MatchEnd();
  EXPECT_EQ(RunsOn(), Freezer::kBetweenMatches);
  freezer_->Release();
  MatchEnd();
  Pass(absl::Hours(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, RunsToComeBackWhenItsStreamHasEnded) {
  MatchStart();
  Ready();
  Pass(absl::Seconds(1));
  ASSERT_TRUE(frozen_);
  freezer_->OnStreamEnd();
  EXPECT_FALSE(frozen_);
  Pass(Freezer::kMostBorrowed / 2);
  EXPECT_FALSE(frozen_);
  freezer_->OnReturn();
  EXPECT_TRUE(frozen_);
}

TEST_F(FreezerTest, WhoDoesNotComeBackWaitsForItsDecision) {
  MatchStart();
  Ready();
  Pass(absl::Seconds(1));
  freezer_->OnStreamEnd();
  EXPECT_EQ(RunsOn(), Freezer::kMostBorrowed);
  Prompt(1);
  Pass(absl::Hours(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, WhatItHasBorrowedItPaysBack) {
  freezer_->OnStreamEnd();
  Pass(Freezer::kReadingTime + Freezer::kReadingTime / 2);
  freezer_->OnReturn();
  Events();
  EXPECT_EQ(RunsOn(), absl::ZeroDuration());
  Events();
  EXPECT_EQ(RunsOn(), Freezer::kReadingTime / 2);
  Events();
  EXPECT_EQ(RunsOn(), Freezer::kReadingTime);
}

TEST_F(FreezerTest, RunsWhenItIsReleased) {
  Events();
  Pass(absl::Seconds(1));
  ASSERT_TRUE(frozen_);
  freezer_->Release();
  EXPECT_FALSE(frozen_);
  Events();
  Pass(absl::Seconds(1));
  EXPECT_FALSE(frozen_);
}

TEST_F(FreezerTest, WhatComesTooLateDoesNothing) {
  Events();
  freezer_.reset();
  Pass(absl::Seconds(1));
  EXPECT_FALSE(frozen_);
}

// ---- Bots that want to think while others think ----

// The action of a bot in each millisecond while it runs and owes nothing.
enum class Trick { kNone, kPing, kNonsense, kOldActs, kCloseStream };

class TricksTest : public FreezerTest,
                   public ::testing::WithParamInterface<Trick> {
 protected:
  // Plays a match with a trick. Returns how long the bot has run while it owed
  // nothing.
  absl::Duration Play(Trick trick) {
    constexpr int kDecisions = 200;
    Begin(/*several_matches=*/false);
    MatchStart();
    Ready();
    ran_ = absl::ZeroDuration();
    for (uint32_t decision = 1; decision <= kDecisions; ++decision) {
      Prompt(decision);
      const absl::Duration before = ran_;
      Pass(absl::Milliseconds(10));
      if (away_) ComeBack(decision);
      ran_ = before;
      Act(decision);
      Idle(trick);
      Ack(decision);
      Idle(trick);
      Events();
      Idle(trick);
    }
    return ran_;
  }

 private:
  // Lets the others think for a third of their time.
  void Idle(Trick trick) {
    for (int i = 0; i < 100; ++i) {
      if (!frozen_ && !away_) Do(trick);
      Pass(absl::Milliseconds(1));
    }
  }
  void Do(Trick trick) {
    v1::PlayRequest request;
    v1::PlayResponse response;
    switch (trick) {
      case Trick::kNone:
        return;
      case Trick::kPing:
        request.mutable_ping();
        response.mutable_pong();
        break;
      case Trick::kNonsense:
        response.mutable_error();
        break;
      case Trick::kOldActs:
        request.mutable_act()->set_match_id("m");
        request.mutable_act()->set_decision(number_);
        response.mutable_act_ack()->set_match_id("m");
        response.mutable_act_ack()->set_decision(number_++);
        break;
      case Trick::kCloseStream:
        away_ = true;
        return freezer_->OnStreamEnd();
    }
    freezer_->OnRequest(request);
    freezer_->OnMessage(response);
  }
  // The bot comes back, and the referee repeats its messages.
  void ComeBack(uint32_t decision) {
    away_ = false;
    freezer_->OnReturn();
    v1::PlayResponse welcome;
    welcome.mutable_welcome();
    freezer_->OnMessage(welcome);
    MatchStart();
    Prompt(decision);
  }

  bool away_ = false;
  uint32_t number_ = 1000;
};

TEST_P(TricksTest, GiveNoMoreTimeThanAnHonestBotHas) {
  const absl::Duration honest = Play(Trick::kNone);
  const absl::Duration tricky = Play(GetParam());
  EXPECT_GT(honest, absl::Seconds(5));
  EXPECT_LE(tricky, honest * 1.1);
}

INSTANTIATE_TEST_SUITE_P(Tricks, TricksTest,
                         ::testing::Values(Trick::kPing, Trick::kNonsense,
                                           Trick::kOldActs,
                                           Trick::kCloseStream));

// ---- Alarms ----

TEST(AlarmTest, ATaskIsLetGoWhenItHasRun) {
  const auto say_gone = std::make_shared<std::promise<void>>();
  std::shared_ptr<void> owned(nullptr,
                              [say_gone](void*) { say_gone->set_value(); });
  RunAfterAlarm(absl::ZeroDuration(), [owned] {});
  owned.reset();
  say_gone->get_future().wait();
}

}  // namespace
}  // namespace arena::runner
