// The questions that a bot can ask a prompt.
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "sdk/cpp/bot.h"
#include "tests/testing/folders/folders.h"

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

TEST(PromptTest, TheSeedAndItsDrawsAreThoseOfTheContract) {
  v1::MatchStart match;
  for (char byte = 0; byte < 16; ++byte) {
    match.mutable_private_seed()->push_back(byte);
  }
  v1::Prompt message;
  message.set_seat(1);
  message.set_decision(7);
  const Prompt prompt(match, message, {});
  EXPECT_EQ(prompt.seed(), 18257086097028160099u);
  EXPECT_EQ(prompt.random().Below(10), 7u);
  EXPECT_EQ(prompt.random().Below(10), 3u);
  EXPECT_EQ(prompt.random().Below(10), 2u);
}

TEST(ChanceTest, DrawsAreThoseOfTheContract) {
  Chance chance(0);
  EXPECT_EQ(chance.Draw(), 16294208416658607535u);
  EXPECT_EQ(chance.Draw(), 7960286522194355700u);
  EXPECT_EQ(chance.Draw(), 487617019471545679u);
}

TEST(ChanceTest, ADrawBeyondTheLastMultipleIsDrawnAgain) {
  // About every second draw is beyond the 2^63 + 1 numbers, and is drawn again.
  constexpr uint64_t kCount = (uint64_t{1} << 63) + 1;
  Chance chance(0);
  Chance other(0);
  int beyond = 0;
  for (int i = 0; i < 50; ++i) {
    const uint64_t draw = other.Draw();
    if (draw >= kCount) {
      ++beyond;
    } else {
      EXPECT_EQ(chance.Below(kCount), draw);
    }
  }
  EXPECT_GT(beyond, 10);
}

TEST(ChanceTest, NoNumberIsBelowNone) {
  EXPECT_THROW(Chance(0).Below(0), std::invalid_argument);
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

// ---- As text: the Python SDK's test_prompt.py checks the same files ----

std::string TextOf(const v1::MatchStart& match, const v1::Prompt& message) {
  std::ostringstream out;
  out << Prompt(match, message, std::chrono::steady_clock::now());
  return out.str();
}

std::string TextOf(const v1::Prompt& message, const std::string& game) {
  v1::MatchStart match;
  match.set_game(game);
  match.set_private_seed("secret-seed");
  return TextOf(match, message);
}

// The messages of a golden prompt, and the text to print of them.
struct GoldenPrompt {
  v1::MatchStart match;
  v1::Prompt message;
  std::string text;
};

v1::PlayResponse ReadMessage(std::istream& lines) {
  std::string line;
  std::getline(lines, line);
  v1::PlayResponse message;
  EXPECT_TRUE(
      google::protobuf::util::JsonStringToMessage(line, &message).ok());
  return message;
}

GoldenPrompt GoldenPromptOf(const std::string& game) {
  const std::string folder = arena::testing::InSources("tests/golden/") + game;
  std::ifstream lines(folder + "/prompt.jsonl");
  GoldenPrompt golden;
  golden.match = ReadMessage(lines).match_start();
  golden.message = ReadMessage(lines).prompt();
  std::ostringstream text;
  text << std::ifstream(folder + "/prompt.txt").rdbuf();
  golden.text = text.str();
  return golden;
}

class PromptTextTest : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Games, PromptTextTest,
                         ::testing::Values("doppelkopf", "octrix", "ordago",
                                           "ordo", "seconds"),
                         [](const auto& info) { return info.param; });

TEST_P(PromptTextTest, IsWhatReplayPrints) {
  const GoldenPrompt golden = GoldenPromptOf(GetParam());
  EXPECT_EQ(TextOf(golden.match, golden.message) + "\n", golden.text);
}

TEST_P(PromptTextTest, WhatIsPrintedCanBeChosen) {
  const GoldenPrompt golden = GoldenPromptOf(GetParam());
  const std::string text = TextOf(golden.match, golden.message);
  for (int i = 0; i < golden.message.actions_size(); ++i) {
    const std::string number = "\n  " + std::to_string(i) + ": ";
    const size_t begin =
        text.find(number, text.find(" can choose:")) + number.size();
    const std::string printed =
        text.substr(begin, text.find('\n', begin) - begin);
    EXPECT_EQ(Choice::Text(printed).ToAct(golden.message).text(),
              golden.message.actions(i).text());
  }
}

// A prompt for a bot that wants no text.
v1::Prompt BarePrompt() {
  v1::Prompt prompt;
  prompt.set_match_id("m1");
  prompt.set_seat(1);
  prompt.set_decision(5);
  prompt.set_kind(v1::DECISION_KIND_MUST);
  prompt.mutable_observation()->mutable_octrix()->set_deal(1);
  v1::LegalAction& action = *prompt.add_actions();
  action.set_id(31);
  action.mutable_action()->mutable_octrix()->set_card(31);
  prompt.mutable_allowance_left();
  prompt.mutable_bank_left();
  return prompt;
}

TEST(PromptWithoutTextTest, PrintsItsFields) {
  EXPECT_EQ(TextOf(BarePrompt(), "octrix"),
            "octrix, match m1, seat 1, decision 5: choose an action\n"
            "time left: 0.000 s\n"
            "  there is no text; the fields are: octrix { deal: 1 }\n"
            "seat 1 can choose:\n"
            "  0: id 31, octrix { card: 31 }");
}

TEST(PromptWithoutTextTest, NeverHasThePrivateSeed) {
  EXPECT_EQ(TextOf(BarePrompt(), "octrix").find("secret"), std::string::npos);
}

TEST(PromptAnnouncementTest, AnAnnouncementMayWait) {
  v1::Prompt prompt;
  prompt.set_match_id("m1");
  prompt.set_decision(3);
  prompt.set_kind(v1::DECISION_KIND_MAY);
  prompt.set_position_text("deal 1\n");
  prompt.add_announcements()->set_text("re");
  EXPECT_EQ(TextOf(prompt, "doppelkopf"),
            "doppelkopf, match m1, seat 0, decision 3: announce or wait\n"
            "  deal 1\n"
            "seat 0 can announce:\n  0: re");
}

}  // namespace
}  // namespace pentathlon
