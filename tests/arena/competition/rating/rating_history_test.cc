// Rating curves: points after equal numbers of sets; the last is the rating.
#include "arena/competition/rating/rating_history.h"

#include "gmock/gmock.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

// Sets in which a beats b.
std::vector<PlacingSet> Wins(int count, int a, int b) {
  return std::vector<PlacingSet>(count, {Placing{{{{a}, 1}, {{b}, 2}}}});
}

struct History {
  BatchRating rating;
  std::vector<std::vector<CurvePoint>> curves;
};
History FitHistory(int competitors, const std::vector<PlacingSet>& sets) {
  const BatchRating rating = FitBatchRating(competitors, sets).value();
  return {rating, CurvesOf(rating, sets).value()};
}

TEST(RatingHistoryTest, LastPointIsTheRating) {
  const auto history = FitHistory(2, Wins(50, 0, 1));
  EXPECT_EQ(history.curves[0].back(),
            (CurvePoint{50, history.rating.Points(0),
                        history.rating.PointsInterval(0)}));
}
TEST(RatingHistoryTest, ManySetsHaveTwentyPoints) {
  const auto history = FitHistory(2, Wins(50, 0, 1));
  EXPECT_THAT(history.curves[0], SizeIs(kCurvePoints));
  EXPECT_EQ(history.curves[0][0].sets, 2);
  EXPECT_EQ(history.curves[0][1].sets, 5);
}
TEST(RatingHistoryTest, FewSetsHaveAPointEach) {
  EXPECT_THAT(FitHistory(2, Wins(3, 0, 1)).curves[1], SizeIs(3));
}
TEST(RatingHistoryTest, CurveBeginsWithTheFirstSetOfItsEntrant) {
  auto sets = Wins(10, 0, 1);
  for (const PlacingSet& set : Wins(10, 2, 0)) sets.push_back(set);
  const auto history = FitHistory(3, sets);
  EXPECT_THAT(history.curves[2], SizeIs(10));
  EXPECT_EQ(history.curves[2].front().sets, 11);
}
TEST(RatingHistoryTest, WinsRaiseTheCurve) {
  const auto history = FitHistory(2, Wins(50, 0, 1));
  EXPECT_GT(history.curves[0].back().rating, history.curves[0].front().rating);
}
TEST(RatingHistoryTest, WithoutSetsThereIsNoCurve) {
  const auto history = FitHistory(2, {});
  EXPECT_THAT(history.curves[0], IsEmpty());
  EXPECT_NEAR(history.rating.Points(0), 1500, 1e-9);
}
TEST(RatingHistoryTest, UnknownEntrantIsRefused) {
  EXPECT_THAT(CurvesOf(FitBatchRating(1, {}).value(), Wins(1, 0, 1)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       ::testing::HasSubstr("competitor 1")));
}

}  // namespace
}  // namespace arena::competition
