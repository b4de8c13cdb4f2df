// Pauses, restarts and ends of a match, with made-up times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/arena/match/match_fixture.h"
#include "tests/testing/toy_variants.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

// ---- Pauses of the referee ----

TEST_F(MatchTest, APauseOfTheRefereeChangesNoClock) {
  Make(3);
  Start();
  now_ += 2 * kSecond;
  Sleep(4 * kSecond);
  ActIndex(0, 0);
  EXPECT_EQ(FromMessage(LastAck(0).charged()), 2 * kSecond);
  EXPECT_EQ(FromMessage(LastAck(0).bank_left()), 2 * kSecond);
}

TEST_F(MatchTest, APauseIsNotedWhereAClockRan) {
  Make(3);
  Start();
  Sleep(4 * kSecond);
  ASSERT_EQ(journal_.size(), 1u);
  EXPECT_EQ(journal_[0],
            (MatchEntry{.kind = EntryKind::kPause, .charged = 4 * kSecond}));
  EXPECT_EQ(match_->table().entries().back(), journal_[0]);
}

TEST_F(MatchTest, APauseIsNotedInWholeMicroseconds) {
  Make(3);
  Start();
  Sleep(absl::Nanoseconds(2500));
  ASSERT_EQ(journal_.size(), 1u);
  EXPECT_EQ(journal_[0].charged, absl::Microseconds(2));
}

TEST_F(MatchTest, APauseIsNotNotedWhereNoClockRan) {
  Make(3);
  settings_.clock.reset();
  Restart({});
  Start();
  Sleep(4 * kSecond);
  EXPECT_TRUE(journal_.empty());
}

TEST_F(MatchTest, APauseIsNotNotedBeforeAllAreReady) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Sleep(5 * kSecond);
  EXPECT_TRUE(kept_.empty());
}

TEST_F(MatchTest, ARestartedMatchKnowsThePause) {
  Make(3);
  Start();
  Sleep(4 * kSecond);
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  const std::vector<MatchEntry> entries = match_->table().entries();
  Restart(std::vector<MatchEntry>(kept_));
  EXPECT_EQ(match_->table().entries(), entries);
}

// ---- Restarts ----

TEST_F(MatchTest, AMatchAbandonedBeforeItsBeginningIsRestoredAsItWas) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  After(10 * kSecond);
  ASSERT_TRUE(match_->over());
  const std::string result = match_->table().Result().SerializeAsString();
  EXPECT_EQ(match_->table().plies(), 0u);
  Restart(std::vector<MatchEntry>(kept_));
  EXPECT_EQ(match_->table().Result().SerializeAsString(), result);
}

TEST_F(MatchTest, NothingIsDealtToAMatchThatMissedABotAndNeverBegan) {
  Make(3);
  Restart({{.kind = EntryKind::kFault,
            .fault = v1::FAULT_KIND_NOT_READY,
            .seat = 1}});
  Do([&](Effects& fx) { match_->End(EntryKind::kAbandon, fx); });
  const std::string result = match_->table().Result().SerializeAsString();
  EXPECT_EQ(match_->table().plies(), 0u);
  Restart(std::vector<MatchEntry>(kept_));
  EXPECT_EQ(match_->table().Result().SerializeAsString(), result);
}

TEST_F(MatchTest, ADeclinedMatchIsRestoredButForTheWords) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Decline(1);
  Restart(std::vector<MatchEntry>(kept_));
  ASSERT_TRUE(match_->over());
  EXPECT_EQ(match_->table().plies(), 0u);
  EXPECT_EQ(match_->Result().termination(), v1::TERMINATION_CANCELLED);
  EXPECT_EQ(match_->Result().reason(), "seat 1 declined");
}

TEST_F(MatchTest, ARestartedMatchThatHadBegunCannotBeDeclined) {
  Make(3);
  Start();
  Restart(std::vector<MatchEntry>(kept_));
  match_->Begin(now_, kSecond);
  Attach(1);
  Decline(1);
  EXPECT_EQ(LastError(1).reason(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_FALSE(match_->over());
}

TEST_F(MatchTest, AMatchCancelledAfterTheDealIsRestoredAsItWas) {
  Make(3);
  Start();
  Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
  const std::string result = match_->table().Result().SerializeAsString();
  EXPECT_GT(match_->table().plies(), 0u);
  Restart(std::vector<MatchEntry>(kept_));
  EXPECT_EQ(match_->table().Result().SerializeAsString(), result);
}

TEST_F(MatchTest, TheBeginningRidesAlongAndIsNotedOnce) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Effects effects;
  for (Seat seat = 0; seat < 3; ++seat) match_->Ready(seat, now_, effects);
  ASSERT_EQ(effects.journal.size(), 1u);
  EXPECT_EQ(effects.journal[0].kind, EntryKind::kBegin);
  EXPECT_TRUE(effects.ride_along);
  Restart(effects.journal);
  Start();
  EXPECT_EQ(kept_.size(), 1u);
}

TEST_F(MatchTest, ARestartedMatchAsksForNothingThatWasAnswered) {
  Make(3);
  Start();
  now_ += 2 * kSecond;
  ActIndex(0, 1);
  Restart(std::vector<MatchEntry>(journal_));
  Start();
  EXPECT_FALSE(match_->table().Owing().contains(0));
  EXPECT_EQ(LastPrompt(0).kind(), v1::DECISION_KIND_MAY);
  EXPECT_EQ(LastPrompt(1).kind(), v1::DECISION_KIND_MUST);
}

TEST_F(MatchTest, ARestartedMatchKnowsWhatWasAnnounced) {
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  const v1::AnnounceAck first = LastAnnounceAck(0);
  Restart(std::vector<MatchEntry>(kept_));
  match_->Begin(now_);
  Attach(0);
  AnnounceId(0, toy::kContra);  // The others are still away.
  EXPECT_EQ(LastAnnounceAck(0).SerializeAsString(), first.SerializeAsString());
  for (Seat seat = 1; seat < 3; ++seat) Attach(seat);
  for (Seat seat = 0; seat < 3; ++seat) Ready(seat);
  messages_[0].clear();
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).SerializeAsString(), first.SerializeAsString());
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  messages_[0].clear();
  AnnounceIn(1, 0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).SerializeAsString(), first.SerializeAsString());
  // One beginning, one announcement and three choices.
  EXPECT_EQ(kept_.size(), 5u);
}

TEST_F(MatchTest, ARestartedMatchKnowsWhatCouldBeAnnounced) {
  settings_.table.game = &toy::VariantGame<toy::OneContraState>();
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  AnnounceId(1, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(1).status(), v1::AnnounceAck::STATUS_TOO_LATE);
  const v1::AnnounceAck late = LastAnnounceAck(1);
  Restart(std::vector<MatchEntry>(kept_));
  Start();
  AnnounceId(1, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(1).SerializeAsString(), late.SerializeAsString());
}

TEST_F(MatchTest, ARestartedMatchKeepsTheBank) {
  Make(3);
  Start();
  now_ += 2 * kSecond;
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  const Seat taker = match_->table().Owing().first();
  Restart(std::vector<MatchEntry>(journal_));
  Start();
  EXPECT_EQ(FromMessage(LastPrompt(taker).bank_left()), 2 * kSecond);
}

TEST_F(MatchTest, AnInterruptedMatchEndsLikeAnUndisturbedOne) {
  const auto play = [&](bool interrupted) {
    Make(3);
    Start();
    int steps = 0;
    while (!match_->over()) {
      const Seat seat = match_->table().Owing().first();
      if (++steps % 5 == 0) {
        ActIndex(seat, 99);
      } else {
        ActIndex(seat, 0);
      }
      if (interrupted) {
        Restart(std::vector<MatchEntry>(journal_));
        Start();
      }
    }
    return match_->table().entries();
  };
  EXPECT_EQ(play(true), play(false));
}

TEST_F(MatchTest, WhoDoesNotReturnAfterARestartIsNotBlamed) {
  Make(3);
  Start();
  ActIndex(0, 0);
  Restart(std::vector<MatchEntry>(journal_));
  match_->Begin(now_, 60 * kSecond);
  Attach(0);
  Ready(0);
  After(60 * kSecond);
  EXPECT_EQ(match_->table().Result().termination(),
            v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_TRUE(match_->table().Result().faults().empty());
}

TEST_F(MatchTest, WhoDoesNotReturnToAnUntouchedMatchIsNotBlamed) {
  Make(3);
  match_->Begin(now_, 60 * kSecond);
  Attach(0);
  Ready(0);
  After(60 * kSecond);
  EXPECT_EQ(match_->table().Result().termination(),
            v1::TERMINATION_INFRASTRUCTURE);
}

TEST_F(MatchTest, ARestartedMatchDoesNotWaitForWhoIsPlayedFor) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(0);
  Ready(1);
  After(10 * kSecond);
  ActIndex(0, 0);
  Restart(std::vector<MatchEntry>(journal_));
  match_->Begin(now_, 60 * kSecond);
  for (Seat seat = 0; seat < 2; ++seat) Attach(seat);
  for (Seat seat = 0; seat < 2; ++seat) Ready(seat);
  EXPECT_TRUE(match_->playing());
}

TEST_F(MatchTest, ARestartedMatchPlaysToTheEndByItselfWhatItCan) {
  // In some of these deals the missing seat makes the last choice.
  for (int deal = 0; deal < 20; ++deal) {
    Make(3);
    settings_.table.seed = DeriveSeed(settings_.table.seed, deal);
    Restart({});
    now_ = absl::UnixEpoch();
    match_->Begin(now_);
    for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
    Ready(0);
    Ready(1);
    After(10 * kSecond);
    while (!match_->over()) ActIndex(match_->table().Owing().first(), 0);
    Restart(std::vector<MatchEntry>(journal_));
    EXPECT_TRUE(match_->over()) << deal;
  }
}

TEST_F(MatchTest, AJournalThatDoesNotFitIsDataLoss) {
  Make(3);
  const std::vector<MatchEntry> journal = {
      {.kind = EntryKind::kChoice, .seat = 0, .action = toy::kKeep}};
  EXPECT_THAT(Match::Create(settings_, journal),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("match m")));
}

TEST_F(MatchTest, AJournalWithTheChoiceOfASeatThatIsNotThereIsDataLoss) {
  Make(3);
  for (const Seat seat : {kChance, settings_.table.seats}) {
    EXPECT_THAT(
        Match::Create(settings_,
                      std::vector<MatchEntry>{
                          {.kind = EntryKind::kBegin},
                          {.kind = EntryKind::kChoice, .seat = seat}}),
        StatusIs(absl::StatusCode::kDataLoss,
                 HasSubstr(absl::StrCat("seat ", seat, "; expected 0..2"))));
  }
}

// ---- Ending early ----

TEST_F(MatchTest, ACancelledMatchHasNoRanks) {
  Make(3);
  Start();
  Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
  EXPECT_EQ(match_->table().Result().termination(), v1::TERMINATION_CANCELLED);
  EXPECT_EQ(match_->table().Result().ranks_size(), 0);
}

TEST_F(MatchTest, TheEndShowsTheSeedUnlessItIsSealed) {
  Make(2);
  Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
  const Seed& seed = settings_.table.seed;
  EXPECT_EQ(EndMessage(*match_, 0, {})->match_end().seed(),
            std::string(seed.begin(), seed.end()));
  settings_.sealed = true;
  Restart(std::vector<MatchEntry>(kept_));
  EXPECT_EQ(EndMessage(*match_, 0, {})->match_end().seed(), "");
}

TEST_F(MatchTest, TheEndShowsWhatTheSeatKnows) {
  Make(3);
  Start();
  Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
  v1::Observation known;
  match_->table().state()->ObservationFor(1, known);
  const Response message = EndMessage(*match_, 1, {});
  EXPECT_EQ(message->match_end().observation().SerializeAsString(),
            known.SerializeAsString());
  EXPECT_EQ(message->match_end().observation().seat(), 1u);
}

TEST_F(MatchTest, TheEndOfAMatchThatNeverBeganShowsNothing) {
  Make(3);
  Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
  EXPECT_FALSE(EndMessage(*match_, 1, {})->match_end().has_observation());
}

TEST_F(MatchTest, NothingIsAskedAfterTheEnd) {
  Make(3);
  Start();
  Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
  ActIndex(0, 0);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_DECISION_CLOSED);
  EXPECT_EQ(match_->next_deadline(), absl::InfiniteFuture());
}

// ---- For programs that learn ----

TEST_F(MatchTest, ActionsAndAnnouncementsCarryTheirNumbers) {
  Make(3);
  Start();
  const v1::Prompt prompt = LastPrompt(0);
  ASSERT_GT(prompt.actions_size(), 0);
  ASSERT_GT(prompt.announcements_size(), 0);
  for (const auto* list : {&prompt.actions(), &prompt.announcements()}) {
    for (const v1::LegalAction& action : *list) {
      EXPECT_EQ(action.dense_index(), toy::kFirstNumber + action.id());
    }
  }
}

}  // namespace
}  // namespace arena
