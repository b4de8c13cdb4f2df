// Outcomes of chance that are not equally likely.
#include "arena/match/table.h"
#include "gtest/gtest.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/status_matchers.h"
#include "tests/testing/toy_variants.h"

namespace arena {
namespace {

const Game& WeightedGame() { return toy::VariantGame<toy::WeightedState>(); }

GameSetup WeightedSetup() {
  return {&WeightedGame(), 2, GameOptions(WeightedGame().info->options)};
}

TEST(ChanceTest, OutcomesAreDrawnByTheirWeights) {
  const AnyState state =
      WeightedGame().create(2, WeightedSetup().options).value();
  Rng rng("weights");
  std::array<int, toy::kCards> counts = {};
  // The weights of cards 0 to 11 are 1 to 12, together 78.
  constexpr int kDraws = 78 * 1000;
  for (int i = 0; i < kDraws; ++i) ++counts[state->SampleChance(rng)];
  for (int card = 0; card < toy::kCards; ++card) {
    EXPECT_NEAR(counts[card], 1000 * (card + 1), 500) << card;
  }
}

TEST(ChanceTest, EqualWeightsDrawWhatIsDrawnWithoutWeights) {
  Rng weighted("same");
  Rng plain("same");
  const std::vector<uint32_t> ones(7, 1);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(weighted.Weighted(ones), plain.Below(7));
  }
}

TEST(ChanceTest, AGameWithWeightsKeepsTheContract) {
  Abilities seen;
  EXPECT_THAT(CheckPlay(WeightedSetup(), "1", seen), IsOk());
  EXPECT_THAT(CheckDraws(WeightedSetup(), "1"), IsOk());
}

TEST(ChanceTest, TheEntriesOfAMatchWithWeightsAreCheckedAgainstItsSeed) {
  EXPECT_THAT(CheckReplays(WeightedSetup()), IsOk());
}

}  // namespace
}  // namespace arena
