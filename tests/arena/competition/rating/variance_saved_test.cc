// The saving by duplicate sets, on made-up sets whose luck is known.
#include "arena/competition/comparison/variance_saved.h"

#include "gmock/gmock.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

using ::testing::DoubleNear;

// Pairs of matches. The luck of the deal changes sides between both matches,
// and the luck of play is drawn anew.
VarianceSaved Pairs(const char* seed, double deal, double play, int sets) {
  Rng rng(seed);
  const Draw luck_of_deal = NormalAround(0, deal);
  const Draw luck_of_play = NormalAround(0.2, play);
  VarianceSaved saved;
  for (int i = 0; i < sets; ++i) {
    const double luck = deal == 0 ? 0 : luck_of_deal(rng);
    saved.Add({luck_of_play(rng) + luck, luck_of_play(rng) - luck});
  }
  return saved;
}

TEST(VarianceSavedTest, LuckThatChangesSidesIsSaved) {
  const auto saved = Pairs("deals", 1, 1, 4000).Estimate();
  ASSERT_TRUE(saved.has_value());
  EXPECT_THAT(saved->share, DoubleNear(0.5, 0.03));
  EXPECT_TRUE(saved->interval.Contains(0.5));
  EXPECT_LT(saved->interval.Width(), 0.1);
}
TEST(VarianceSavedTest, WithoutLuckOfTheDealNothingIsSaved) {
  const auto saved = Pairs("play", 0, 1, 4000).Estimate();
  ASSERT_TRUE(saved.has_value());
  EXPECT_THAT(saved->share, DoubleNear(0, 0.05));
  EXPECT_TRUE(saved->interval.Contains(0));
}
TEST(VarianceSavedTest, MatchesThatEndAlikeCost) {
  VarianceSaved saved;
  for (int i = 0; i < 20; ++i) {
    const double lead = i % 2 == 0 ? 1 : -1;
    saved.Add({lead, lead});
  }
  const auto estimate = saved.Estimate();
  ASSERT_TRUE(estimate.has_value());
  // Two equal matches tell as much as one match.
  EXPECT_THAT(estimate->share, DoubleNear(-1, 0.06));
}
TEST(VarianceSavedTest, TheIntervalHoldsTheTruth) {
  int held = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    const std::string seed = "run " + std::to_string(run);
    const auto saved = Pairs(seed.c_str(), 1, 1, 60).Estimate();
    ASSERT_TRUE(saved.has_value());
    held += saved->interval.Contains(0.5);
  }
  EXPECT_GE(held, kRuns * 0.91);
  EXPECT_LE(held, kRuns * 0.98);
}
TEST(VarianceSavedTest, FewSetsOrSinglesTellNothing) {
  EXPECT_FALSE(Pairs("few", 1, 1, 9).Estimate().has_value());
  EXPECT_TRUE(Pairs("few", 1, 1, 10).Estimate().has_value());
  VarianceSaved singles;
  for (int i = 0; i < 100; ++i) singles.Add({i % 3 - 1.0});
  EXPECT_FALSE(singles.Estimate().has_value());
}
TEST(VarianceSavedTest, EqualMatchesTellNothing) {
  VarianceSaved saved;
  for (int i = 0; i < 100; ++i) saved.Add({1, 1});
  EXPECT_FALSE(saved.Estimate().has_value());
}

}  // namespace
}  // namespace arena::competition
