// Ratios over sets.
#include "arena/competition/comparison/set_ratio.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"

namespace arena::competition {
namespace {

// Sets with these parts of a whole each.
SetRatio RatioOf(const std::vector<double>& parts, double whole) {
  SetRatio ratio;
  for (const double part : parts) {
    ratio.Add(part, whole);
    ratio.EndSet();
  }
  return ratio;
}

TEST(SetRatioTest, TheErrorOfEqualSetsIsThatOfTheirMean) {
  const SetRatio ratio = RatioOf({1, 2, 3, 4}, 2);
  EXPECT_DOUBLE_EQ(ratio.value(), 1.25);
  // The variance of 0.5, 1, 1.5 and 2 is 5/12.
  EXPECT_DOUBLE_EQ(ratio.StandardError(), std::sqrt(5.0 / 12 / 4));
}
TEST(SetRatioTest, LargeSetsCountMore) {
  SetRatio ratio = RatioOf({1}, 1);
  ratio.Add(0, 1);
  ratio.Add(0, 2);
  ratio.EndSet();
  EXPECT_EQ(ratio.value(), 0.25);
}
TEST(SetRatioTest, ASetWithoutAWholeIsNone) {
  SetRatio ratio = RatioOf({1, 0}, 2);
  ratio.EndSet();
  EXPECT_EQ(ratio.sets(), 2);
}
TEST(SetRatioTest, TenSetsShowASpread) {
  EXPECT_FALSE(RatioOf(std::vector<double>(9, 1), 2).Mean().interval);
  EXPECT_TRUE(RatioOf(std::vector<double>(10, 1), 2).Mean().interval);
}
TEST(SetRatioTest, AShareOfSingleTrialsHasWilsonsInterval) {
  std::vector<double> parts(20);
  for (int i = 0; i < 6; ++i) parts[i] = 1;
  const Interval interval = *RatioOf(parts, 1).Share().interval;
  // Of 19 trials, because the variance is estimated from 20.
  EXPECT_NEAR(interval.low, 0.1427, 1e-4);
  EXPECT_NEAR(interval.high, 0.5246, 1e-4);
}
TEST(SetRatioTest, AShareOfNothingMayBeMore) {
  const Interval interval =
      *RatioOf(std::vector<double>(30), 4).Share().interval;
  EXPECT_EQ(interval.low, 0);
  EXPECT_NEAR(interval.high, 0.1135, 5e-4);
}

}  // namespace
}  // namespace arena::competition
