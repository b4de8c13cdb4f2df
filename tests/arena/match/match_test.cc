// Clocks, faults and secrecy of a match, with made-up times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/games/registry.h"
#include "arena/match/private_seed.h"
#include "tests/arena/match/match_fixture.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

// ---- Starting ----

TEST_F(MatchTest, NothingIsAskedBeforeEverybodyIsReady) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(0);
  Ready(1);
  EXPECT_EQ(Prompts(0), 0);
  Ready(2);
  EXPECT_EQ(Prompts(0), 1);
}

// ---- Declining ----

TEST_F(MatchTest, ADeclinedMatchEndsWithoutAResult) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(0);
  Decline(1);
  ASSERT_TRUE(match_->over());
  const v1::MatchResult result = match_->Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_CANCELLED);
  EXPECT_EQ(result.reason(), "seat 1 declined: not me");
  EXPECT_TRUE(result.ranks().empty());
  EXPECT_TRUE(result.faults().empty());
  EXPECT_EQ(match_->table().plies(), 0u);
}

TEST_F(MatchTest, WhoHasDeclinedTooOftenIsNotReady) {
  Make(2);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 2; ++seat) Attach(seat);
  Decline(1, /*excused=*/false);
  ASSERT_TRUE(match_->over());
  const v1::MatchResult result = match_->Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_FORFEIT);
  EXPECT_EQ(result.faults(0).kind(), v1::FAULT_KIND_NOT_READY);
  EXPECT_EQ(result.ranks(1), 2u);
}

TEST_F(MatchTest, WithMoreSeatsTheOthersPlayOnWithoutWhoDeclinesTooOften) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(0);
  Ready(2);
  Decline(1, /*excused=*/false);
  EXPECT_FALSE(match_->over());
  EXPECT_TRUE(match_->table().PlayedFor(1));
  EXPECT_EQ(Prompts(0), 1);
  EXPECT_EQ(Prompts(1), 0);
  Decline(1);
  EXPECT_EQ(LastError(1).reason(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_FALSE(match_->over());
}

// The rule also holds while the match waits for another seat.
TEST_F(MatchTest, WhoIsPlayedForCannotDeclineAnyMore) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(2);
  Decline(1, /*excused=*/false);
  ASSERT_EQ(Prompts(2), 0);
  Decline(1);
  EXPECT_EQ(LastError(1).reason(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_FALSE(match_->over());
}

TEST_F(MatchTest, WhoIsReadyCannotDeclineAnyMore) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(1);
  bool asked = false;
  Do([&](Effects& fx) {
    match_->Decline(
        1, "", [&] { return asked = true; }, now_, fx);
  });
  EXPECT_EQ(LastError(1).reason(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_EQ(LastError(1).match_id(), "m");
  EXPECT_FALSE(LastError(1).fatal());
  EXPECT_FALSE(asked);
  EXPECT_FALSE(match_->over());
}

// Otherwise a bot that is about to lose could drop its connection and decline.
TEST_F(MatchTest, WhoComesBackToAMatchCannotDeclineIt) {
  Make(3);
  Start();
  match_->Detach(1, now_);
  Attach(1);
  Decline(1);
  EXPECT_EQ(LastError(1).reason(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_FALSE(match_->over());
}

// ---- Messages before play ----

TEST_F(MatchTest, TheStartHasAllOptionsInEffectAndThoseThatWereGiven) {
  Make(3, "deals=2");
  match_->Begin(now_);
  Attach(1);
  const v1::MatchStart start = messages_[1][0].match_start();
  const auto expected = settings_.table.options.values();
  EXPECT_EQ(start.options_size(), static_cast<int>(expected.size()));
  for (const auto& [name, value] : expected) {
    EXPECT_EQ(start.options().at(name), value) << name;
  }
  EXPECT_EQ(start.given_options_size(), 1);
  EXPECT_EQ(start.given_options().at("deals"), "2");
}

TEST_F(MatchTest, TheStartHasTheSecretOfItsSeatAndOfNoOther) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  for (Seat seat = 0; seat < 3; ++seat) {
    const v1::PlayResponse& start = messages_[seat][0];
    EXPECT_EQ(start.match_start().private_seed(), PrivateSeed(settings_, seat));
    const std::string bytes = start.SerializeAsString();
    for (Seat other = 0; other < 3; ++other) {
      if (other == seat) continue;
      EXPECT_EQ(bytes.find(PrivateSeed(settings_, other)), std::string::npos);
    }
  }
}

TEST_F(MatchTest, NoClockRunsBeforeEverybodyIsReady) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  now_ += 9 * kSecond;
  for (Seat seat = 0; seat < 3; ++seat) Ready(seat);
  EXPECT_EQ(match_->next_deadline(), now_ + 4 * kSecond);
}

TEST_F(MatchTest, AMissingBotOfThreeIsPlayedFor) {
  Make(3);
  match_->Begin(now_);
  for (Seat seat = 0; seat < 3; ++seat) Attach(seat);
  Ready(0);
  Ready(1);
  After(10 * kSecond);
  EXPECT_TRUE(match_->table().PlayedFor(2));
  EXPECT_EQ(Prompts(0), 1);
  EXPECT_EQ(Prompts(2), 0);
}

TEST_F(MatchTest, AMissingBotOfTwoLosesTheMatch) {
  Make(2);
  match_->Begin(now_);
  Attach(0);
  Ready(0);
  After(10 * kSecond);
  ASSERT_TRUE(match_->over());
  const v1::MatchResult result = match_->table().Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_FORFEIT);
  EXPECT_EQ(result.ranks(1), 2u);
  EXPECT_EQ(result.faults(0).kind(), v1::FAULT_KIND_NOT_READY);
}

TEST_F(MatchTest, AMatchThatNobodyAttendsHasNoResult) {
  Make(2);
  match_->Begin(now_);
  After(10 * kSecond);
  ASSERT_TRUE(match_->over());
  EXPECT_EQ(match_->table().Result().termination(),
            v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_EQ(match_->table().Result().ranks_size(), 0);
}

// ---- Clocks ----

TEST_F(MatchTest, TheAllowanceIsFreeAndTheBankIsNot) {
  Make(2);
  Start();
  now_ += absl::Milliseconds(1500);
  ActIndex(0, 0);
  EXPECT_EQ(FromMessage(LastAck(0).charged()), absl::Milliseconds(1500));
  EXPECT_EQ(FromMessage(LastAck(0).bank_left()), absl::Milliseconds(2500));
}

TEST_F(MatchTest, APromptTellsTheBankOfItsSeat) {
  Make(3);
  Start();
  ActIndex(1, 0);
  now_ += 2 * kSecond;
  ActIndex(2, 0);
  now_ += kSecond;
  ActIndex(0, 0);
  const Seat taker = match_->table().Owing().first();
  const std::vector<int> seconds_left = {1, 3, 2};
  EXPECT_EQ(FromMessage(LastPrompt(taker).bank_left()),
            seconds_left[taker] * kSecond);
}

TEST_F(MatchTest, TheIncrementIsAddedAfterADecision) {
  Make(2);
  settings_.clock->increment = kSecond;
  Restart({});
  Start();
  ActIndex(0, 0);
  EXPECT_EQ(FromMessage(LastAck(0).bank_left()), 4 * kSecond);
}

TEST_F(MatchTest, AnAnswerAtTheLastMomentCounts) {
  Make(2);
  Start();
  now_ += 4 * kSecond - absl::Microseconds(1);
  ActIndex(0, 0);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_ACCEPTED);
}

TEST_F(MatchTest, AnAnswerAtTheDeadlineIsLateEvenBeforeTheTimer) {
  Make(2);
  Start();
  now_ += 4 * kSecond;
  ActIndex(0, 0);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_LATE);
  EXPECT_TRUE(match_->over());
}

TEST_F(MatchTest, TheClockStartsWhenThePromptIsHandedOver) {
  Make(2);
  hand_over_ = false;
  Start();
  now_ += absl::Milliseconds(500);
  match_->HandedOver(0, decision(), now_);
  EXPECT_EQ(match_->next_deadline(), now_ + 4 * kSecond);
}

TEST_F(MatchTest, ABotThatDoesNotReadCannotStopItsClock) {
  Make(2);
  hand_over_ = false;
  Start();
  EXPECT_EQ(match_->next_deadline(), now_ + 5 * kSecond);
  After(5 * kSecond);
  EXPECT_TRUE(match_->over());
}

TEST_F(MatchTest, ASecondHandOverDoesNotGiveNewTime) {
  Make(2);
  Start();
  const absl::Time deadline = match_->next_deadline();
  match_->HandedOver(0, decision(), now_ + kSecond);
  EXPECT_EQ(match_->next_deadline(), deadline);
}

TEST_F(MatchTest, WithoutAClockThereIsNoDeadline) {
  Make(2);
  settings_.clock.reset();
  Restart({});
  Start();
  EXPECT_EQ(match_->next_deadline(), absl::InfiniteFuture());
  EXPECT_FALSE(LastPrompt(0).has_bank_left());
}

TEST_F(MatchTest, AnUntimedMatchSaysSoAndHasNoDeadline) {
  Make(2);
  MakeUntimed();
  Start();
  const v1::Clock clock = messages_[0][0].match_start().clock();
  EXPECT_TRUE(clock.untimed());
  EXPECT_EQ(FromMessage(clock.start_budget()), 10 * kSecond);
  EXPECT_FALSE(clock.has_allowance() || clock.has_bank());
  EXPECT_FALSE(LastPrompt(0).has_allowance_left());
  EXPECT_FALSE(LastPrompt(0).has_bank_left());
  After(absl::Hours(24 * 365));
  EXPECT_FALSE(match_->over());
  ActIndex(0, 0);
  EXPECT_FALSE(LastAck(0).has_charged());
  EXPECT_EQ(journal_.back().charged, absl::ZeroDuration());
}

TEST_F(MatchTest, AnUntimedMatchHasAStartBudget) {
  Make(2);
  MakeUntimed();
  match_->Begin(now_);
  for (Seat seat = 0; seat < 2; ++seat) Attach(seat);
  Ready(0);
  After(10 * kSecond);
  EXPECT_EQ(match_->Result().faults(0).kind(), v1::FAULT_KIND_NOT_READY);
}

TEST_F(MatchTest, AwayForLongInAnUntimedMatchIsGone) {
  Make(3);
  MakeUntimed();
  Start();
  After(absl::Hours(1));
  match_->Detach(0, now_);
  After(kUntimedAbsence - kSecond);
  EXPECT_EQ(match_->table().FaultsOf(0), 0);
  After(kSecond);
  ASSERT_EQ(match_->table().FaultsOf(0), 1);
  EXPECT_EQ(journal_.back().fault, v1::FAULT_KIND_GONE);
  // The next decision has a time of its own.
  ActIndex(1, 0);
  ActIndex(2, 0);
  const Seat taker = match_->table().Owing().first();
  if (taker != 0) ActId(taker, toy::kKeep);
  ASSERT_TRUE(match_->table().Owing().contains(0));
  EXPECT_EQ(match_->table().FaultsOf(0), 1);
  After(kUntimedAbsence);
  EXPECT_EQ(match_->table().FaultsOf(0), 2);
}

TEST_F(MatchTest, WhoComesBackToAnUntimedMatchHasTimeAgain) {
  Make(3);
  MakeUntimed();
  Start();
  match_->Detach(0, now_);
  After(kUntimedAbsence - kSecond);
  Attach(0);
  After(absl::Hours(1));
  EXPECT_EQ(match_->table().FaultsOf(0), 0);
  EXPECT_EQ(match_->next_deadline(), absl::InfiniteFuture());
}

TEST_F(MatchTest, WhoOwesNothingMayBeAwayFromAnUntimedMatch) {
  Make(3);
  MakeUntimed();
  Start();
  ActIndex(0, 0);
  match_->Detach(0, now_);
  After(absl::Hours(1));
  EXPECT_EQ(match_->table().FaultsOf(0), 0);
}

TEST_F(MatchTest, NoClockRunsBeforeThePromptIsOnItsWay) {
  Make(2);
  Effects effects;
  match_->Begin(now_);
  for (Seat seat = 0; seat < 2; ++seat) Attach(seat);
  for (Seat seat = 0; seat < 2; ++seat) match_->Ready(seat, now_, effects);
  EXPECT_EQ(match_->next_deadline(), absl::InfiniteFuture());
}

// ---- Faults: in simultaneous and single decisions, two seats and more ----

TEST_F(MatchTest, ALateBotOfThreeGetsASubstituteAndIsTold) {
  Make(3);
  Start();
  ActIndex(0, 1);
  ActIndex(1, 1);
  const Action substitute = match_->table().state()->Substitute(2);
  After(4 * kSecond);
  EXPECT_EQ(LastAck(2).fault(), v1::FAULT_KIND_LATE);
  EXPECT_EQ(LastAck(2).action_id(), substitute);
  EXPECT_EQ(LastAck(2).faults(), 1u);
  EXPECT_EQ(decision(), 2u);
}

TEST_F(MatchTest, APlayerInsideTheRefereeIsNeverLate) {
  Make(3);
  Start({.built_in = true});
  ActIndex(0, 1);
  After(1000 * kSecond);
  EXPECT_EQ(decision(), 1u);
  EXPECT_EQ(match_->next_deadline(), absl::InfiniteFuture());
}

TEST_F(MatchTest, SeveralLateBotsAreReplacedAtOnce) {
  Make(3);
  Start();
  ActIndex(1, 0);
  After(4 * kSecond);
  EXPECT_EQ(match_->table().FaultsOf(0), 1);
  EXPECT_EQ(match_->table().FaultsOf(1), 0);
  EXPECT_EQ(match_->table().FaultsOf(2), 1);
  EXPECT_EQ(decision(), 2u);
}

TEST_F(MatchTest, OfTwoLateBotsTheOneThatIsLateLongestLoses) {
  Make(2);
  hand_over_ = false;
  Start();
  match_->HandedOver(1, decision(), now_);
  After(10 * kSecond);
  EXPECT_EQ(match_->table().Result().ranks(1), 2u);
}

TEST_F(MatchTest, AnIllegalIndexIsAFaultThatNamesIt) {
  Make(3);
  Start();
  ActIndex(0, 99);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_ILLEGAL);
  EXPECT_THAT(LastAck(0).message(), HasSubstr("index 99 of 3"));
}

TEST_F(MatchTest, AnAckCountsTheFaultsOfItsSeat) {
  Make(3);
  Start();
  ActIndex(0, 1'000'000);
  ActIndex(1, 0);
  EXPECT_EQ(LastAck(0).faults(), 1u);
  EXPECT_EQ(LastAck(1).faults(), 0u);
}

TEST_F(MatchTest, AnIllegalIdIsAFault) {
  Make(3);
  Start();
  ActId(0, toy::kKeep);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_ILLEGAL);
}

TEST_F(MatchTest, AnActWithoutChoiceIsMalformed) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(decision());
  Act(0, act);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_MALFORMED);
}

TEST_F(MatchTest, UnreadableTextIsMalformed) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(decision());
  act.set_text("no such card");
  Act(0, act);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_MALFORMED);
}

TEST_F(MatchTest, AnEndlessTextIsMalformedAndQuotedInShort) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(decision());
  act.set_text(std::string(60'000, 'x'));
  Act(0, act);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_MALFORMED);
  EXPECT_THAT(LastAck(0).message(), HasSubstr("60000 bytes"));
  EXPECT_LT(LastAck(0).message().size(), 400u);
}

TEST_F(MatchTest, ABotThatIsGoneWhenItsTimeEndsIsBlamedForThat) {
  Make(3);
  Start();
  match_->Detach(2, now_);
  After(4 * kSecond);
  EXPECT_EQ(LastAck(2).status(), v1::ActAck::STATUS_UNSPECIFIED);
  EXPECT_EQ(journal_.front().fault, v1::FAULT_KIND_LATE);
  EXPECT_EQ(journal_.back().fault, v1::FAULT_KIND_GONE);
}

TEST_F(MatchTest, AFloodCostsTheOpenDecision) {
  Make(3);
  Start();
  Do([&](Effects& fx) { match_->Fail(0, v1::FAULT_KIND_FLOOD, now_, fx); });
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_FLOOD);
}

TEST_F(MatchTest, AFailureWithNothingOwedCostsNothingAmongThree) {
  Make(3);
  Start();
  ActIndex(0, 0);
  Do([&](Effects& fx) { match_->Fail(0, v1::FAULT_KIND_FLOOD, now_, fx); });
  EXPECT_EQ(match_->table().FaultsOf(0), 0);
}

TEST_F(MatchTest, AFailureWithNothingOwedEndsTheMatchOfTwo) {
  Make(2);
  Start();
  for (Seat seat = 0; seat < 2; ++seat) ActIndex(seat, 0);
  const Seat other = 1 - match_->table().Owing().first();
  Do([&](Effects& fx) { match_->Fail(other, v1::FAULT_KIND_FLOOD, now_, fx); });
  ASSERT_TRUE(match_->over());
  EXPECT_EQ(match_->table().Result().ranks(other), 2u);
}

TEST_F(MatchTest, TheFirstFaultOfTwoSeatsEndsTheMatch) {
  Make(2);
  Start();
  ActIndex(1, 99);
  ASSERT_TRUE(match_->over());
  EXPECT_EQ(match_->table().Result().ranks(0), 1u);
  EXPECT_EQ(match_->table().Result().ranks(1), 2u);
  EXPECT_EQ(LastAck(1).status(), v1::ActAck::STATUS_FAULT);
}

TEST_F(MatchTest, AfterItsLastFaultASeatIsPlayedForAndNotAsked) {
  Make(3);
  Start();
  ActIndex(2, 99);
  ActIndex(0, 0);
  ActIndex(1, 0);
  // The taker has a single decision. Then the next round begins.
  while (match_->table().Owing().size() == 1) {
    ActIndex(match_->table().Owing().first(), 0);
  }
  const int asked = Prompts(2);
  ActIndex(2, 99);
  ActIndex(0, 0);
  ActIndex(1, 0);
  EXPECT_TRUE(match_->table().PlayedFor(2));
  while (!match_->over()) {
    ActIndex(match_->table().Owing().first(), 0);
  }
  EXPECT_EQ(Prompts(2), asked);
  EXPECT_EQ(match_->table().Result().ranks(2), 3u);
}

TEST_F(MatchTest, ALateBotInASingleDecisionIsReplaced) {
  Make(3);
  Start();
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  const Seat taker = match_->table().Owing().first();
  ASSERT_EQ(match_->table().Owing().size(), 1);
  After(4 * kSecond);
  EXPECT_EQ(LastAck(taker).action_id(), toy::kKeep);
}

// ---- Acts that come twice, or late ----

TEST_F(MatchTest, ARepeatedActGetsTheSameAckAndNothingElse) {
  Make(3);
  Start();
  ActIndex(0, 1);
  const v1::ActAck first = LastAck(0);
  ActIndex(0, 1);
  EXPECT_EQ(LastAck(0).SerializeAsString(), first.SerializeAsString());
  EXPECT_EQ(journal_.size(), 1u);
}

TEST_F(MatchTest, ARepeatedActAfterTheDecisionGetsTheSameAck) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(decision());
  act.set_index(0);
  Act(0, act);
  ActIndex(1, 0);
  ActIndex(2, 0);
  Act(0, act);
  EXPECT_EQ(LastAck(0).decision(), act.decision());
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_ACCEPTED);
}

TEST_F(MatchTest, AnActForADecisionThatNeverWasIsIgnored) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(77);
  act.set_index(0);
  Act(0, act);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_DECISION_CLOSED);
  EXPECT_TRUE(journal_.empty());
}

TEST_F(MatchTest, AChangedMindAfterASimultaneousChoiceDoesNotCount) {
  Make(3);
  Start();
  ActIndex(0, 1);
  const std::vector<MatchEntry> before = journal_;
  const uint32_t counts = LastAck(0).action_id();
  ActIndex(0, 2);
  EXPECT_EQ(journal_, before);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_ALREADY_CHOSEN);
  EXPECT_EQ(LastAck(0).action_id(), counts);
  EXPECT_FALSE(LastAck(0).message().empty());
}

TEST_F(MatchTest, AChangedMindAfterTheDecisionDoesNotCountEither) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(decision());
  act.set_index(0);
  Act(0, act);
  const uint32_t counts = LastAck(0).action_id();
  ActIndex(1, 0);
  ActIndex(2, 0);
  act.set_index(1);
  Act(0, act);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_ALREADY_CHOSEN);
  EXPECT_EQ(LastAck(0).action_id(), counts);
}

TEST_F(MatchTest, AChoiceIsRepeatedInAnyForm) {
  Make(3);
  Start();
  const v1::LegalAction chosen = LastPrompt(0).actions(1);
  ActIndex(0, 1);
  const std::string first = LastAck(0).SerializeAsString();
  EXPECT_EQ(LastAck(0).action_id(), chosen.id());
  ActId(0, chosen.id());
  EXPECT_EQ(LastAck(0).SerializeAsString(), first);
  v1::Act act;
  act.set_decision(decision());
  *act.mutable_action() = chosen.action();
  Act(0, act);
  EXPECT_EQ(LastAck(0).SerializeAsString(), first);
  act.set_text("nonsense");
  Act(0, act);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_ALREADY_CHOSEN);
}

TEST_F(MatchTest, TheNextPromptCarriesTheAckOfTheActThatLedToIt) {
  Make(3);
  Start();
  ActIndex(0, 0);
  ActIndex(1, 0);
  messages_[2].clear();
  ActIndex(2, 0);
  ASSERT_EQ(messages_[2].size(), 1u);
  EXPECT_EQ(messages_[2][0].prompt().ack().status(),
            v1::ActAck::STATUS_ACCEPTED);
  EXPECT_EQ(messages_[2][0].prompt().ack().decision(), 1u);
}

TEST_F(MatchTest, AFaultIsAlwaysAMessageOfItsOwn) {
  Make(3);
  Start();
  ActIndex(0, 0);
  ActIndex(1, 0);
  messages_[2].clear();
  ActIndex(2, 99);
  ASSERT_EQ(messages_[2].size(), 2u);
  EXPECT_EQ(messages_[2][0].act_ack().status(), v1::ActAck::STATUS_FAULT);
  EXPECT_FALSE(messages_[2][1].prompt().has_ack());
}

// ---- Secrecy of simultaneous decisions ----

TEST_F(MatchTest, AChoiceReachesNobodyBeforeAllAreIn) {
  Make(3);
  Start({.events = true, .text = true});
  const size_t before = messages_[1].size();
  ActIndex(0, 1);
  EXPECT_EQ(messages_[1].size(), before);
  EXPECT_EQ(messages_[2].size(), before);
}

TEST_F(MatchTest, TheOrderOfArrivalChangesNoMessage) {
  const auto play = [&](const std::vector<Seat>& order) {
    now_ = absl::UnixEpoch();
    Make(3);
    Start({.events = true, .text = true});
    const size_t before = messages_[1].size();
    for (const Seat seat : order) ActIndex(seat, 0);
    std::string bytes;
    for (size_t i = before; i < messages_[1].size(); ++i) {
      bytes += messages_[1][i].SerializeAsString();
    }
    return bytes;
  };
  EXPECT_EQ(play({1, 0, 2}), play({1, 2, 0}));
}

TEST_F(MatchTest, EventsShowTheDealOnlyToItsOwner) {
  Make(3);
  Start({.events = true, .text = true});
  int seen = 0;
  int dealt = 0;
  for (const auto& message : messages_[0]) {
    for (const v1::PlyEvent& event : message.events().events()) {
      ++dealt;
      seen += event.actions(0).has_action();
    }
  }
  EXPECT_EQ(dealt, 9);
  EXPECT_EQ(seen, 3);
}

// ---- Leaving and coming back ----

TEST_F(MatchTest, WhoComesBackGetsStartAndPromptAgain) {
  Make(3);
  Start();
  match_->Detach(0, now_);
  messages_[0].clear();
  Attach(0);
  ASSERT_EQ(messages_[0].size(), 2u);
  EXPECT_TRUE(messages_[0][0].match_start().resumed());
  EXPECT_EQ(messages_[0][1].prompt().decision(), decision());
}

TEST_F(MatchTest, TheClockRunsWhileABotIsAway) {
  Make(3);
  Start();
  match_->Detach(0, now_);
  now_ += 2 * kSecond;
  Attach(0);
  EXPECT_EQ(FromMessage(LastPrompt(0).allowance_left()), absl::ZeroDuration());
  EXPECT_EQ(FromMessage(LastPrompt(0).bank_left()), 2 * kSecond);
}

TEST_F(MatchTest, AwayTheClockRunsBeforeAPromptIsHandedOver) {
  Make(3);
  hand_over_ = false;
  Start();
  match_->Detach(0, now_);
  After(4 * kSecond);
  ASSERT_EQ(journal_.size(), 1u);
  EXPECT_EQ(journal_[0].seat, 0);
  EXPECT_EQ(journal_[0].fault, v1::FAULT_KIND_GONE);
}

TEST_F(MatchTest, AwayTheClockRunsInDecisionsThatOpenMeanwhile) {
  Make(3);
  Start();
  match_->Detach(0, now_);
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 2);
  const Seat taker = match_->table().Owing().first();
  ActId(taker, toy::kKeep);
  ASSERT_EQ(decision(), 3u);
  After(4 * kSecond);
  EXPECT_EQ(match_->table().FaultsOf(0), 1);
}

TEST_F(MatchTest, AHandOverOfAnotherDecisionStartsNoClock) {
  Make(3);
  hand_over_ = false;
  Start();
  match_->HandedOver(0, decision() + 1, now_);
  match_->HandedOver(0, 0, now_);
  After(5 * kSecond - absl::Microseconds(1));
  EXPECT_TRUE(journal_.empty());
}

}  // namespace
}  // namespace arena
