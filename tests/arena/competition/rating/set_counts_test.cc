// Counts of sets, and the figures of fishtest and fastchess.
#include "arena/competition/comparison/set_counts.h"

#include <cmath>

#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/reference_values.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;

// Sets by the half points of A.
SetCounts CountsOf(absl::Span<const double> sets) {
  const int matches = static_cast<int>(sets.size()) / 2;
  SetCounts counts(matches);
  for (int i = 0; i < static_cast<int>(sets.size()); ++i) {
    const double lead = static_cast<double>(i - matches) / matches;
    for (int set = 0; set < sets[i]; ++set) counts.Add(lead);
  }
  return counts;
}

void ExpectFigures(const SetCounts& counts, absl::Span<const double> figures,
                   double tolerance) {
  EXPECT_NEAR(counts.Logistic()->value, figures[0], tolerance);
  EXPECT_NEAR(counts.Logistic()->error.value(), figures[1], tolerance);
  EXPECT_NEAR(counts.Normalized()->value, figures[2], tolerance);
  EXPECT_NEAR(counts.Normalized()->error.value(), figures[3], tolerance);
  EXPECT_NEAR(counts.DrawRatio(), figures[5], tolerance);
  EXPECT_NEAR(counts.PairRatio().value(), figures[6], tolerance);
}

TEST(SetCountsTest, FiguresAreAsComputedIndependently) {
  ExpectFigures(CountsOf(kManySetResults), kManyEloFigures, 1e-9);
  ExpectFigures(CountsOf(kFewSetResults), kFewEloFigures, 1e-9);
  ExpectFigures(CountsOf(kSingleSetResults), kSingleEloFigures, 1e-9);
}
// Leads are twice as far from 0 as scores are from 1/2.
TEST(SetCountsTest, SuperiorityIsAsComputedIndependently) {
  // Two sets of no points, 13 of 1/2 and so on.
  const double mean = (-1.0 * 2 - 0.5 * 13 + 0.5 * 27 + 9) / 89;
  const double square = (1.0 * 2 + 0.25 * 13 + 0.25 * 27 + 9) / 89;
  EXPECT_NEAR(LikelihoodOfSuperiority(mean, square - mean * mean, 89),
              kFewEloFigures[4], 1e-9);
}
TEST(SetCountsTest, SuperiorityOfEqualsIsAHalf) {
  EXPECT_EQ(LikelihoodOfSuperiority(0, 0, 10), 0.5);
  EXPECT_EQ(LikelihoodOfSuperiority(1, 0, 10), 1);
}
TEST(SetCountsTest, SetsAreCountedByHalfPoints) {
  SetCounts counts(2);
  for (const double lead : {-1.0, -0.5, -0.5, 1.0, 0.0, 0.0, 0.0}) {
    counts.Add(lead);
  }
  EXPECT_THAT(counts.counts(), ElementsAre(1, 2, 3, 0, 1));
}
TEST(SetCountsTest, WhereNothingIsLostFiguresAreMissing) {
  SetCounts counts(1);
  counts.Add(1);
  EXPECT_FALSE(counts.PairRatio().has_value());
  EXPECT_FALSE(counts.Logistic().has_value());
  EXPECT_FALSE(counts.Normalized().has_value());
  // The upper limit of the score is above 1.
  counts.Add(0);
  EXPECT_NEAR(counts.Logistic()->value, 400 * std::log10(3), 1e-9);
  EXPECT_FALSE(counts.Logistic()->error.has_value());
}

}  // namespace
}  // namespace arena::competition
