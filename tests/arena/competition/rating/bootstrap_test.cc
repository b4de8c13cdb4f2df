// Bootstrap intervals: reproducible, invariant, and of the right width.
#include "arena/competition/comparison/bootstrap.h"

#include <algorithm>
#include <limits>

#include "gmock/gmock.h"
#include "tests/arena/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

std::vector<double> Sample(const char* seed, const Draw& draw, int count) {
  Rng rng(seed);
  std::vector<double> values(count);
  for (double& value : values) value = draw(rng);
  return values;
}

MeanEstimate Estimate(const std::vector<double>& values,
                      const BootstrapOptions& options = {}) {
  return BootstrapMean(values, options).value();
}

TEST(BootstrapTest, MeanIsTheMean) {
  EXPECT_DOUBLE_EQ(Estimate({1, 2, 6}).mean, 3);
}
TEST(BootstrapTest, SameSeedGivesTheSameInterval) {
  const auto values = Sample("x", Exponential(0), 40);
  EXPECT_EQ(Estimate(values).interval, Estimate(values).interval);
}
TEST(BootstrapTest, OtherSeedGivesAnotherInterval) {
  const auto values = Sample("x", Exponential(0), 40);
  EXPECT_NE(Estimate(values).interval,
            Estimate(values, {.seed = {1}}).interval);
}
TEST(BootstrapTest, OrderOfValuesDoesNotChangeABit) {
  auto values = Sample("x", Exponential(0), 40);
  const MeanEstimate before = Estimate(values);
  std::rotate(values.begin(), values.begin() + 13, values.end());
  EXPECT_EQ(Estimate(values).interval, before.interval);
  EXPECT_EQ(Estimate(values).mean, before.mean);
}
TEST(BootstrapTest, OppositeValuesGiveExactlyTheOppositeInterval) {
  auto values = Sample("x", Exponential(0), 40);
  const Interval before = *Estimate(values).interval;
  for (double& value : values) value = -value;
  EXPECT_EQ(Estimate(values).interval, (Interval{-before.high, -before.low}));
}
TEST(BootstrapTest, SingleValueHasNoInterval) {
  EXPECT_EQ(Estimate({4}).interval, std::nullopt);
}
TEST(BootstrapTest, EqualValuesHaveAnIntervalOfNoWidth) {
  EXPECT_EQ(Estimate({4, 4, 4, 4}).interval, (Interval{4, 4}));
}

TEST(BootstrapTest, FourTimesTheValuesHalveTheInterval) {
  auto values = Sample("x", NormalAround(0, 1), 100);
  const double once = Estimate(values).interval->Width();
  for (int i = 0; i < 2; ++i) {
    const auto again = values;
    values.insert(values.end(), again.begin(), again.end());
  }
  EXPECT_NEAR(once / Estimate(values).interval->Width(), 2, 0.1);
}
TEST(BootstrapTest, OfNormalValuesIsNearlyTheNormalInterval) {
  const auto values = Sample("x", NormalAround(0, 1), 400);
  EXPECT_NEAR(Estimate(values).interval->Width(), 2 * 1.96 / 20, 0.02);
}
// Efron 1987 corrects the interval to the side of the long tail.
TEST(BootstrapTest, LeansTowardsTheLongTail) {
  const MeanEstimate estimate = Estimate(Sample("x", Exponential(0), 40));
  const double above = estimate.interval->high - estimate.mean;
  const double below = estimate.mean - estimate.interval->low;
  EXPECT_GT(above / below, 1.25);
}
TEST(BootstrapTest, ExpansionOfManyValuesIsWhatResamplingFinds) {
  auto values = Sample("x", Exponential(0), kMostResampled);
  const Interval resampled = *Estimate(values, {.resamples = 19'999}).interval;
  values.push_back(Estimate(values).mean);
  const Interval expanded = *Estimate(values).interval;
  EXPECT_NEAR(expanded.low, resampled.low, 0.003);
  EXPECT_NEAR(expanded.high, resampled.high, 0.003);
}
TEST(BootstrapTest, ExpansionLeansTowardsTheLongTail) {
  const auto values = Sample("x", Exponential(0), kMostResampled + 1);
  const MeanEstimate estimate = Estimate(values);
  EXPECT_GT(estimate.interval->high - estimate.mean,
            1.05 * (estimate.mean - estimate.interval->low));
}
TEST(BootstrapTest, HigherConfidenceIsWider) {
  const auto values = Sample("x", Exponential(0), 40);
  EXPECT_GT(Estimate(values, {.confidence = 0.99}).interval->Width(),
            Estimate(values, {.confidence = 0.95}).interval->Width());
}

// The share of samples whose interval holds the true mean, 0.
double Coverage(const Draw& draw, int count) {
  Rng rng("coverage");
  constexpr int kRuns = 1000;
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> values(count);
    for (double& value : values) value = draw(rng);
    covered += Estimate(values, {.resamples = 999}).interval->Contains(0);
  }
  return covered / static_cast<double>(kRuns);
}

TEST(BootstrapTest, CoversTheMeanOfNormalValuesIn95Percent) {
  EXPECT_NEAR(Coverage(NormalAround(0, 1), 50), 0.95, 0.02);
}
TEST(BootstrapTest, CoversTheMeanOfDecidedAndDrawnSetsIn95Percent) {
  EXPECT_NEAR(Coverage(Ternary(0.2, 0.2), 50), 0.95, 0.025);
}
TEST(BootstrapTest, CoversTheMeanOfSkewedValuesInAlmost95Percent) {
  EXPECT_NEAR(Coverage(Exponential(0), 50), 0.94, 0.025);
}

TEST(BootstrapTest, NoValuesAreRefused) {
  EXPECT_THAT(BootstrapMean({}, {}),
              StatusIs(kInvalid, HasSubstr("no values")));
}
TEST(BootstrapTest, ValueThatIsNoNumberIsRefused) {
  EXPECT_THAT(BootstrapMean({1, std::numeric_limits<double>::quiet_NaN()}, {}),
              StatusIs(kInvalid, HasSubstr("nan")));
}
TEST(BootstrapTest, TooFewResamplesAreRefused) {
  EXPECT_THAT(BootstrapMean({1, 2}, {.resamples = 99}),
              StatusIs(kInvalid, HasSubstr("99 resamples")));
}
TEST(BootstrapTest, CertaintyIsRefused) {
  EXPECT_THAT(BootstrapMean({1, 2}, {.confidence = 1}),
              StatusIs(kInvalid, HasSubstr("confidence is 1")));
}

}  // namespace
}  // namespace arena::competition
