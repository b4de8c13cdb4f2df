// What a bot can ask a prompt.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <sstream>
#include <string>

#include "sdk/cpp/prompt_text.h"

namespace pentathlon {
namespace {

uint64_t SeedOf(const std::string& secret, uint32_t decision) {
  v1::MatchStart match;
  match.set_private_seed(secret);
  v1::Prompt message;
  message.set_seat(1);
  message.set_decision(decision);
  return Prompt(match, message, std::chrono::steady_clock::now()).seed();
}

TEST(PromptTest, TheSeedIsTheSameAsInTheOtherSdks) {
  EXPECT_EQ(SeedOf("\x01\x02", 7), 0x4d5cc1e6d06c84b8u);
}

TEST(PromptTest, TheSeedDiffersBySecretAndDecision) {
  const std::set<uint64_t> seeds = {SeedOf("a", 7), SeedOf("a", 8),
                                    SeedOf("b", 7)};
  EXPECT_EQ(seeds.size(), 3u);
}

TEST(PromptTest, TheRoundTripIsWhatTheRefereeMeasured) {
  const v1::MatchStart match;
  v1::Prompt message;
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(Prompt(match, message, now).RoundTrip(), std::nullopt);
  message.mutable_round_trip()->set_nanos(30'000'000);
  EXPECT_EQ(Prompt(match, message, now).RoundTrip(),
            std::chrono::milliseconds(30));
}

TEST(PromptTest, APromptWithoutASecretHasASeed) {
  const v1::MatchStart match;
  EXPECT_NE(Prompt(match, {}, std::chrono::steady_clock::now()).seed(), 0u);
}

// ---- As text ----

std::string TextOf(const v1::Prompt& message, const std::string& game) {
  v1::MatchStart match;
  match.set_game(game);
  match.set_private_seed("secret-seed");
  std::ostringstream out;
  out << Prompt(match, message, std::chrono::steady_clock::now());
  return out.str();
}

v1::Prompt OctrixPrompt() {
  v1::Prompt prompt;
  prompt.set_match_id("m1");
  prompt.set_seat(1);
  prompt.set_decision(5);
  prompt.set_kind(v1::DECISION_KIND_MUST);
  v1::OctrixObservation& octrix =
      *prompt.mutable_observation()->mutable_octrix();
  octrix.set_deal(1);
  octrix.set_trick(2);
  octrix.set_dealer(0);
  octrix.set_mode(v1::OCTRIX_MODE_HIGH);
  v1::OctrixHand& hand = *octrix.add_hands();
  hand.add_cards(0);
  hand.add_cards(31);
  octrix.add_hands()->add_cards(25);
  v1::OctrixTrick& trick = *octrix.add_tricks();
  trick.add_cards(3);
  trick.add_cards(6);
  trick.set_mode(v1::OCTRIX_MODE_LOW);
  for (const uint32_t points : {1, 0}) octrix.add_deal_scores(points);
  for (const uint32_t points : {0, 0}) octrix.add_totals(points);
  for (const uint32_t seat : {0, 1}) octrix.add_to_act(seat);
  prompt.add_actions()->set_text("H1");
  prompt.add_actions()->mutable_action()->mutable_octrix()->set_card(31);
  prompt.mutable_allowance_left();
  prompt.mutable_bank_left();
  return prompt;
}

// The Python SDK's test_prompt.py expects the same text.
constexpr char kOctrixText[] = R"(octrix, match m1, seat 1, decision 5: choose an action
time left: 0.000 s
  deal: 1
  trick: 2
  dealer: 0
  mode: high
  hands:
    H1 C8
    D7
  tricks:
    cards C1 S2, taker 0, mode low
  deal_scores: 1 0
  totals: 0 0
  to_act: 0 1
  rotation: 0
actions:
  0: H1
  1: card C8)";

TEST(PromptTextTest, IsWhatAPersonReads) {
  EXPECT_EQ(TextOf(OctrixPrompt(), "octrix"), kOctrixText);
}

TEST(PromptTextTest, NeverHasThePrivateSeed) {
  EXPECT_EQ(TextOf(OctrixPrompt(), "octrix").find("secret"), std::string::npos);
}

bool Prints(const v1::Prompt& prompt, const std::string& line) {
  return TextOf(prompt, "game").find("\n  " + line) != std::string::npos;
}

TEST(PromptTextTest, CardsAreInTheNotationOfTheirGame) {
  v1::Prompt seconds;
  for (const uint32_t card : {0, 47, 51}) {
    seconds.mutable_observation()->mutable_seconds()->add_hand(card);
  }
  EXPECT_TRUE(Prints(seconds, "hand: C2 SK SA"));
  v1::Prompt doppelkopf;
  for (const uint32_t card : {2, 16, 23}) {
    doppelkopf.mutable_observation()->mutable_doppelkopf()->add_hand(card);
  }
  EXPECT_TRUE(Prints(doppelkopf, "hand: CQ HT DA"));
  v1::Prompt ordago;
  v1::OrdagoCards& hand =
      *ordago.mutable_observation()->mutable_ordago()->mutable_own_hand();
  hand.add_ranks(v1::ORDAGO_RANK_KING);
  hand.add_ranks(v1::ORDAGO_RANK_ACE);
  EXPECT_TRUE(Prints(ordago, "own_hand: K A"));
  v1::Prompt ordo;
  for (const uint32_t square : {0, 79}) {
    ordo.mutable_observation()->mutable_ordo()->add_white(square);
  }
  EXPECT_TRUE(Prints(ordo, "white: a1 j8"));
}

TEST(PromptTextTest, CountsOfCardsAreNoCards) {
  v1::Prompt prompt;
  v1::DoppelkopfAnnouncement& announcement = *prompt.mutable_observation()
                                                  ->mutable_doppelkopf()
                                                  ->add_announcements();
  announcement.set_level(v1::DOPPELKOPF_LEVEL_NO_90);
  announcement.set_cards(2);
  const std::string text = TextOf(prompt, "doppelkopf");
  EXPECT_NE(text.find("level no_90"), std::string::npos) << text;
  EXPECT_NE(text.find("cards 2"), std::string::npos) << text;
}

TEST(PromptTextTest, AnAnnouncementMayWait) {
  v1::Prompt prompt;
  prompt.set_match_id("m1");
  prompt.set_decision(3);
  prompt.set_kind(v1::DECISION_KIND_MAY);
  prompt.add_announcements()->set_text("re");
  EXPECT_EQ(TextOf(prompt, "doppelkopf"),
            "doppelkopf, match m1, seat 0, decision 3: announce or wait\n"
            "announcements:\n  0: re");
}

}  // namespace
}  // namespace pentathlon
