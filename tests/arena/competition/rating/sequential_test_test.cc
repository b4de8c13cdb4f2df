// The sequential test by itself: verdicts, limits, interval, errors.
#include "arena/competition/comparison/sequential_test.h"

#include <algorithm>
#include <limits>

#include "gmock/gmock.h"
#include "tests/arena/competition/reference_values.h"
#include "tests/arena/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

SequentialTest NewTest(const SequentialTestOptions& options = {}) {
  return SequentialTest::Create(options).value();
}

// A test after `count` equal differences, or as many as it takes.
SequentialTest After(int count, double difference,
                     const SequentialTestOptions& options = {}) {
  SequentialTest test = NewTest(options);
  while (test.verdict() == Verdict::kUndecided && test.sets() < count) {
    EXPECT_THAT(test.Add(difference), IsOk());
  }
  return test;
}

// ---- Verdicts ----

TEST(SequentialTestTest, BeginsUndecided) {
  EXPECT_EQ(NewTest().verdict(), Verdict::kUndecided);
}
TEST(SequentialTestTest, WhoWinsEverySetIsBetter) {
  EXPECT_EQ(After(20, 1).verdict(), Verdict::kABetter);
}
TEST(SequentialTestTest, WhoLosesEverySetIsWorse) {
  EXPECT_EQ(After(20, -1).verdict(), Verdict::kBBetter);
}
TEST(SequentialTestTest, DrawsOnlyShowNoDifference) {
  const SequentialTest test = After(100, 0);
  EXPECT_EQ(test.verdict(), Verdict::kNoDifferenceShown);
  EXPECT_FALSE(test.ran_out());
}
TEST(SequentialTestTest, FewSetsDecideNothing) {
  EXPECT_EQ(After(9, 1).verdict(), Verdict::kUndecided);
  EXPECT_EQ(After(10, 1).verdict(), Verdict::kABetter);
}
TEST(SequentialTestTest, LastSetEndsTheTest) {
  const SequentialTest test = After(3, 0.5, {.min_sets = 1, .max_sets = 3});
  EXPECT_EQ(test.verdict(), Verdict::kNoDifferenceShown);
  EXPECT_TRUE(test.ran_out());
}
TEST(SequentialTestTest, SmallDifferencesAreGivenMoreSets) {
  EXPECT_EQ(EnoughSets({.delta = 0.5}), 10000);
  // 4 * 2 ln(2 / 0.05) / 0.02^2
  EXPECT_EQ(EnoughSets({.delta = 0.02}), 73777);
  EXPECT_EQ(EnoughSets({.bound = 10, .delta = 0.2}), 73777);
  EXPECT_GT(EnoughSets({.delta = 0.02, .alpha = 0.01}), 73777);
  EXPECT_EQ(EnoughSets({.bound = 1e9, .delta = 0.001}), 1000000000);
}
TEST(SequentialTestTest, NoSetCountsAfterTheVerdict) {
  SequentialTest test = After(20, 1);
  EXPECT_THAT(test.Add(-1), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     HasSubstr("after the verdict")));
  EXPECT_EQ(test.sets(), 10);
}

// ---- Figures ----

// The test after 25 sets, without an earlier verdict.
SequentialTest After25(absl::Span<const double> differences,
                       SequentialTestOptions options = {}) {
  options.bound = 6;
  options.min_sets = 25;
  SequentialTest test = NewTest(options);
  for (const double value : differences) EXPECT_THAT(test.Add(value), IsOk());
  return test;
}

// The bets follow the lead in these differences.
SequentialTest Good(SequentialTestOptions options = {}) {
  options.delta = 0.2;
  return After25(kGoodDifferences, options);
}
// The bets follow delta in these differences.
SequentialTest Even(SequentialTestOptions options = {}) {
  options.delta = 1.5;
  return After25(kEvenDifferences, options);
}

// A little more than the number of this logarithm.
double JustAbove(double log_value) { return std::exp(log_value + 1e-9); }
double JustBelow(double log_value) { return std::exp(log_value - 1e-9); }

TEST(SequentialTestTest, IntervalsAreAsComputedIndependently) {
  const Interval good = Good().MeanInterval();
  EXPECT_NEAR(good.low, kGoodInterval[0], 1e-9);
  EXPECT_NEAR(good.high, kGoodInterval[1], 1e-9);
  const Interval even = Even().MeanInterval();
  EXPECT_NEAR(even.low, kEvenInterval[0], 1e-9);
  EXPECT_NEAR(even.high, kEvenInterval[1], 1e-9);
}
TEST(SequentialTestTest, ProgressIsAsComputedIndependently) {
  EXPECT_NEAR(Good().Progress(), kGoodLogCapitals[0] / std::log(40), 1e-9);
  const Shares even = Even().ProgressOf();
  EXPECT_EQ(even.a_better, 0);
  EXPECT_NEAR(even.b_better, std::max(0.0, kEvenLogCapitals[1]) / std::log(40),
              1e-9);
  EXPECT_NEAR(even.no_difference,
              std::min(kEvenLogCapitals[2], kEvenLogCapitals[3]) / std::log(20),
              1e-9);
}
TEST(SequentialTestTest, BetterNeedsTwoAlphasOfCapital) {
  const double up = kGoodLogCapitals[0];
  EXPECT_EQ(Good({.alpha = 2 * JustAbove(-up)}).verdict(), Verdict::kABetter);
  EXPECT_EQ(Good({.alpha = 2 * JustBelow(-up)}).verdict(), Verdict::kUndecided);
}
TEST(SequentialTestTest, NoDifferenceNeedsBetaOfBothCapitals) {
  const double least = std::min(kEvenLogCapitals[2], kEvenLogCapitals[3]);
  EXPECT_EQ(Even({.beta = JustAbove(-least)}).verdict(),
            Verdict::kNoDifferenceShown);
  EXPECT_EQ(Even({.beta = JustBelow(-least)}).verdict(), Verdict::kUndecided);
}

TEST(SequentialTestTest, MeanIsTheMean) {
  SequentialTest test = After(2, 1);
  EXPECT_THAT(test.Add(-0.5), IsOk());
  EXPECT_DOUBLE_EQ(test.Mean(), 0.5);
}
TEST(SequentialTestTest, DifferencesBeyondTheBoundAreCut) {
  SequentialTest test = NewTest({.bound = 2});
  for (const double difference : {1.0, 2.0, -2.5, 100.0}) {
    EXPECT_THAT(test.Add(difference), IsOk());
  }
  EXPECT_DOUBLE_EQ(test.Mean(), (1.0 + 2 - 2 + 2) / 4);
}
TEST(SequentialTestTest, WithoutSetsTheMeanMayBeAnything) {
  EXPECT_EQ(NewTest({.bound = 4}).MeanInterval(), (Interval{-4, 4}));
}
TEST(SequentialTestTest, IntervalOfCertainWinsComesNearTheBound) {
  const Interval interval = After(200, 1, {.min_sets = 200}).MeanInterval();
  EXPECT_GT(interval.low, 0.94);
  EXPECT_EQ(interval.high, 1);
}
TEST(SequentialTestTest, OppositeDifferencesGiveTheOppositeInterval) {
  Rng rng("opposite");
  SequentialTest test = NewTest({.min_sets = 50});
  SequentialTest opposite = NewTest({.min_sets = 50});
  for (int i = 0; i < 50; ++i) {
    const double difference = Ternary(0.5, 0.3)(rng);
    EXPECT_THAT(test.Add(difference), IsOk());
    EXPECT_THAT(opposite.Add(-difference), IsOk());
  }
  EXPECT_DOUBLE_EQ(test.MeanInterval().low, -opposite.MeanInterval().high);
}
TEST(SequentialTestTest, UnitOfTheDifferencesDoesNotMatter) {
  Rng rng("unit");
  SequentialTest points = NewTest({.bound = 10, .delta = 2, .min_sets = 50});
  SequentialTest tenths = NewTest({.bound = 100, .delta = 20, .min_sets = 50});
  for (int i = 0; i < 50; ++i) {
    const double difference = Exponential(1)(rng);
    EXPECT_THAT(points.Add(difference), IsOk());
    EXPECT_THAT(tenths.Add(10 * difference), IsOk());
  }
  EXPECT_NEAR(tenths.MeanInterval().low, 10 * points.MeanInterval().low, 1e-9);
  EXPECT_NEAR(tenths.Progress(), points.Progress(), 1e-9);
}

// The two agree after every set, as far as min_sets allows.
TEST(SequentialTestTest, IntervalExcludesZeroExactlyWhenAVerdictFalls) {
  Rng rng("consistent");
  SequentialTest test = NewTest();
  while (test.verdict() == Verdict::kUndecided) {
    EXPECT_TRUE(test.MeanInterval().Contains(0));
    EXPECT_THAT(test.Add(Ternary(0.55, 0.3)(rng)), IsOk());
  }
  EXPECT_EQ(test.verdict(), Verdict::kABetter);
  EXPECT_GT(test.MeanInterval().low, 0);
}
TEST(SequentialTestTest, IntervalShrinksWithTheSets) {
  Rng rng("shrink");
  SequentialTest test = NewTest({.min_sets = 500});
  double last = 2;
  for (const int sets : {50, 150, 500}) {
    while (test.sets() < sets) {
      EXPECT_THAT(test.Add(Ternary(0.4, 0.4)(rng)), IsOk());
    }
    EXPECT_LT(test.MeanInterval().Width(), 0.8 * last);
    last = test.MeanInterval().Width();
  }
}

TEST(SequentialTestTest, ProgressBeginsAtNothing) {
  EXPECT_EQ(NewTest().Progress(), 0);
}
TEST(SequentialTestTest, ProgressEndsAtOne) {
  EXPECT_EQ(After(20, 1).Progress(), 1);
}
TEST(SequentialTestTest, ProgressIsNoMoreThanTheSharesOfSetsNeeded) {
  EXPECT_NEAR(After(9, 1).Progress(), 0.9, 1e-9);
}

// Wins and draws in turn: at this rate the capital grows by the same factor.
TEST(SequentialTestTest, FurtherSetsAreThoseThatComeIfNothingChanges) {
  SequentialTest test = NewTest({.delta = 0.01});
  for (int i = 0; i < 40; ++i) {
    EXPECT_THAT(test.Add(i % 2 == 0 ? 0.5 : -0.4), IsOk());
  }
  const double expected = test.FurtherSets().value();
  int further = 0;
  for (; test.verdict() == Verdict::kUndecided; ++further) {
    EXPECT_THAT(test.Add(further % 2 == 0 ? 0.5 : -0.4), IsOk());
  }
  EXPECT_NEAR(further, expected, 0.25 * further);
  EXPECT_EQ(test.FurtherSets(), 0);
}
TEST(SequentialTestTest, NothingIsToldAboutMoreSetsThanTheLimit) {
  const SequentialTestOptions options{.delta = 0.01, .max_sets = 100};
  EXPECT_EQ(After(20, 0, options).FurtherSets(), std::nullopt);
  EXPECT_EQ(After(100, 0, options).FurtherSets(), 0);
}
TEST(SequentialTestTest, FurtherSetsReachTheFewestThatAVerdictNeeds) {
  EXPECT_EQ(After(9, 1).FurtherSets(), 1);
}

// ---- Errors ----

TEST(SequentialTestTest, DifferenceThatIsNoNumberIsRefused) {
  EXPECT_THAT(NewTest().Add(std::numeric_limits<double>::quiet_NaN()),
              StatusIs(kInvalid, HasSubstr("nan")));
}

struct Bad {
  SequentialTestOptions options;
  const char* message;
};
class BadOptionsTest : public ::testing::TestWithParam<Bad> {};
TEST_P(BadOptionsTest, AreRefused) {
  EXPECT_THAT(SequentialTest::Create(GetParam().options),
              StatusIs(kInvalid, HasSubstr(GetParam().message)));
}
INSTANTIATE_TEST_SUITE_P(
    All, BadOptionsTest,
    ::testing::Values(Bad{{.bound = 0}, "bound is 0"},
                      Bad{{.bound = INFINITY}, "bound is inf"},
                      Bad{{.delta = 0}, "delta is 0"},
                      Bad{{.delta = 1}, "less than the bound 1"},
                      Bad{{.alpha = 0}, "alpha is 0"},
                      Bad{{.beta = 1}, "beta is 1"},
                      Bad{{.min_sets = 0}, "sets are 0 to"},
                      Bad{{.min_sets = 9, .max_sets = 8}, "sets are 9 to 8"}));

}  // namespace
}  // namespace arena::competition
