// Duplicate sets: one score for each entrant, whatever the seating.
#include "arena/competition/duplicate_set.h"

#include <algorithm>
#include <limits>

#include "gmock/gmock.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

DuplicateSet Combined(const std::vector<MatchScores>& matches) {
  return CombineMatches(matches).value();
}

TEST(CombineMatchesTest, ScoreIsTheMeanOverSeatsAndMatches) {
  const DuplicateSet set =
      Combined({{{7, 2, 2, 2}, {9, 1, 2, 3}}, {{2, 7, 2, 2}, {0, 3, 0, 6}}});
  EXPECT_THAT(set.scores, ElementsAre(EntrantScore{2, 2}, EntrantScore{7, 6}));
}
TEST(CombineMatchesTest, OrderOfMatchesDoesNotMatter) {
  const MatchScores first{{0, 1}, {0.1, 0.7}};
  const MatchScores second{{1, 0}, {0.2, 0.3}};
  const MatchScores third{{0, 1}, {0.4, 0.6}};
  EXPECT_EQ(Combined({first, second, third}), Combined({third, first, second}));
}
TEST(CombineMatchesTest, RotationOfSeatsDoesNotMatter) {
  MatchScores match{{3, 1, 0, 2}, {0.1, 0.2, 0.4, 0.7}};
  const DuplicateSet set = Combined({match});
  std::rotate(match.entrants.begin(), match.entrants.begin() + 1,
              match.entrants.end());
  std::rotate(match.scores.begin(), match.scores.begin() + 1,
              match.scores.end());
  EXPECT_EQ(Combined({match}), set);
}
TEST(CombineMatchesTest, NoMatchesAreRefused) {
  EXPECT_THAT(CombineMatches({}), StatusIs(kInvalid, HasSubstr("no matches")));
}
TEST(CombineMatchesTest, MissingScoreIsRefused) {
  const std::vector<MatchScores> matches = {{{0, 1, 2}, {1, 2}}};
  EXPECT_THAT(CombineMatches(matches),
              StatusIs(kInvalid, HasSubstr("2 scores for 3 seats")));
}
TEST(CombineMatchesTest, NegativeEntrantIsRefused) {
  const std::vector<MatchScores> matches = {{{0, -1}, {1, 2}}};
  EXPECT_THAT(CombineMatches(matches),
              StatusIs(kInvalid, HasSubstr("entrant -1")));
}
TEST(CombineMatchesTest, InfiniteScoreIsRefused) {
  const std::vector<MatchScores> matches = {
      {{0, 1}, {1, std::numeric_limits<double>::infinity()}}};
  EXPECT_THAT(CombineMatches(matches), StatusIs(kInvalid, HasSubstr("inf")));
}

TEST(DuplicateSetTest, ScoreOfSomebodyElseIsNothing) {
  EXPECT_EQ(Combined({{{0, 1}, {5, 2}}}).ScoreOf(2), std::nullopt);
}
TEST(DuplicateSetTest, ScoreOfAnEntrantIsFound) {
  EXPECT_EQ(Combined({{{0, 1}, {5, 2}}}).ScoreOf(1), 2);
}

TEST(PlacingOfTest, HigherScoresComeFirst) {
  EXPECT_EQ(Canonical(PlacingOf({{{0, 1.5}, {1, 4}, {2, -3}}})),
            (Placing{{{{1}, 1}, {{0}, 2}, {{2}, 3}}}));
}
TEST(PlacingOfTest, EqualScoresTie) {
  EXPECT_EQ(Canonical(PlacingOf({{{0, 2}, {1, 4}, {2, 2}}})),
            (Placing{{{{1}, 1}, {{0}, 2}, {{2}, 2}}}));
}
TEST(PlacingOfTest, RoundingErrorsAreNoDifference) {
  EXPECT_EQ(Canonical(PlacingOf({{{0, 0.1 + 0.2}, {1, 0.3}}})),
            (Placing{{{{0}, 1}, {{1}, 1}}}));
}
TEST(PlacingOfTest, AThousandthOfAPointIsADifference) {
  EXPECT_EQ(Canonical(PlacingOf({{{0, 1}, {1, 1.001}}})),
            (Placing{{{{1}, 1}, {{0}, 2}}}));
}

}  // namespace
}  // namespace arena::competition
