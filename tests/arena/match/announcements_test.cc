// Announcements: never a fault, and never in the place of a decision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/games/registry.h"
#include "arena/match/private_seed.h"
#include "tests/arena/match/match_fixture.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

TEST_F(MatchTest, AnAnnouncementKeepsTheDecisionOpen) {
  Make(3);
  Start();
  const uint32_t before = decision();
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_MADE);
  EXPECT_EQ(decision(), before);
  EXPECT_TRUE(match_->table().Owing().contains(0));
}

TEST_F(MatchTest, AnAnnouncementRenewsThePromptsItChanges) {
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(Prompts(1), 2);
  EXPECT_EQ(LastPrompt(1).decision(), decision());
  EXPECT_EQ(LastPrompt(0).announcements_size(), 0);
}

// A bot that waits for its acknowledgement has it before the new list.
TEST_F(MatchTest, AnAnnouncementIsAcknowledgedBeforeThePromptIsRenewed) {
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  const std::vector<v1::PlayResponse>& sent = messages_[0];
  ASSERT_GE(sent.size(), 2u);
  EXPECT_TRUE(sent[sent.size() - 2].has_announce_ack());
  EXPECT_TRUE(sent.back().has_prompt());
}

TEST_F(MatchTest, AnAnnouncementHasTheNumberOfThePlyThatFollows) {
  Make(3);
  Start({.events = true});
  AnnounceId(0, toy::kContra);
  const uint32_t announced = LastEvent(1).ply();
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  EXPECT_EQ(LastEvent(1).actions_size(), 3);
  EXPECT_EQ(LastEvent(1).ply(), announced);
}

TEST_F(MatchTest, ASecretAnnouncementIsSentToItsSeatOnly) {
  static constexpr Game kSecretToy =
      GameOf<toy::LeakyState<toy::Leak::kSilence>>();
  settings_.table.game = &kSecretToy;
  Make(3);
  Start({.events = true});
  const v1::PlyEvent before = LastEvent(1);
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(LastEvent(0).actions(0).text(), "contra");
  EXPECT_EQ(LastEvent(1).SerializeAsString(), before.SerializeAsString());
}

TEST_F(MatchTest, AnAnswerOnItsWayStaysValidAfterAnAnnouncement) {
  Make(3);
  Start();
  v1::Act act;
  act.set_decision(decision());
  act.set_index(2);
  const Action meant = LastPrompt(1).actions(2).id();
  AnnounceId(0, toy::kContra);
  Act(1, act);
  EXPECT_EQ(journal_.back().action, meant);
}

TEST_F(MatchTest, AnAnnouncementGivesNoNewTime) {
  Make(3);
  Start();
  const absl::Time deadline = match_->next_deadline();
  now_ += kSecond;
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(match_->next_deadline(), deadline);
}

TEST_F(MatchTest, WhoHasChosenMayStillAnnounce) {
  Make(3);
  Start();
  ActIndex(0, 0);
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_MADE);
}

TEST_F(MatchTest, WhoOwesNothingGetsAMayPrompt) {
  Make(3);
  Start();
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  const Seat taker = match_->table().Owing().first();
  const Seat other = (taker + 1) % 3;
  EXPECT_EQ(LastPrompt(taker).kind(), v1::DECISION_KIND_MUST);
  EXPECT_EQ(LastPrompt(other).kind(), v1::DECISION_KIND_MAY);
  EXPECT_EQ(LastPrompt(other).actions_size(), 0);
}

TEST_F(MatchTest, AnActWhereNothingIsOwedIsNoFault) {
  Make(3);
  Start();
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  const Seat other = (match_->table().Owing().first() + 1) % 3;
  ActId(other, toy::kContra);
  EXPECT_EQ(LastAck(other).status(), v1::ActAck::STATUS_DECISION_CLOSED);
  EXPECT_EQ(match_->table().FaultsOf(other), 0);
  EXPECT_EQ(journal_.back().kind, EntryKind::kChoice);
}

TEST_F(MatchTest, AnActThatNamesAnAnnouncementIsAFault) {
  Make(3);
  Start();
  ActId(0, toy::kContra);
  EXPECT_EQ(LastAck(0).status(), v1::ActAck::STATUS_FAULT);
  EXPECT_EQ(LastAck(0).fault(), v1::FAULT_KIND_ILLEGAL);
  EXPECT_THAT(LastAck(0).message(), HasSubstr("made by Announce"));
}

TEST_F(MatchTest, ARepeatedAnnouncementIsMadeOnceAndAcknowledgedAgain) {
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  const v1::AnnounceAck first = LastAnnounceAck(0);
  const std::vector<MatchEntry> before = journal_;
  messages_[0].clear();
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(first.status(), v1::AnnounceAck::STATUS_MADE);
  EXPECT_EQ(first.action_id(), toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).SerializeAsString(), first.SerializeAsString());
  EXPECT_EQ(journal_, before);
  EXPECT_TRUE(match_->table().Owing().contains(0));
}

TEST_F(MatchTest, AnAnnouncementIsAcknowledgedAgainWhenItsDecisionIsOver) {
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  const v1::AnnounceAck first = LastAnnounceAck(0);
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  messages_[0].clear();
  AnnounceIn(1, 0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).SerializeAsString(), first.SerializeAsString());
}

TEST_F(MatchTest, AnAnnouncementOfADecisionThatIsOverIsTooLate) {
  Make(3);
  Start();
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  AnnounceIn(1, 0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_TOO_LATE);
  EXPECT_EQ(LastAnnounceAck(0).message(), "decision 1 is over");
  EXPECT_EQ(LastAnnounceAck(0).action_id(), toy::kContra);
  EXPECT_EQ(journal_.back().kind, EntryKind::kChoice);
}

TEST_F(MatchTest, AnAnnouncementOfADecisionToComeIsRefused) {
  Make(3);
  Start();
  AnnounceIn(2, 0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_REFUSED);
  EXPECT_EQ(LastAnnounceAck(0).message(),
            "decision 2 is not open; the newest one of seat 0 is 1");
  EXPECT_TRUE(journal_.empty());
}

// A seat is asked again only while an announcement is left to it.
TEST_F(MatchTest, ARefusalNamesTheNewestDecisionOfTheSeat) {
  Make(3);
  Start();
  for (Seat seat = 0; seat < 3; ++seat) AnnounceId(seat, toy::kContra);
  for (Seat seat = 0; seat < 3; ++seat) ActIndex(seat, 0);
  const Seat other = (match_->table().Owing().first() + 1) % 3;
  AnnounceIn(2, other, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(other).message(),
            absl::StrCat("decision 2 is not open; the newest one of seat ",
                         other, " is 1"));
}

TEST_F(MatchTest, AnAnnouncementWithoutADecisionIsRefused) {
  Make(3);
  Start();
  AnnounceIn(0, 0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_REFUSED);
  EXPECT_TRUE(journal_.empty());
}

TEST_F(MatchTest, AnAnnouncementAfterTheEndIsTooLate) {
  Make(2);
  Start();
  ActIndex(1, 1'000'000);
  ASSERT_TRUE(match_->over());
  AnnounceIn(1, 0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_TOO_LATE);
  EXPECT_EQ(LastAnnounceAck(0).message(), "decision 1 is over");
}

TEST_F(MatchTest, ARefusalListsWhatTheSeatMayStillAnnounce) {
  Make(3);
  Start();
  AnnounceId(0, toy::kContra);
  AnnounceId(0, 1'000'000);
  EXPECT_THAT(LastAnnounceAck(0).message(),
              HasSubstr("seat 0 may announce nothing"));
}

TEST_F(MatchTest, WhatIsNoAnnouncementIsRefusedAndNoFault) {
  Make(3);
  Start();
  const auto refused = [&](const v1::Announce& announce) {
    Announce(0, announce);
    EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_REFUSED);
    EXPECT_FALSE(LastAnnounceAck(0).has_action_id());
    EXPECT_EQ(match_->table().FaultsOf(0), 0);
    EXPECT_TRUE(match_->table().Owing().contains(0));
    return LastAnnounceAck(0).message();
  };
  v1::Announce announce;
  announce.set_decision(decision());
  EXPECT_EQ(refused(announce),
            "nothing is announced; expected id, action or text; seat 0 may "
            "announce 32 (contra)");
  announce.set_id(LastPrompt(0).actions(0).id());
  EXPECT_THAT(refused(announce), HasSubstr("is not among the announcements"));
  announce.set_text("nonsense");
  EXPECT_THAT(refused(announce), HasSubstr("nonsense"));
  announce.mutable_action();
  refused(announce);
}

TEST_F(MatchTest, AnnouncingGoesOnAfterTheTimeOfTheDecision) {
  Make(3);
  Start();
  now_ += 5 * kSecond;
  AnnounceId(0, toy::kContra);
  EXPECT_EQ(LastAnnounceAck(0).status(), v1::AnnounceAck::STATUS_MADE);
  EXPECT_TRUE(match_->table().Owing().contains(0));
}

// An exchange of Ordago in which all seats choose discards at once and may
// sign.
class DiscardsTest : public MatchTest {
 protected:
  void StartDiscards(const std::string& options, const char* seed = "1") {
    settings_.table.game = &ToyGame();
    Make(4);
    settings_.table.seed = ParseSeed(seed).value();
    settings_.table.game = *FindGame("ordago");
    settings_.table.options =
        GameOptions::Parse(settings_.table.game->info->options,
                           "discard_order=simultaneous," + options)
            .value();
    Restart({});
    Start();
    v1::Act swap;
    swap.set_text("swap");
    while (match_->table().Owing().size() == 1) {
      swap.set_decision(decision());
      Act(match_->table().Owing().first(), swap);
    }
    ASSERT_EQ(match_->table().Owing().size(), 4);
  }
  std::vector<Action> SignsOf(Seat seat) const {
    const auto signs = match_->table().Announceable(seat);
    return {signs.begin(), signs.end()};
  }
};

TEST_F(DiscardsTest, ASecretAnnouncementRenewsThePromptOfItsSeatOnly) {
  StartDiscards("signs=full,sign_window=none");
  std::vector<int> expected;
  for (Seat seat = 0; seat < 4; ++seat) expected.push_back(Prompts(seat));
  AnnounceId(0, SignsOf(0).front());
  ASSERT_TRUE(SignsOf(0).empty());
  ++expected[0];
  for (Seat seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(Prompts(seat), expected[seat]) << seat;
  }
}

// Official signs are true. "Too late" would tell that another seat has the
// cards for the sign.
TEST_F(DiscardsTest, WhatOnlyAnotherSeatMayAnnounceIsRefused) {
  int refused = 0;
  for (const char* seed : {"1", "2", "3", "4", "5"}) {
    StartDiscards("signs=official,sign_window=none", seed);
    for (Seat seat = 0; seat < 4; ++seat) {
      const std::vector<Action> own = SignsOf(seat);
      for (const Action sign : SignsOf((seat + 1) % 4)) {
        if (absl::c_linear_search(own, sign)) continue;
        AnnounceId(seat, sign);
        EXPECT_EQ(LastAnnounceAck(seat).status(),
                  v1::AnnounceAck::STATUS_REFUSED);
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 0);
}

// Two matches differ in a secret sign of a seat. Both matches send the
// opponents the same messages, whatever the opponents try.
TEST_F(MatchTest, ASecretSignIsInNoMessageToOpponents) {
  Make(4);
  settings_.table.game = *FindGame("ordago");
  settings_.table.options =
      GameOptions::Parse(settings_.table.game->info->options,
                         "signs=full,sign_window=none")
          .value();
  const auto sent_to_opponents = [&](bool signs) {
    Restart({});
    Start({.events = true, .text = true});
    const Seat signer = match_->table().Owing().first();
    const Seat left = (signer + 1) % 4;
    const Seat right = (signer + 3) % 4;
    const Action sign = match_->table().Announceable(signer)[0];
    if (signs) {
      AnnounceId(signer, sign);
      EXPECT_EQ(LastAnnounceAck(signer).status(), v1::AnnounceAck::STATUS_MADE);
    }
    for (const Seat opponent : {left, right}) {
      AnnounceId(opponent, sign);
      AnnounceIn(decision() + 1, opponent, sign);
      ActId(opponent, sign);
    }
    ActIndex(signer, 0);
    for (const Seat opponent : {left, right}) {
      AnnounceIn(decision() - 1, opponent, sign);
    }
    std::string sent;
    for (const Seat opponent : {left, right}) {
      for (const auto& message : messages_[opponent]) {
        sent += message.DebugString();
      }
    }
    return sent;
  };
  const std::string without = sent_to_opponents(false);
  EXPECT_THAT(without, HasSubstr("announce_ack"));
  EXPECT_EQ(without, sent_to_opponents(true));
}

}  // namespace
}  // namespace arena
