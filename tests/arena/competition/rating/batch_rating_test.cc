// The official rating: published values, independent values, invariances, hard
// cases.
#include "arena/competition/rating/batch_rating.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "arena/competition/rating/learnt_prior.h"
#include "arena/competition/rating/place_choices.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/rating_data.h"
#include "tests/arena/competition/reference_values.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

// Log-units per point.
constexpr double kLog = 1 / kPointsPerLogUnit;

// The prior that the reference values were computed with.
BatchRatingOptions KnownPrior() {
  return {.prior_points = 400, .prior_tails = 0, .errors_at_maximum = true};
}

// Rates independent matches.
BatchRating Fit(int competitors, const std::vector<Placing>& placings,
                const BatchRatingOptions& options = KnownPrior()) {
  std::vector<PlacingSet> sets;
  for (const Placing& placing : placings) sets.push_back({placing});
  return FitBatchRating(competitors, sets, options).value();
}

// A prior so weak that six digits do not show it.
BatchRatingOptions AlmostNoPrior() {
  return {.prior_points = 1e6,
          .prior_tails = 0,
          .prior_log_tie = 1e4,
          .errors_at_maximum = true};
}

// ---- Published fits ----

// The values: Agresti 2002, table 10.11. Turner and Firth 2012 give the same.
TEST(BatchRatingTest, AgrestisBaseballTeamsHaveThePublishedStrengths) {
  const BatchRating rating = Fit(7, Baseball(), AlmostNoPrior());
  const double published[] = {1.58, 1.44, 1.29, 1.25, 1.11, 0.68};
  for (int team = 0; team < 6; ++team) {
    EXPECT_NEAR(rating.Difference(team, 6) * kLog, published[team], 0.005)
        << "team " << team;
  }
}

TEST(BatchRatingTest, AgrestisBaseballTeamsHaveStandardErrorsOfAThird) {
  const BatchRating rating = Fit(7, Baseball(), AlmostNoPrior());
  for (int team = 0; team < 6; ++team) {
    EXPECT_NEAR(rating.StandardErrorOfDifference(team, 6) * kLog, 0.34, 0.01)
        << "team " << team;
  }
}

// Turner, van Etten, Firth and Kosmidis 2020, "Modelling rankings in R: the
// PlackettLuce package", fit the data of Davidson (1970). Their fit was stopped
// before its fourth digit had settled.
TEST(BatchRatingTest, DavidsonsPuddingsHaveThePublishedWorths) {
  const BatchRating rating = Fit(6, Puddings(), AlmostNoPrior());
  const double published[] = {0.1388005, 0.1729985, 0.1617420,
                              0.1653930, 0.1586805, 0.2023855};
  for (int pudding = 0; pudding < 5; ++pudding) {
    EXPECT_NEAR(std::exp(rating.Difference(pudding, 5) * kLog),
                published[pudding] / published[5], 5e-4)
        << "pudding " << pudding;
  }
}

// ---- Independent computation ----

TEST(BatchRatingTest, BaseballWithPriorIsAsComputedIndependently) {
  const BatchRating rating = Fit(7, Baseball());
  for (int team = 0; team < 7; ++team) {
    EXPECT_NEAR(rating.Points(team), kBaseballPoints[team], 1e-5);
    EXPECT_NEAR(rating.StandardError(team), kBaseballErrors[team], 1e-4);
  }
}

TEST(BatchRatingTest, PuddingsWithPriorAreAsComputedIndependently) {
  const BatchRating rating = Fit(6, Puddings());
  for (int pudding = 0; pudding < 6; ++pudding) {
    EXPECT_NEAR(rating.Points(pudding), kPuddingPoints[pudding], 1e-5);
  }
}

TEST(BatchRatingTest, PartnersAndTiesOfThreeAreAsComputedIndependently) {
  const BatchRating rating = Fit(5, PartnersAndTies(),
                                 {.prior_points = 300,
                                  .prior_tails = 0,
                                  .place_factors = PlaceFactors(),
                                  .dispersion = 1,
                                  .prior_log_tie = 1.5,
                                  .errors_at_maximum = true});
  for (int competitor = 0; competitor < 5; ++competitor) {
    EXPECT_NEAR(rating.Points(competitor), kMixedPoints[competitor], 1e-5);
    EXPECT_NEAR(rating.StandardError(competitor), kMixedErrors[competitor],
                1e-4);
  }
}

TEST(BatchRatingTest, VersionsAreAsComputedIndependently) {
  const BatchRating rating = Fit(6, MatchesOfVersions(),
                                 {.prior_points = 200,
                                  .prior_tails = 0.25,
                                  .predecessors = {-1, 0, -1, 2, 3, -1},
                                  .step_points = 60,
                                  .errors_at_maximum = true});
  for (int competitor = 0; competitor < 6; ++competitor) {
    EXPECT_NEAR(rating.Points(competitor), kVersionPoints[competitor], 1e-5);
    EXPECT_NEAR(rating.StandardError(competitor), kVersionErrors[competitor],
                1e-4);
  }
}

TEST(BatchRatingTest, PlaceFactorsAreAsComputedIndependently) {
  const BatchRating rating = Fit(4, MatchesOfManySides(),
                                 {.prior_points = 200,
                                  .prior_tails = 0,
                                  .place_factors = PlaceFactors{1.7, 0.8, 0.4},
                                  .dispersion = 1,
                                  .errors_at_maximum = true});
  for (int competitor = 0; competitor < 4; ++competitor) {
    EXPECT_NEAR(rating.Points(competitor), kPlacePoints[competitor], 1e-5);
    EXPECT_NEAR(rating.StandardError(competitor), kPlaceErrors[competitor],
                1e-4);
  }
}

// ---- Invariances ----

TEST(BatchRatingTest, OrderOfResultsDoesNotChangeABit) {
  std::vector<Placing> placings = PartnersAndTies();
  const BatchRating before = Fit(5, placings);
  std::reverse(placings.begin(), placings.end());
  std::swap(placings[1], placings[4]);
  const BatchRating after = Fit(5, placings);
  for (int competitor = 0; competitor < 5; ++competitor) {
    EXPECT_EQ(before.Points(competitor), after.Points(competitor));
    EXPECT_EQ(before.StandardError(competitor),
              after.StandardError(competitor));
  }
}

TEST(BatchRatingTest, OrderOfSidesDoesNotChangeABit) {
  std::vector<Placing> placings = PartnersAndTies();
  const BatchRating before = Fit(5, placings);
  for (Placing& placing : placings) {
    std::rotate(placing.sides.begin(), placing.sides.begin() + 1,
                placing.sides.end());
    for (Side& side : placing.sides) {
      std::reverse(side.members.begin(), side.members.end());
    }
  }
  const BatchRating after = Fit(5, placings);
  for (int competitor = 0; competitor < 5; ++competitor) {
    EXPECT_EQ(before.Points(competitor), after.Points(competitor));
  }
}

TEST(BatchRatingTest, RenamingCompetitorsRenamesTheirRatings) {
  const std::vector<int> new_name = {3, 0, 4, 1, 2};
  std::vector<Placing> placings = PartnersAndTies();
  const BatchRating before = Fit(5, placings);
  for (Placing& placing : placings) {
    for (Side& side : placing.sides) {
      for (int& member : side.members) member = new_name[member];
    }
  }
  const BatchRating after = Fit(5, placings);
  for (int competitor = 0; competitor < 5; ++competitor) {
    EXPECT_NEAR(after.Points(new_name[competitor]), before.Points(competitor),
                1e-7);
    EXPECT_NEAR(after.StandardError(new_name[competitor]),
                before.StandardError(competitor), 1e-7);
  }
}

TEST(BatchRatingTest, WeightTwoIsTheResultTwice) {
  std::vector<Placing> twice = PartnersAndTies();
  twice.push_back(twice.front());
  std::vector<Placing> weighted = PartnersAndTies();
  weighted.front().weight *= 2;
  const BatchRatingOptions options = {.dispersion = 1};
  EXPECT_NEAR(Fit(5, twice, options).Points(3),
              Fit(5, weighted, options).Points(3), 1e-7);
}

TEST(BatchRatingTest, MeanOfAllIsTheMeanAskedFor) {
  const BatchRating rating = Fit(7, Baseball(), {.mean_points = 1000});
  double sum = 0;
  for (int team = 0; team < 7; ++team) sum += rating.Points(team);
  EXPECT_NEAR(sum / 7, 1000, 1e-7);
}

// ---- The meaning of the figures ----

TEST(BatchRatingTest, FourTimesTheResultsHalveTheIntervals) {
  std::vector<Placing> placings = Baseball();
  // A prior would add more to the first fit than to the second one.
  const double once = Fit(7, placings, AlmostNoPrior()).StandardError(0);
  for (Placing& placing : placings) placing.weight *= 4;
  const double often = Fit(7, placings, AlmostNoPrior()).StandardError(0);
  EXPECT_NEAR(once / often, 2, 1e-3);
}

TEST(BatchRatingTest, IntervalIsNearlyTwoStandardErrorsToEitherSide) {
  const BatchRating rating = Fit(7, Baseball());
  const Interval interval = rating.PointsInterval(0);
  EXPECT_NEAR(interval.high - rating.Points(0),
              1.959964 * rating.StandardError(0), 1e-4);
  EXPECT_NEAR(rating.Points(0) - interval.low,
              1.959964 * rating.StandardError(0), 1e-4);
}

TEST(BatchRatingTest, SuperiorityIsHalfForEqualRecords) {
  const std::vector<Placing> placings = {Win(0, 1), Win(1, 0)};
  EXPECT_NEAR(Fit(2, placings).Superiority(0, 1), 0.5, 1e-9);
}

TEST(BatchRatingTest, SuperioritiesOfTwoAddUpToOne) {
  const BatchRating rating = Fit(7, Baseball());
  EXPECT_NEAR(rating.Superiority(0, 3) + rating.Superiority(3, 0), 1, 1e-12);
}

TEST(BatchRatingTest, SuperiorityIsTheNormalProbabilityOfTheDifference) {
  const BatchRating rating = Fit(7, Baseball());
  const Interval at_its_edge = NormalInterval(
      rating.Difference(0, 3), rating.StandardErrorOfDifference(0, 3),
      2 * rating.Superiority(0, 3) - 1);
  EXPECT_NEAR(at_its_edge.low, 0, 1e-6);
}

TEST(BatchRatingTest, PartnersOfEqualRecordsAreEqual) {
  const BatchRating rating = Fit(4, {Placing{{{{0, 1}, 1}, {{2, 3}, 2}}}});
  EXPECT_NEAR(rating.Points(0), rating.Points(1), 1e-9);
  EXPECT_GT(rating.Points(0), rating.Points(2));
}

// ---- The origin of the scale ----

BatchRatingOptions WithOrigin(const std::vector<double>& origin) {
  BatchRatingOptions options = KnownPrior();
  options.origin = origin;
  return options;
}

TEST(BatchRatingTest, AnAnchorHasTheMeanAndIsCertain) {
  const BatchRating rating = Fit(7, Baseball(), WithOrigin(AnchoredAt(2, 7)));
  EXPECT_EQ(rating.Points(2), 1500);
  EXPECT_EQ(rating.PointsInterval(2), (Interval{1500, 1500}));
}

TEST(BatchRatingTest, AgainstAnAnchorRatingsAreDifferencesWithTheirErrors) {
  const BatchRating rating = Fit(7, Baseball(), WithOrigin(AnchoredAt(2, 7)));
  const BatchRating same = Fit(7, Baseball());
  EXPECT_NEAR(rating.Points(5) - 1500, same.Difference(5, 2), 1e-9);
  EXPECT_NEAR(rating.StandardError(5), same.StandardErrorOfDifference(5, 2),
              1e-6);
  EXPECT_EQ(rating.Superiority(5, 3), same.Superiority(5, 3));
}

TEST(BatchRatingTest, TheOriginMayBeAMeanWithWeights) {
  const BatchRating rating = Fit(3, {Win(0, 1, 9), Win(1, 2, 7), Win(2, 0, 2)},
                                 WithOrigin({0.75, 0.25, 0}));
  EXPECT_NEAR(0.75 * rating.Points(0) + 0.25 * rating.Points(1), 1500, 1e-9);
}

TEST(BatchRatingTest, EqualWeightsAreNoWeights) {
  const BatchRating none = Fit(7, Baseball());
  const BatchRating equal =
      Fit(7, Baseball(), WithOrigin(std::vector<double>(7, 1.0 / 7)));
  EXPECT_NEAR(none.Points(3), equal.Points(3), 1e-9);
  EXPECT_NEAR(none.StandardError(3), equal.StandardError(3), 1e-9);
}

TEST(BatchRatingTest, WeightsOfTheOriginHaveTheSumOne) {
  EXPECT_THAT(FitBatchRating(2, {}, {.origin = {0.5, 0.4}}),
              StatusIs(kInvalid, HasSubstr("the sum of origin is 0.9")));
  EXPECT_THAT(FitBatchRating(2, {}, {.origin = {1}}),
              StatusIs(kInvalid,
                       HasSubstr("origin has 1 weights; expected 2 or none")));
}

// ---- Hard cases ----

TEST(BatchRatingTest, WithoutResultsEverybodyHasTheMean) {
  const BatchRating rating = Fit(3, {});
  EXPECT_EQ(rating.Points(1), 1500);
  EXPECT_NEAR(rating.StandardErrorOfDifference(0, 1), 400 * std::sqrt(2), 1e-6);
}

TEST(BatchRatingTest, OneCompetitorAloneIsCertainToBeTheMean) {
  const BatchRating rating = Fit(1, {});
  EXPECT_EQ(rating.Points(0), 1500);
  EXPECT_NEAR(rating.StandardError(0), 0, 1e-9);
}

TEST(BatchRatingTest, WhoWinsAlwaysStaysFinite) {
  const BatchRating rating = Fit(2, {Win(0, 1, 1000)});
  EXPECT_GT(rating.Difference(0, 1), 800);
  EXPECT_LT(rating.Difference(0, 1), 3000);
}

TEST(BatchRatingTest, WhoWinsAlwaysStaysFiniteEvenWithHardlyAnyPrior) {
  const BatchRating rating = Fit(2, {Win(0, 1, 1000)}, AlmostNoPrior());
  EXPECT_GT(rating.Difference(0, 1), 3000);
  EXPECT_TRUE(std::isfinite(rating.StandardError(0)));
}

TEST(BatchRatingTest, TiesOnlyStayFinite) {
  const BatchRating rating = Fit(2, {Tie(0, 1, 1000)});
  EXPECT_NEAR(rating.Difference(0, 1), 0, 1e-9);
  EXPECT_TRUE(std::isfinite(rating.StandardError(0)));
}

TEST(BatchRatingTest, GroupsThatNeverMetHaveTheSameMean) {
  const BatchRating rating = Fit(4, {Win(0, 1, 10), Win(2, 3, 5)});
  EXPECT_NEAR(rating.Points(0) + rating.Points(1), 3000, 1e-6);
}

TEST(BatchRatingTest, GroupsThatNeverMetAreUncertainAgainstEachOther) {
  const BatchRating rating =
      Fit(4, {Win(0, 1, 100), Win(1, 0, 90), Win(2, 3, 90), Win(3, 2, 100)});
  EXPECT_LT(rating.StandardErrorOfDifference(0, 1), 40);
  EXPECT_GT(rating.StandardErrorOfDifference(0, 2), 350);
}

TEST(BatchRatingTest, ConvergesFromContradictionsOfEveryScale) {
  // Heavy weights stand beside tiny ones in a chain of upsets.
  const BatchRating rating =
      Fit(4, {Win(0, 1, 1e6), Win(1, 2, 1e-6), Win(2, 3, 1e6), Win(3, 0, 1e3)});
  EXPECT_GT(rating.Points(2), rating.Points(3));
  EXPECT_GT(rating.Points(0), rating.Points(1));
}

TEST(BatchRatingTest, OneBotInSeveralSeatsIsNothingAgainstItself) {
  const BatchRating rating = Fit(2, {Placing{{{{0}, 1}, {{0}, 2}}}});
  EXPECT_NEAR(rating.Difference(0, 1), 0, 1e-9);
}

// ---- The learnt prior ----

// Every pair has `often` results each way, so all competitors are equal.
std::vector<Placing> AllEqual(int competitors, double often) {
  std::vector<Placing> placings;
  for (int a = 0; a < competitors; ++a) {
    for (int b = 0; b < competitors; ++b) {
      if (a != b) placings.push_back(Win(a, b, often));
    }
  }
  return placings;
}

// Four bots, the first the strongest. Strength decides the first place and
// nothing else.
std::vector<Placing> StrongestComesFirst() {
  std::vector<Placing> placings;
  for (int last : {1, 2, 3}) {
    for (int second : {1, 2, 3}) {
      if (second == last) continue;
      const int third = 6 - last - second;
      placings.push_back(
          {{{{0}, 1}, {{second}, 2}, {{third}, 3}, {{last}, 4}}, 20});
      placings.push_back(
          {{{{second}, 1}, {{third}, 2}, {{0}, 3}, {{last}, 4}}, 2});
      placings.push_back(
          {{{{second}, 1}, {{third}, 2}, {{last}, 3}, {{0}, 4}}, 2});
      placings.push_back(
          {{{{second}, 1}, {{0}, 2}, {{third}, 3}, {{last}, 4}}, 2});
    }
  }
  return placings;
}
TEST(PlaceFactorsTest, StrengthCountsWhereItDecides) {
  const auto factors =
      *Fit(4, StrongestComesFirst(), {.dispersion = 1}).options().place_factors;
  ASSERT_EQ(factors.size(), 3);
  EXPECT_GT(factors[0], 1.2);
  EXPECT_LT(factors[1], 0.5);
  EXPECT_LT(factors[2], 0.5);
  // The scale is kept.
  EXPECT_NEAR(3 * factors[0] + 2 * factors[1] + factors[2], 6, 1e-9);
}
TEST(PlaceFactorsTest, TwoSidesHaveNone) {
  EXPECT_TRUE(Fit(2, {Win(0, 1, 9)}, {}).options().place_factors->empty());
}
TEST(PlaceFactorsTest, AreInRange) {
  EXPECT_THAT(FitBatchRating(2, {}, {.place_factors = PlaceFactors{0}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("a place factor is 0")));
}

// Competitor 1 succeeds 0; both have played 2, which no other succeeds.
TEST(SuccessorTest, WithoutResultsItIsAsStrongAsItsPredecessor) {
  const std::vector<Placing> placings = {Win(0, 2, 30), Win(2, 0, 10)};
  const BatchRating rating = Fit(3, placings, {.predecessors = {-1, 0, -1}});
  EXPECT_NEAR(rating.Difference(0, 1), 0, 1e-6);
  EXPECT_GT(rating.StandardErrorOfDifference(1, 2),
            rating.StandardErrorOfDifference(0, 2) + 10);
}
TEST(SuccessorTest, ItsResultsAreItsOwn) {
  const std::vector<Placing> placings = {Win(0, 2, 100), Win(2, 0, 100),
                                         Win(1, 2, 90), Win(2, 1, 10)};
  const BatchRating rating = Fit(3, placings, {.predecessors = {-1, 0, -1}});
  EXPECT_NEAR(rating.Difference(0, 2), 0, 20);
  EXPECT_NEAR(rating.Difference(1, 2), 400 * std::log10(9), 60);
}
TEST(SuccessorTest, EqualVersionsHaveShortSteps) {
  std::vector<Placing> placings;
  std::vector<int> predecessors;
  for (int version = 0; version < 10; ++version) {
    placings.push_back(Win(version, 10, 200));
    placings.push_back(Win(10, version, 200));
    predecessors.push_back(version - 1);
  }
  predecessors.push_back(-1);
  const BatchRating rating = Fit(11, placings, {.predecessors = predecessors});
  EXPECT_LT(*rating.options().step_points, 15);
}
TEST(SuccessorTest, APredecessorComesEarlier) {
  EXPECT_THAT(FitBatchRating(2, {}, {.predecessors = {1, -1}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("predecessor of competitor 0 is 1")));
  EXPECT_THAT(FitBatchRating(2, {}, {.predecessors = {-1}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("expected 2 or none")));
  EXPECT_THAT(FitBatchRating(2, {}, {.step_points = 0}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("step_points is 0")));
}

TEST(LearntPriorTest, EqualBotsHaveANarrowPrior) {
  const BatchRating rating = Fit(20, AllEqual(20, 5), {});
  EXPECT_LT(*rating.options().prior_points, 25);
}
TEST(LearntPriorTest, WhoAlwaysWinsMakesItWide) {
  std::vector<Placing> placings;
  for (int a = 0; a < 8; ++a) {
    for (int b = a + 1; b < 8; ++b) placings.push_back(Win(a, b, 50));
  }
  EXPECT_GT(*Fit(8, placings, {}).options().prior_points, 600);
}
TEST(LearntPriorTest, WithoutResultsItIsTheMedian) {
  EXPECT_NEAR(*Fit(5, {}, {}).options().prior_points, 200, 1);
}
TEST(LearntPriorTest, OrderOfResultsDoesNotChangeABit) {
  std::vector<Placing> placings = PartnersAndTies();
  const double before = *Fit(5, placings, {}).options().prior_points;
  std::reverse(placings.begin(), placings.end());
  EXPECT_EQ(*Fit(5, placings, {}).options().prior_points, before);
}

TEST(LearntPriorTest, ABotFarAboveEqualsKeepsItsDistance) {
  std::vector<Placing> placings;
  for (int a = 1; a < 20; ++a) {
    placings.push_back(Win(0, a, 9));
    placings.push_back(Win(a, 0, 1));
    for (int b = 1; b < 20; ++b) {
      if (a != b) placings.push_back(Win(a, b, 5));
    }
  }
  const double distance = Fit(20, placings, AlmostNoPrior()).Points(0) - 1500;
  EXPECT_GT(Fit(20, placings, {}).Points(0) - 1500, 0.92 * distance);
}
// The factor by which the interval of the best is wider because the results do
// not tell the deviation. Everyone beats later competitors four times out of
// five.
double Widening(int competitors) {
  std::vector<Placing> placings;
  for (int a = 0; a < competitors; ++a) {
    for (int b = a + 1; b < competitors; ++b) {
      placings.push_back(Win(a, b, 4));
      placings.push_back(Win(b, a, 1));
    }
  }
  const BatchRating rating = Fit(competitors, placings, {});
  return rating.StandardError(0) /
         Fit(competitors, placings, rating.options()).StandardError(0);
}
TEST(LearntPriorTest, TwoBotsSayLittleAboutTheDeviation) {
  EXPECT_GT(Widening(2), 1.05);
}
TEST(LearntPriorTest, ManyBotsSayAllAboutIt) {
  EXPECT_NEAR(Widening(60), 1, 0.03);
}

// ---- Staircases ----

// Neighbours are `step` points apart. Each has met those nearby in so many
// matches.
std::vector<Placing> Staircase(int competitors, double matches,
                               double step = 20) {
  std::vector<Placing> placings;
  for (int a = 0; a < competitors; ++a) {
    for (int b = a + 1; b < std::min(a + 6, competitors); ++b) {
      const double chance = 1 / (1 + std::exp(-step * (b - a) * kLog));
      placings.push_back(Win(a, b, matches * chance));
      placings.push_back(Win(b, a, matches * (1 - chance)));
    }
  }
  return placings;
}

// Competitors that met are nearly equal; the first and the last are 940 points
// apart. The results are most probable if there are no differences at all.
TEST(LearntPriorTest, SmallStepsAddUp) {
  const BatchRating rating = Fit(48, Staircase(48, 30), {});
  EXPECT_GT(rating.Difference(0, 47), 600);
}

// The large field has one more competitor and is fitted by other methods.
TEST(BatchRatingTest, ALargeFieldIsRatedLikeASmallOne) {
  const BatchRating small = Fit(100, Staircase(100, 200), {});
  const BatchRating large = Fit(101, Staircase(101, 200), {});
  EXPECT_NEAR(*large.options().prior_points / *small.options().prior_points, 1,
              0.05);
  EXPECT_NEAR(large.Difference(20, 70), small.Difference(20, 70), 5);
  EXPECT_NEAR(large.StandardErrorOfDifference(20, 70) /
                  small.StandardErrorOfDifference(20, 70),
              1, 0.03);
}
TEST(LearntPriorTest, OfALargeFieldHasABoundToo) {
  EXPECT_NEAR(*Fit(101, Staircase(101, 5, 300), {}).options().prior_points,
              5000, 1);
}
TEST(BatchRatingTest, OrderOfALargeFieldDoesNotChangeABit) {
  std::vector<Placing> placings = Staircase(101, 40);
  const BatchRating before = Fit(101, placings, {});
  std::reverse(placings.begin(), placings.end());
  const BatchRating after = Fit(101, placings, {});
  EXPECT_EQ(after.Points(3), before.Points(3));
  EXPECT_EQ(after.StandardError(3), before.StandardError(3));
}

TEST(LearntPriorTest, LikelyDeviationsAreAroundTheLearntOne) {
  const ChoiceModel nothing({}, std::vector<Parameter>(4));
  const double learnt = LearntDeviation(nothing, Kind::kStrength, 0.25);
  double weights = 0;
  double mean = 0;
  for (const auto& [deviation, weight] :
       LikelyDeviations(nothing, Kind::kStrength, 0.25, learnt)) {
    weights += weight;
    mean += weight * std::log(deviation);
  }
  EXPECT_NEAR(weights, 1, 1e-12);
  EXPECT_NEAR(mean, std::log(learnt), 0.01);
}

// `sets` sets of two matches. Both sides win once in every set (-1), or the
// first match decides the second (1), or the two are independent (0).
double DispersionOf(int correlation, int sets) {
  std::vector<PlacingSet> results;
  for (int i = 0; i < sets; ++i) {
    const bool first = i % 2 == 0;
    const bool second = correlation == 0  ? i % 4 < 2
                        : correlation > 0 ? first
                                          : !first;
    results.push_back(
        {first ? Win(0, 1) : Win(1, 0), second ? Win(0, 1) : Win(1, 0)});
  }
  return *FitBatchRating(2, results)->options().dispersion;
}
TEST(DispersionTest, MatchesThatCancelTheirLuckSayMore) {
  EXPECT_LT(DispersionOf(-1, 400), 0.15);
}
TEST(DispersionTest, MatchesThatRepeatEachOtherSayHalf) {
  EXPECT_NEAR(DispersionOf(1, 400), 2, 0.05);
}
TEST(DispersionTest, IndependentMatchesCountInFull) {
  EXPECT_NEAR(DispersionOf(0, 400), 1, 0.02);
}
TEST(DispersionTest, FewSetsSayLittle) { EXPECT_GT(DispersionOf(-1, 4), 0.6); }
TEST(DispersionTest, SetsOfOneMatchHaveNone) {
  EXPECT_EQ(*Fit(7, Baseball(), {}).options().dispersion, 1);
}
TEST(DispersionTest, RepeatedMatchesDoNotNarrowTheInterval) {
  std::vector<PlacingSet> once;
  std::vector<PlacingSet> twice;
  for (int i = 0; i < 400; ++i) {
    const Placing result = i % 4 == 0 ? Win(1, 0) : Win(0, 1);
    once.push_back({result});
    twice.push_back({result, result});
  }
  EXPECT_NEAR(FitBatchRating(2, twice)->StandardErrorOfDifference(0, 1),
              FitBatchRating(2, once)->StandardErrorOfDifference(0, 1), 1);
}
// Equal games share the weight of one game. Such games must not look like
// matches that repeat each other's luck.
// Half of the sets are tied by equal programs.
TEST(DispersionTest, SettledSetsAreLeftOut) {
  std::vector<PlacingSet> sets(200, {Win(0, 1), Win(0, 1)});
  sets.resize(400, {Win(1, 0), Win(1, 0)});
  const double before = *FitBatchRating(2, sets)->options().dispersion;
  PlacingSet tied = {Win(0, 1), Win(1, 0)};
  tied.front().settled = true;
  sets.resize(800, tied);
  EXPECT_NEAR(*FitBatchRating(2, sets)->options().dispersion, before, 0.02);
}
TEST(DispersionTest, EqualGamesThatShareAWeightAreOneMatch) {
  std::vector<PlacingSet> sets;
  for (int i = 0; i < 400; ++i) {
    Placing half = i % 4 == 0 ? Win(1, 0) : Win(0, 1);
    half.weight = 0.5;
    sets.push_back({half, half});
  }
  EXPECT_NEAR(*FitBatchRating(2, sets)->options().dispersion, 1, 0.01);
}

// ---- Errors ----

TEST(BatchRatingTest, BadPlacingIsRefused) {
  EXPECT_THAT(FitBatchRating(2, {{Win(0, 2)}}),
              StatusIs(kInvalid, HasSubstr("competitor 2")));
}
TEST(BatchRatingTest, NobodyIsRefused) {
  EXPECT_THAT(FitBatchRating(0, {}),
              StatusIs(kInvalid, HasSubstr("0 competitors")));
}
TEST(BatchRatingTest, PriorOfNothingIsRefused) {
  EXPECT_THAT(FitBatchRating(2, {}, {.prior_points = 0}),
              StatusIs(kInvalid, HasSubstr("prior_points is 0")));
}
TEST(BatchRatingTest, TailsHeavierThanCauchysAreRefused) {
  EXPECT_THAT(FitBatchRating(2, {}, {.prior_tails = 1.5}),
              StatusIs(kInvalid, HasSubstr("prior_tails is 1.5")));
}
TEST(BatchRatingTest, NegativePriorOfTiesIsRefused) {
  EXPECT_THAT(FitBatchRating(2, {}, {.prior_log_tie = -1}),
              StatusIs(kInvalid, HasSubstr("prior_log_tie is -1")));
}
TEST(BatchRatingTest, InfiniteMeanIsRefused) {
  EXPECT_THAT(
      FitBatchRating(2, {},
                     {.mean_points = std::numeric_limits<double>::infinity()}),
      StatusIs(kInvalid, HasSubstr("mean_points is inf")));
}

}  // namespace
}  // namespace arena::competition
