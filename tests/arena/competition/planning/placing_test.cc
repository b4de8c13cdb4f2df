// Placings: mistakes that are refused, and equal placings written differently.
#include "arena/competition/pairing/placing.h"

#include <limits>

#include "gmock/gmock.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

TEST(PlacingTest, GoodOneIsAccepted) {
  EXPECT_THAT(CheckPlacing({{{{0, 3}, 2}, {{1, 2}, 1}}}, 4), IsOk());
}
TEST(PlacingTest, OneSideAloneIsRefused) {
  EXPECT_THAT(CheckPlacing({{{{0}, 1}}}, 4),
              StatusIs(kInvalid, HasSubstr("1 sides; expected 2 to 8")));
}
TEST(PlacingTest, NineSidesAreRefused) {
  Placing placing;
  for (int i = 0; i < 9; ++i) placing.sides.push_back({{i}, i + 1});
  EXPECT_THAT(CheckPlacing(placing, 9),
              StatusIs(kInvalid, HasSubstr("9 sides")));
}
TEST(PlacingTest, SideWithoutMembersIsRefused) {
  EXPECT_THAT(CheckPlacing({{{{0}, 1}, {{}, 2}}}, 4),
              StatusIs(kInvalid, HasSubstr("no members")));
}
TEST(PlacingTest, UnknownCompetitorIsNamed) {
  EXPECT_THAT(CheckPlacing({{{{0}, 1}, {{4}, 2}}}, 4),
              StatusIs(kInvalid, HasSubstr("competitor 4 is unknown; expected "
                                           "0 to 3")));
}
TEST(PlacingTest, NegativeCompetitorIsRefused) {
  EXPECT_THAT(CheckPlacing({{{{0}, 1}, {{-1}, 2}}}, 4),
              StatusIs(kInvalid, HasSubstr("competitor -1")));
}
TEST(PlacingTest, RankZeroIsRefused) {
  EXPECT_THAT(CheckPlacing({{{{0}, 0}, {{1}, 1}}}, 4),
              StatusIs(kInvalid, HasSubstr("expected 1 (the best) or more")));
}

class BadWeightTest : public ::testing::TestWithParam<double> {};
TEST_P(BadWeightTest, IsRefused) {
  EXPECT_THAT(CheckPlacing({{{{0}, 1}, {{1}, 2}}, GetParam()}, 4),
              StatusIs(kInvalid, HasSubstr("weight")));
}
INSTANTIATE_TEST_SUITE_P(
    All, BadWeightTest,
    ::testing::Values(0.0, -1.0, std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::quiet_NaN()));

TEST(CanonicalTest, OrderOfSidesAndMembersDoesNotMatter) {
  EXPECT_EQ(Canonical({{{{3, 1}, 1}, {{2, 0}, 2}}}),
            Canonical({{{{0, 2}, 2}, {{1, 3}, 1}}}));
}
TEST(CanonicalTest, GapsBetweenRanksDoNotMatter) {
  EXPECT_EQ(Canonical({{{{0}, 1}, {{1}, 1}, {{2}, 3}}}),
            Canonical({{{{0}, 2}, {{1}, 2}, {{2}, 9}}}));
}
TEST(CanonicalTest, TiesStayTies) {
  const Placing canonical = Canonical({{{{0}, 3}, {{1}, 5}, {{2}, 3}}});
  EXPECT_EQ(canonical, (Placing{{{{0}, 1}, {{2}, 1}, {{1}, 2}}}));
}

}  // namespace
}  // namespace arena::competition
