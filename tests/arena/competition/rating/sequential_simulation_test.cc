// Error rates of the sequential test, in simulations of bots whose true
// difference is known.
#include <cmath>

#include "arena/competition/comparison/sequential_test.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

constexpr int kRuns = 1000;

// The share of each verdict, and the mean number of sets.
struct Outcomes {
  double a_better = 0;
  double b_better = 0;
  double no_difference = 0;
  double sets = 0;
};

Outcomes Simulate(const SequentialTestOptions& options, const Draw& draw) {
  Rng rng("sequential");
  Outcomes outcomes;
  for (int run = 0; run < kRuns; ++run) {
    SequentialTest test = SequentialTest::Create(options).value();
    while (test.verdict() == Verdict::kUndecided) {
      EXPECT_THAT(test.Add(draw(rng)), IsOk());
    }
    const double share = 1.0 / kRuns;
    outcomes.a_better += test.verdict() == Verdict::kABetter ? share : 0;
    outcomes.b_better += test.verdict() == Verdict::kBBetter ? share : 0;
    outcomes.no_difference +=
        test.verdict() == Verdict::kNoDifferenceShown ? share : 0;
    outcomes.sets += share * test.sets();
  }
  return outcomes;
}

// Differences of one kind, with the mean 0, delta or -delta.
struct Kind {
  const char* name;
  SequentialTestOptions options;
  Draw none;
  Draw for_a;
  Draw for_b;
};

class ErrorRateTest : public ::testing::TestWithParam<Kind> {};

TEST_P(ErrorRateTest, EqualsAreToldApartNoMoreOftenThanAlpha) {
  const Outcomes outcomes = Simulate(GetParam().options, GetParam().none);
  const double alpha = GetParam().options.alpha;
  EXPECT_LE(outcomes.a_better + outcomes.b_better,
            alpha + ChanceMargin(alpha, kRuns));
  RecordProperty("sets", std::to_string(outcomes.sets));
  RecordProperty("errors",
                 std::to_string(outcomes.a_better + outcomes.b_better));
}
TEST_P(ErrorRateTest, TheBetterIsFoundAsOftenAsPromised) {
  const Outcomes outcomes = Simulate(GetParam().options, GetParam().for_a);
  const double beta = GetParam().options.beta;
  RecordProperty("sets", std::to_string(outcomes.sets));
  EXPECT_GE(outcomes.a_better, 1 - beta - ChanceMargin(beta, kRuns));
}
TEST_P(ErrorRateTest, TheWorseIsFoundAsOftenAsPromised) {
  const Outcomes outcomes = Simulate(GetParam().options, GetParam().for_b);
  const double beta = GetParam().options.beta;
  EXPECT_GE(outcomes.b_better, 1 - beta - ChanceMargin(beta, kRuns));
}
TEST_P(ErrorRateTest, TheWorseIsHardlyEverTakenForTheBetter) {
  const Outcomes outcomes = Simulate(GetParam().options, GetParam().for_b);
  EXPECT_LE(outcomes.a_better, 0.005);
}

INSTANTIATE_TEST_SUITE_P(
    All, ErrorRateTest,
    ::testing::Values(Kind{"Normal",
                           {.bound = 5, .delta = 0.3},
                           NormalAround(0, 1),
                           NormalAround(0.3, 1),
                           NormalAround(-0.3, 1)},
                      Kind{
                          "NormalWithOtherRates",
                          {.bound = 5, .delta = 0.3, .alpha = 0.2, .beta = 0.1},
                          NormalAround(0, 1),
                          NormalAround(0.3, 1),
                          NormalAround(-0.3, 1)},
                      Kind{"DecidedSets",
                           {.bound = 1, .delta = 0.2},
                           Ternary(0.45, 0.45),
                           Ternary(0.55, 0.35),
                           Ternary(0.35, 0.55)},
                      Kind{"NineOfTenDrawn",
                           {.bound = 1, .delta = 0.05},
                           Ternary(0.05, 0.05),
                           Ternary(0.075, 0.025),
                           Ternary(0.025, 0.075)},
                      Kind{"RareHighLosses",
                           {.bound = 15, .delta = 0.8},
                           RareLoss(0, 15),
                           RareLoss(0.8, 15),
                           RareLoss(-0.8, 15)},
                      Kind{"Exponential",
                           {.bound = 10, .delta = 0.3},
                           Exponential(0),
                           Exponential(0.3),
                           Exponential(-0.3)},
                      // The variance is 0: every set is the same.
                      Kind{"Certain",
                           {.bound = 1, .delta = 0.2},
                           [](Rng&) { return 0.0; },
                           [](Rng&) { return 0.2; },
                           [](Rng&) { return -0.2; }}),
    [](const auto& info) { return info.param.name; });

TEST(SequentialSimulationTest, IntervalHoldsTheMeanAtAllTimesTogether) {
  Rng rng("always");
  constexpr int kFewer = 400;
  int missed = 0;
  for (int run = 0; run < kFewer; ++run) {
    SequentialTest test =
        SequentialTest::Create({.delta = 0.2, .min_sets = 60}).value();
    bool holds = true;
    for (int i = 0; i < 60; ++i) {
      EXPECT_THAT(test.Add(Ternary(0.4, 0.2)(rng)), IsOk());
      holds &= test.MeanInterval().Contains(0.2);
    }
    missed += !holds;
  }
  EXPECT_LE(missed, kFewer * (0.05 + ChanceMargin(0.05, kFewer)));
}

// The test's gambler alone has intervals of 1.1 on average, and the narrowest
// interval of as many sets is 0.49 wide if their number is fixed before.
TEST(SequentialSimulationTest, IntervalsOfClearWinsAreNarrow) {
  Rng rng("clear");
  constexpr int kFewer = 100;
  double width = 0;
  for (int run = 0; run < kFewer; ++run) {
    SequentialTest test =
        SequentialTest::Create({.bound = 4, .delta = 0.1}).value();
    while (test.verdict() == Verdict::kUndecided) {
      EXPECT_THAT(test.Add(std::clamp(0.5 + Normal(rng), -4.0, 4.0)), IsOk());
    }
    width += test.MeanInterval().Width() / kFewer;
  }
  EXPECT_LT(width, 0.9);
  RecordProperty("width", std::to_string(width));
}

// Each set is fair, but sets of little luck and of much luck take turns.
TEST(SequentialSimulationTest, EqualsAreHardlyToldApartIfTheVarianceDrifts) {
  Rng rng("drift");
  int errors = 0;
  for (int run = 0; run < kRuns; ++run) {
    SequentialTest test =
        SequentialTest::Create({.bound = 5, .delta = 0.3}).value();
    while (test.verdict() == Verdict::kUndecided) {
      const double deviation = 0.3 + 0.7 * (test.sets() / 20 % 2);
      EXPECT_THAT(test.Add(deviation * NormalAround(0, 1)(rng)), IsOk());
    }
    errors += test.verdict() != Verdict::kNoDifferenceShown;
  }
  EXPECT_LE(errors, kRuns * 0.05);
  RecordProperty("errors", std::to_string(errors));
}

// A lead that turns into the opposite lead within 100 sets. Such bots are not
// equal when the test ends, and the verdict is about the sets played.
TEST(SequentialSimulationTest, AWinnerLedOverTheSetsPlayedIfTheMeanDrifts) {
  Rng rng("trend");
  int verdicts = 0;
  int errors = 0;
  for (int run = 0; run < kRuns; ++run) {
    SequentialTest test =
        SequentialTest::Create({.bound = 5, .delta = 0.3}).value();
    double lead = 0;
    while (test.verdict() == Verdict::kUndecided) {
      const double mean = 0.3 * std::max(-0.5, 0.5 - test.sets() / 100.0);
      lead += mean;
      EXPECT_THAT(test.Add(NormalAround(mean, 1)(rng)), IsOk());
    }
    const bool a = test.verdict() == Verdict::kABetter;
    const bool b = test.verdict() == Verdict::kBBetter;
    verdicts += a || b;
    errors += (a && lead <= 0) || (b && lead >= 0);
  }
  EXPECT_GT(verdicts, kRuns * 0.05);
  EXPECT_LE(errors, kRuns * 0.05);
  RecordProperty("verdicts", std::to_string(verdicts));
  RecordProperty("errors", std::to_string(errors));
}

TEST(SequentialSimulationTest, GreatDifferencesNeedFewSets) {
  const SequentialTestOptions options{.bound = 5, .delta = 0.1};
  // A difference of delta takes this many sets: Wald's 2 ln(2 / alpha) /
  // delta^2.
  const double for_delta = 2 * std::log(2 / options.alpha) / 0.01;
  EXPECT_LT(Simulate(options, NormalAround(1.5, 1)).sets, 0.05 * for_delta);
}

// Most sets of equal bots are cut here, and the bots are still equal.
TEST(SequentialSimulationTest, EqualBotsStayEqualWhenSetsAreCut) {
  const Outcomes outcomes =
      Simulate({.bound = 0.7, .delta = 0.2}, [](Rng& rng) {
        const double size = -std::log(Uniform(rng));
        return rng.Below(2) == 0 ? size : -size;
      });
  EXPECT_LE(outcomes.a_better + outcomes.b_better,
            0.05 + ChanceMargin(0.05, kRuns));
}

// Wald's saving compares with a fixed number of sets of the same error rates.
TEST(SequentialSimulationTest, TakesFewerSetsThanAFixedNumber) {
  const double z = NormalQuantile(0.975) + NormalQuantile(0.95);
  const double fixed = z * z / (0.3 * 0.3);
  const SequentialTestOptions options{.bound = 3, .delta = 0.3};
  const Draw cut = [](Rng& rng) {
    return std::clamp(0.3 + Normal(rng), -3.0, 3.0);
  };
  EXPECT_LT(Simulate(options, cut).sets, 0.9 * fixed);
}

// ---- The usual test fails ----

// Whether the usual form of the generalised SPRT ever tells equal bots apart.
// The usual form takes the variance seen so far and the bounds of a normal
// distribution.
bool NormalTestTellsApart(const Draw& draw, double delta, Rng& rng) {
  double sum = 0;
  double squares = 0;
  for (int n = 1; n <= 5000; ++n) {
    const double x = draw(rng);
    sum += x;
    squares += x * x;
    if (n < 10) continue;
    const double mean = sum / n;
    const double variance = squares / n - mean * mean;
    const double up = delta * (sum - n * delta / 2) / variance;
    const double down = delta * (-sum - n * delta / 2) / variance;
    if (std::max(up, down) >= std::log(2 / 0.05)) return true;
    if (std::max(up, down) <= std::log(0.05)) return false;
  }
  return false;
}

TEST(SequentialSimulationTest, NormalTestErrsFourTimesAsOftenOnRareLosses) {
  Rng rng("normal test");
  int errors = 0;
  for (int run = 0; run < kRuns; ++run) {
    errors += NormalTestTellsApart(RareLoss(0, 15), 0.8, rng);
  }
  EXPECT_GT(errors, 4 * 0.05 * kRuns);
  RecordProperty("errors", std::to_string(errors));
}

// ---- The saving by duplicate sets ----

// A match is worth to A the sum of A's skill, the luck of the deal for A's seat
// and the luck of play (deviation 1). A duplicate pair gives both players the
// same deal.
Draw SetOf(bool duplicate, double skill, double deal_luck) {
  return [=](Rng& rng) {
    const double deal = deal_luck * Normal(rng);
    const double first = skill + deal + Normal(rng);
    if (!duplicate) return first;
    const double second = skill - deal + Normal(rng);
    return (first + second) / 2;
  };
}

// The mean number of matches until the test ends. The bound is four deviations
// of a set.
double MatchesNeeded(bool duplicate, double deal_luck) {
  constexpr double kSkill = 0.25;
  const double variance = duplicate ? 0.5 : 1 + deal_luck * deal_luck;
  const SequentialTestOptions options{.bound = 4 * std::sqrt(variance),
                                      .delta = kSkill};
  const Draw set = SetOf(duplicate, kSkill, deal_luck);
  return Simulate(options, set).sets * (duplicate ? 2 : 1);
}

// The luck of the deal is twice the luck of play, so a match has the variance
// 5. A pair leaves 1/2 of it. A fifth of the matches would do by Wald's
// approximation.
TEST(DuplicateSavingTest, DuplicatesTakeATenthToAThirdWhereDealsRule) {
  const double share = MatchesNeeded(true, 2) / MatchesNeeded(false, 2);
  EXPECT_GT(share, 0.1);
  EXPECT_LT(share, 0.33);
  RecordProperty("share", std::to_string(share));
}
// Where deals do not matter, a pair is only two matches, with hardly a loss.
TEST(DuplicateSavingTest, DuplicatesCostLittleWhereDealsDoNotMatter) {
  const double share = MatchesNeeded(true, 0) / MatchesNeeded(false, 0);
  EXPECT_LT(share, 1.3);
  RecordProperty("share", std::to_string(share));
}

}  // namespace
}  // namespace arena::competition
