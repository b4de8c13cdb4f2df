// Every registered game keeps the contract, with every seat count and option.
// This test finds a new game by itself.
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "arena/games/registry.h"
#include "arena/games/text_readings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/status_matchers.h"
#include "tests/testing/toy_game.h"

namespace arena {

// gtest names the game of a failed test with this text.
void PrintTo(const Game& game, std::ostream* out) { *out << game.info->name; }

namespace {

std::vector<Game> GamesAndToy() {
  std::vector<Game> games(AllGames().begin(), AllGames().end());
  games.push_back(ToyGame());
  return games;
}

class AllGamesTest : public ::testing::TestWithParam<Game> {
 protected:
  static constexpr std::array<const char*, 2> kSeeds = {"1", "2"};

  // Runs a check with every setup and seed, up to the first failure.
  template <typename Check>
  void ForAll(const Check& check) {
    const absl::StatusOr<std::vector<GameSetup>> setups = SetupsOf(GetParam());
    ASSERT_THAT(setups, IsOk());
    for (const GameSetup& setup : *setups) {
      for (const char* seed : kSeeds) ASSERT_THAT(check(setup, seed), IsOk());
    }
  }
};

TEST_P(AllGamesTest, MatchesKeepTheContractAndKInfoIsTrue) {
  Abilities seen;
  ForAll([&](const GameSetup& setup, const char* seed) {
    return CheckPlay(setup, seed, seen);
  });
  EXPECT_THAT(CheckAbilities(*GetParam().info, seen), IsOk());
}

TEST_P(AllGamesTest, DrawsAreThoseFromTheLists) { ForAll(CheckDraws); }

TEST_P(AllGamesTest, OptionsInEffectSayAll) {
  ForAll([](const GameSetup& setup, const char*) {
    return CheckOptionsInEffect(setup);
  });
}

TEST_P(AllGamesTest, ActionsReadBack) { ForAll(CheckNotation); }

TEST_P(AllGamesTest, NumbersOfActionsAreTheSameEverywhere) {
  Numbers numbers;
  ForAll([&](const GameSetup& setup, const char* seed) {
    return CheckNumbers(setup, seed, numbers);
  });
}

TEST_P(AllGamesTest, SeedAndEntriesGiveTheSameMatch) {
  ForAll(
      [](const GameSetup& setup, const char*) { return CheckReplays(setup); });
}

TEST_P(AllGamesTest, ObservationsHoldAllThatASeatNeeds) {
  ForAll(CheckSamples);
}

TEST_P(AllGamesTest, StatesAndObservationsGiveTheSameSamples) {
  ForAll(CheckResamples);
}

TEST_P(AllGamesTest, NothingLeaksWhatASeatMayNotKnow) { ForAll(CheckTwins); }

TEST_P(AllGamesTest, SamplesOfSecretsVary) { ForAll(CheckVariety); }

TEST_P(AllGamesTest, GarbageIsRefusedAndBreaksNothing) { ForAll(CheckGarbage); }

std::string ReadmeOf(const GameInfo& info) {
  const std::string path =
      absl::StrCat(testing::InSources("arena/games/"), info.name, "/README.md");
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_P(AllGamesTest, ReadmeTellsOptionsAndSubstitutes) {
  const GameInfo& info = *GetParam().info;
  if (info.name == std::string("toy")) GTEST_SKIP() << "not a real game";
  EXPECT_THAT(CheckReadme(info, ReadmeOf(info)), IsOk());
}

// The rows of the README's section "The original text".
int RowsOfText(absl::string_view readme) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(readme, "\n## The original text\n");
  if (parts.size() != 2) return 0;
  const std::vector<absl::string_view> sections =
      absl::StrSplit(parts[1], "\n## ");
  int rows = 0;
  for (const absl::string_view line : absl::StrSplit(sections[0], '\n')) {
    rows += absl::StartsWith(line, "| `") ? 1 : 0;
  }
  return rows;
}

TEST_P(AllGamesTest, ReadmeTellsWhyDefaultsDifferFromTheText) {
  const Game& game = GetParam();
  if (game.info->name == std::string("toy")) GTEST_SKIP() << "has no text";
  const std::string readme = ReadmeOf(*game.info);
  const std::vector<TextReading> readings = TextReadings(game, readme);
  EXPECT_FALSE(readings.empty()) << "preset=text is missing or does nothing";
  for (const TextReading& reading : readings) {
    EXPECT_NE(reading.why, "")
        << "no row for " << reading.option << ": " << reading.default_value
        << " by default, " << reading.text_value << " in the text";
  }
  EXPECT_EQ(RowsOfText(readme), static_cast<int>(readings.size()));
  for (const std::string& reading : FixedReadings(readme)) {
    EXPECT_THAT(reading, ::testing::EndsWith("."));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, AllGamesTest,
                         ::testing::ValuesIn(GamesAndToy()),
                         [](const auto& info) {
                           return std::string(info.param.info->name);
                         });

}  // namespace
}  // namespace arena
