// Comparisons in the five games. Copies of a bot are not told apart, and
// different bots are. Duplicate sets take luck away.
#include "arena/games/registry.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/duel.h"

namespace arena::competition {
namespace {

// A form of a game whose matches are short.
struct ShortGame {
  const char* name;
  const char* options;
};

constexpr ShortGame kGames[] = {{"ordo", ""},
                                {"ordago", "sets_to_win=1,set_target=10"},
                                {"doppelkopf", "deals=1,compulsory_solos=0"},
                                {"octrix", "target=8"},
                                {"seconds", ""}};

constexpr SequentialTestOptions kTest = {.delta = 0.4};

Verdict Compare(const ShortGame& game, RandomShare a, RandomShare b) {
  Duel duel({.game = game.name, .options = game.options, .a = a, .b = b});
  return Decide(kTest, duel).verdict();
}

TEST(RealGamesTest, AreAllThereAre) {
  EXPECT_EQ(std::size(kGames), AllGames().size());
}

class ComparisonTest : public ::testing::TestWithParam<ShortGame> {};

TEST_P(ComparisonTest, TwoRandomPlayersAreNotToldApart) {
  EXPECT_EQ(Compare(GetParam(), 1, 1), Verdict::kNoDifferenceShown);
}
TEST_P(ComparisonTest, TwoGreedyPlayersAreNotToldApart) {
  EXPECT_EQ(Compare(GetParam(), 0, 0), Verdict::kNoDifferenceShown);
}
TEST_P(ComparisonTest, GreedyIsBetterThanRandom) {
  EXPECT_EQ(Compare(GetParam(), 0, 1), Verdict::kABetter);
}

INSTANTIATE_TEST_SUITE_P(Games, ComparisonTest, ::testing::ValuesIn(kGames),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

// Ordo has no deals.
class DealLuckTest : public ::testing::TestWithParam<ShortGame> {};

double VarianceOfSets(const ShortGame& game, bool independent, int sets) {
  Duel duel({.game = game.name,
             .options = game.options,
             .a = 0,
             .b = 0.1,
             .independent_deals = independent});
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < sets; ++i) {
    const double x = duel.Next();
    sum += x;
    squares += x * x;
  }
  return squares / sets - (sum / sets) * (sum / sets);
}

TEST_P(DealLuckTest, ASetVariesLessThanAsManyIndependentMatches) {
  constexpr int kSets = 30;
  const int matches =
      Duel({.game = GetParam().name, .options = GetParam().options})
          .matches_per_set();
  const double duplicate = VarianceOfSets(GetParam(), false, kSets);
  const double independent =
      VarianceOfSets(GetParam(), true, kSets * matches) / matches;
  RecordProperty("share", std::to_string(duplicate / independent));
  EXPECT_LT(duplicate, independent);
}

INSTANTIATE_TEST_SUITE_P(Games, DealLuckTest,
                         ::testing::ValuesIn(std::begin(kGames) + 1,
                                             std::end(kGames)),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace arena::competition
