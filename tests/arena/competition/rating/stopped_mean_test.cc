// The estimate of a mean after a verdict.
#include "arena/competition/comparison/stopped_mean.h"

#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/reference_values.h"
#include "tests/arena/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

constexpr SequentialTestOptions kFew{
    .delta = 0.5, .alpha = 0.3, .beta = 0.1, .min_sets = 3};

SequentialTest TestOf(absl::Span<const double> differences, double sign = 1) {
  SequentialTest test = SequentialTest::Create(kFew).value();
  for (const double difference : differences) {
    EXPECT_THAT(test.Add(sign * difference), IsOk());
  }
  return test;
}

// The reference takes all possible sets, the estimate draws some: they differ
// by a twentieth of a standard error.
TEST(StoppedMeanTest, IsAboutAsComputedIndependently) {
  const SequentialTest stopped = TestOf(kStoppedDifferences);
  EXPECT_EQ(stopped.verdict(), Verdict::kABetter);
  EXPECT_NEAR(MedianUnbiasedMean(stopped), kStoppedMean[0], 0.02);
  const SequentialTest open = TestOf(kOpenDifferences);
  EXPECT_EQ(open.verdict(), Verdict::kUndecided);
  EXPECT_NEAR(MedianUnbiasedMean(open), kOpenMean[0], 0.02);
}
TEST(StoppedMeanTest, OppositeDifferencesGiveTheOppositeMean) {
  EXPECT_EQ(MedianUnbiasedMean(TestOf(kStoppedDifferences, -1)),
            -MedianUnbiasedMean(TestOf(kStoppedDifferences)));
}
TEST(StoppedMeanTest, OfEqualSetsIsTheirDifference) {
  EXPECT_EQ(MedianUnbiasedMean(TestOf({0.25, 0.25})), 0.25);
}

// At delta the plain mean is too high in two of three tests.
TEST(StoppedMeanTest, IsAsOftenTooHighAsTooLow) {
  Rng rng("stopped");
  constexpr int kRuns = 200;
  const SequentialTestOptions options{.delta = 0.4};
  double plain = 0;
  double corrected = 0;
  for (int run = 0; run < kRuns; ++run) {
    SequentialTest test = SequentialTest::Create(options).value();
    while (test.verdict() == Verdict::kUndecided) {
      EXPECT_THAT(test.Add(Ternary(0.6, 0.2)(rng)), IsOk());
    }
    plain += test.Mean() > 0.4 ? 1.0 / kRuns : 0;
    corrected += MedianUnbiasedMean(test) > 0.4 ? 1.0 / kRuns : 0;
  }
  EXPECT_GT(plain, 0.58);
  EXPECT_NEAR(corrected, 0.5, 0.06);
  RecordProperty("plain", std::to_string(plain));
  RecordProperty("corrected", std::to_string(corrected));
}

}  // namespace
}  // namespace arena::competition
