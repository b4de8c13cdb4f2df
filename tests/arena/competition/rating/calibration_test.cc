// Predicted against observed places.
#include "arena/competition/rating/calibration.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"

namespace arena::competition {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int kFirst = 1;
constexpr int kTied = 0;
constexpr int kSecond = -1;

// 0 has odds of 3 to 1 against 1, and a tie has a chance of 1/3 if there are
// any between equals.
BatchRating ThreeToOne(bool ties = false) {
  LogTies log_ties;
  log_ties.fill(-INFINITY);
  log_ties[1] = 0;
  if (ties) log_ties[2] = std::log(2 / std::sqrt(3));
  return BatchRating({.place_factors = std::vector<double>(), .dispersion = 1},
                     {std::log(3), 0}, std::vector<double>(4), log_ties);
}

// So many sets of one match with this result of 0 against 1.
void Add(int count, int result, std::vector<PlacingSet>& sets) {
  const Placing placing{
      {{{0}, result == kSecond ? 2 : 1}, {{1}, result == kFirst ? 2 : 1}}};
  sets.insert(sets.end(), count, {placing});
}
std::vector<PlacingSet> SetsOf(int won, int tied, int lost) {
  std::vector<PlacingSet> sets;
  Add(won, kFirst, sets);
  Add(tied, kTied, sets);
  Add(lost, kSecond, sets);
  return sets;
}

TEST(CalibrationTest, WhatIsPredictedAndComesHasTheSlopeOne) {
  const auto places = Calibrate(ThreeToOne(), SetsOf(75, 0, 25), false);
  ASSERT_THAT(places, SizeIs(1));
  EXPECT_NEAR(places[0].slope->value, 1, 1e-9);
  ASSERT_THAT(places[0].bins, SizeIs(1));
  // The better of two sides stands for both.
  EXPECT_EQ(places[0].bins[0].sides, 100);
  EXPECT_NEAR(places[0].bins[0].predicted, 0.75, 1e-9);
  EXPECT_NEAR(places[0].bins[0].observed.value, 0.75, 1e-9);
}
TEST(CalibrationTest, TheSlopeIsWhatDistancesFromEvenChancesAreWorth) {
  const auto slope = [](int won, int lost) {
    return Calibrate(ThreeToOne(), SetsOf(won, 0, lost), false)[0].slope->value;
  };
  EXPECT_NEAR(slope(50, 50), 0, 1e-9);
  EXPECT_NEAR(slope(80, 20), 1.2, 1e-9);
}
TEST(CalibrationTest, ATieIsHalfAPlace) {
  const auto places = Calibrate(ThreeToOne(true), SetsOf(30, 30, 40), false);
  EXPECT_NEAR(places[0].bins[0].predicted, 2.0 / 3, 1e-9);
  EXPECT_NEAR(places[0].bins[0].observed.value, 0.45, 1e-9);
}
TEST(CalibrationTest, ASettledSetSaysNothing) {
  std::vector<PlacingSet> sets = SetsOf(60, 0, 0);
  for (PlacingSet& set : sets) set[0].settled = true;
  EXPECT_THAT(Calibrate(ThreeToOne(), sets, false), IsEmpty());
}
TEST(CalibrationTest, ASetDoesNotPredictItself) {
  const std::vector<PlacingSet> sets = SetsOf(1, 0, 0);
  const BatchRating rating =
      FitBatchRating(2, sets, {.prior_points = 200, .prior_tails = 0}).value();
  const auto predicted = [&](bool fitted) {
    return Calibrate(rating, sets, fitted)[0].bins[0].predicted;
  };
  // Half of what it adds is enough to tell.
  EXPECT_LT(predicted(true) - 0.5, (predicted(false) - 0.5) / 2);
}
TEST(CalibrationTest, EvenRatingsHaveNoSlope) {
  const std::vector<PlacingSet> sets = SetsOf(30, 0, 30);
  EXPECT_FALSE(Calibrate(FitBatchRating(2, sets).value(), sets, true)[0].slope);
}

TEST(CalibrationTest, TheFirstPlaceHasMoreCandidatesThanTheSecond) {
  // 0 before 1 before 2, or the reverse.
  std::vector<PlacingSet> sets(70, {Placing{{{{0}, 1}, {{1}, 2}, {{2}, 3}}}});
  sets.resize(100, {Placing{{{{0}, 3}, {{1}, 2}, {{2}, 1}}}});
  const BatchRating rating = FitBatchRating(3, sets).value();
  const auto places = Calibrate(rating, sets, true);
  ASSERT_THAT(places, SizeIs(2));
  const auto sides = [&](int place) {
    int64_t sum = 0;
    for (const CalibrationBin& bin : places[place].bins) {
      EXPECT_GE(bin.sides, 50);
      sum += bin.sides;
    }
    return sum;
  };
  EXPECT_EQ(sides(0), 300);
  EXPECT_EQ(sides(1), 100);
  EXPECT_EQ(places[0].factor, (*rating.options().place_factors)[0]);
}

}  // namespace
}  // namespace arena::competition
