// The results that ratings expect, and results that contradict them.
#include "arena/competition/rating/expected_scores.h"

#include <limits>

#include "arena/competition/rating/place_chances.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// Ratings with these log-strengths and a tie of two that is as likely as one of
// its sides alone, if `ties`.
BatchRating RatingOf(std::vector<double> strengths, bool ties,
                     std::vector<double> factors = {}) {
  LogTies log_ties;
  log_ties.fill(kNever);
  log_ties[1] = 0;
  if (ties) log_ties[2] = 0;
  const size_t count = strengths.size();
  return BatchRating({.place_factors = std::move(factors)},
                     std::move(strengths), std::vector<double>(count * count),
                     log_ties);
}

std::vector<Side> SidesOf(int count) {
  std::vector<Side> sides;
  for (int i = 0; i < count; ++i) sides.push_back({{i}, 1});
  return sides;
}

TEST(ExpectedScoresTest, TwoSidesFollowTheOddsOfTheirStrengths) {
  const BatchRating rating = RatingOf({std::log(3), 0}, false);
  const PlaceChances chances = ChancesOf(rating, SidesOf(2));
  EXPECT_NEAR(chances.Score(0, 1), 0.75, 1e-12);
  EXPECT_NEAR(chances.Variance(0, 1), 0.1875, 1e-12);
}
TEST(ExpectedScoresTest, ATieIsHalfAScore) {
  const BatchRating rating = RatingOf({0, 0}, true);
  const PlaceChances chances = ChancesOf(rating, SidesOf(2));
  EXPECT_NEAR(chances.level(0, 1), 1.0 / 3, 1e-12);
  EXPECT_NEAR(chances.Score(0, 1), 0.5, 1e-12);
  EXPECT_NEAR(chances.Variance(0, 1), 1.0 / 6, 1e-12);
}
TEST(ExpectedScoresTest, OfThreeSidesTwoComeInTheOddsOfTheirStrengths) {
  const BatchRating rating = RatingOf({std::log(3), 0, std::log(5)}, false);
  EXPECT_NEAR(ChancesOf(rating, SidesOf(3)).Score(0, 1), 0.75, 1e-12);
}
TEST(ExpectedScoresTest, AFactorOfAPlaceCountsForThatPlaceOnly) {
  // Strength decides nothing but the second of three places.
  const BatchRating rating = RatingOf({std::log(3), 0, 0}, false, {0.0, 1.0});
  EXPECT_NEAR(ChancesOf(rating, SidesOf(3)).Score(0, 1),
              1.0 / 3 + 1.0 / 3 * 0.75, 1e-12);
}

// Sets of two matches between bots of equal strength, each with each. Some lose
// to 0 on purpose.
std::vector<PlacingSet> EqualBots(int bots, int helpers, int sets) {
  Rng rng("equal bots");
  std::vector<PlacingSet> results;
  for (int set = 0; set < sets; ++set) {
    for (int a = 0; a < bots; ++a) {
      for (int b = a + 1; b < bots; ++b) {
        PlacingSet& result = results.emplace_back();
        for (int match = 0; match < 2; ++match) {
          const bool helps = a == 0 && b <= helpers;
          const int first = helps || Uniform(rng) < 0.5 ? 1 : 2;
          result.push_back({{{{a}, first}, {{b}, 3 - first}}});
        }
      }
    }
  }
  return results;
}

std::vector<Misfit> MisfitsOf(int bots, int helpers) {
  const auto sets = EqualBots(bots, helpers, 6);
  std::vector<int> entrants(bots);
  for (int i = 0; i < bots; ++i) entrants[i] = i;
  return MisfitsOf(
      ScoreSides(FitBatchRating(bots, sets).value(), sets, entrants).pairs,
      bots);
}

TEST(ExpectedScoresTest, BotsThatLoseOnPurposeToOneShow) {
  EXPECT_LT(MisfitsOf(20, 5)[0].Probability(), 1e-4);
}
TEST(ExpectedScoresTest, HonestBotsDoNot) {
  for (const Misfit& misfit : MisfitsOf(20, 0)) {
    EXPECT_EQ(misfit.opponents, 19);
    EXPECT_GT(misfit.Probability(), 0.001);
  }
}
TEST(ExpectedScoresTest, ScoresAreThoseOfTheFirstOfThePair) {
  const std::vector<PlacingSet> sets = {{{{{{0}, 1}, {{1}, 2}}}}};
  const PairScores pairs =
      ScoreSides(RatingOf({0, 0}, false), sets, {1, 0}).pairs;
  EXPECT_EQ(pairs.at({0, 1}).comparisons, 1);
  EXPECT_EQ(pairs.at({0, 1}).score, 0);
  EXPECT_EQ(pairs.at({0, 1}).expected, 0.5);
}
TEST(ExpectedScoresTest, ASeatHasTheAdvantageThatRatingsDoNotExpect) {
  // 0 wins in the first seat of each set, and ties in the second.
  const std::vector<PlacingSet> sets(
      10, {{{{{0}, 1}, {{1}, 2}}}, {{{{1}, 1}, {{0}, 1}}}});
  const ExpectedScores scores =
      ScoreSides(RatingOf({std::log(3), 0}, false), sets, {0, 1});
  EXPECT_EQ(scores.ties.value(), 0.5);
  // 0 scores 1 for 0.75, and 1 scores 0.5 for 0.25.
  ASSERT_EQ(scores.advantages.size(), 2u);
  EXPECT_NEAR(scores.advantages[0].value(), 0.25, 1e-12);
  EXPECT_NEAR(scores.advantages[1].value(), -0.25, 1e-12);
}
TEST(ExpectedScoresTest, SidesOfOneEntrantAreNotCompared) {
  const std::vector<PlacingSet> sets = {{{{{{0}, 1}, {{1}, 1}}}}};
  EXPECT_EQ(ScoreSides(RatingOf({0, 0}, true), sets, {0, 0}).ties.sets(), 0);
}

}  // namespace
}  // namespace arena::competition
