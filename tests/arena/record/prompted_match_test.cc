// Bots are told the same as `arena replay --seat` prints, and can say each
// choice back.
#include "tests/arena/record/prompted_match.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/match/wire.h"

namespace arena::testing {
namespace {

// Each compared prompt costs a replay, so only so many are compared.
constexpr uint32_t kStep = 7;
constexpr uint32_t kLast = 80;

class PromptedMatchTest : public ::testing::TestWithParam<Game> {};

INSTANTIATE_TEST_SUITE_P(Games, PromptedMatchTest,
                         ::testing::ValuesIn(AllGames().begin(),
                                             AllGames().end()),
                         [](const auto& info) {
                           return std::string(info.param.info->name);
                         });

// The text as `arena replay` indents it.
std::string Indented(const std::string& text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  lines.pop_back();  // A text ends with a line feed.
  for (std::string& line : lines) line.insert(0, line.empty() ? "" : "  ");
  return absl::StrJoin(lines, "\n");
}

TEST_P(PromptedMatchTest, APromptSaysWhatReplayPrints) {
  std::vector<v1::Prompt> prompts;
  uint32_t asked = 0;
  const Record record =
      PlayPrompted(GetParam(), [&](const Match&, const Question& question) {
        if (asked++ % kStep != 0 || asked > kLast) return;
        prompts.push_back(question.prompt);
      });
  for (const v1::Prompt& prompt : prompts) {
    SCOPED_TRACE(absl::StrCat("decision ", prompt.decision()));
    EXPECT_EQ(Indented(prompt.position_text()),
              ReplayedPosition(record, prompt));
    EXPECT_EQ(absl::StrCat("seat ", prompt.seat(), " can choose: ",
                           absl::StrJoin(prompt.actions(), ", ",
                                         [](std::string* out, const auto& one) {
                                           out->append(one.text());
                                         })),
              ReplayedChoices(record, prompt));
  }
}

TEST_P(PromptedMatchTest, ThePositionFollowsFromTheObservation) {
  PlayPrompted(GetParam(), [&](const Match& match, const Question& question) {
    if (question.prompt.decision() % kStep != 0) return;
    EXPECT_EQ(question.prompt.position_text(),
              match.table().state()->ObservationToString(
                  question.prompt.observation()));
  });
}

// The texts behind the numbers, as printed below the title.
std::vector<std::string> PrintedBelow(const std::string& text,
                                      const std::string& title) {
  std::vector<std::string> printed;
  bool within = false;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::string number = absl::StrCat("  ", printed.size(), ": ");
    within = within ? absl::StartsWith(line, number) : line == title;
    if (within && line != title) {
      printed.emplace_back(line.substr(number.size()));
    }
  }
  return printed;
}

TEST_P(PromptedMatchTest, WhateverIsPrintedCanBeChosen) {
  const GoldenQuestion golden = GoldenQuestionOf(GetParam());
  const v1::Prompt& prompt = golden.question.prompt;
  const Seat seat = static_cast<Seat>(prompt.seat());
  const std::vector<std::string> printed = PrintedBelow(
      TextOf(golden), absl::StrCat("seat ", seat, " can choose:"));
  ASSERT_EQ(printed.size(), static_cast<size_t>(prompt.actions_size()));
  for (size_t i = 0; i < printed.size(); ++i) {
    v1::Act act;
    act.set_decision(prompt.decision());
    act.set_text(printed[i]);
    Match match = golden.match;
    Effects effects;
    match.Act(seat, AnswerOf(std::move(act)), absl::UnixEpoch(), effects);
    ASSERT_FALSE(effects.journal.empty()) << printed[i];
    EXPECT_EQ(effects.journal[0].action,
              prompt.actions(static_cast<int>(i)).id())
        << printed[i];
    EXPECT_EQ(match.table().FaultsOf(seat), 0) << printed[i];
  }
}

TEST_P(PromptedMatchTest, WhateverIsPrintedCanBeAnnounced) {
  const GoldenQuestion golden = GoldenQuestionOf(GetParam());
  const v1::Prompt& prompt = golden.question.prompt;
  const Seat seat = static_cast<Seat>(prompt.seat());
  const std::vector<std::string> printed = PrintedBelow(
      TextOf(golden), absl::StrCat("seat ", seat, " can announce:"));
  ASSERT_EQ(printed.size(), static_cast<size_t>(prompt.announcements_size()));
  for (size_t i = 0; i < printed.size(); ++i) {
    v1::Announce announce;
    announce.set_decision(prompt.decision());
    announce.set_text(printed[i]);
    Match match = golden.match;
    Effects effects;
    match.Announce(seat, AnswerOf(std::move(announce)), absl::UnixEpoch(),
                   effects);
    ASSERT_FALSE(effects.journal.empty()) << printed[i];
    EXPECT_EQ(effects.journal[0].action,
              prompt.announcements(static_cast<int>(i)).id())
        << printed[i];
  }
}

TEST(GoldenQuestionTest, AGameWithAnnouncementsShowsSome) {
  for (const Game& game : AllGames()) {
    const GoldenQuestion golden = GoldenQuestionOf(game);
    EXPECT_EQ(golden.question.prompt.announcements_size() > 0,
              game.info->announcements)
        << game.info->name;
  }
}

}  // namespace
}  // namespace arena::testing
