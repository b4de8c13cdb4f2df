// The outcome of a set as ratings and comparisons see it.
#include "arena/competition/planning/duplicate_score.h"
#include "gmock/gmock.h"

namespace arena::competition {
namespace {

// Entrants 2, 5 and 7, who had 9, 3 and 6 points in one match.
SetOutcome ThreeAtATable() {
  return {0,
          {{.entrant = 2, .sides = 1, .difference_12 = 54, .place = 1},
           {.entrant = 5, .sides = 1, .difference_12 = -54, .place = 3},
           {.entrant = 7, .sides = 1, .difference_12 = 0, .place = 2}}};
}

TEST(SetOutcomeTest, PlacesAreRanks) {
  EXPECT_EQ(PlacingOf(ThreeAtATable()),
            (Placing{{{{2}, 1}, {{5}, 3}, {{7}, 2}}}));
}
TEST(SetOutcomeTest, EqualPlacesTie) {
  SetOutcome set = ThreeAtATable();
  set.entrants[2].place = 1;
  EXPECT_EQ(Canonical(PlacingOf(set)),
            (Placing{{{{2}, 1}, {{7}, 1}, {{5}, 2}}}));
}
TEST(SetOutcomeTest, PointsBetweenTwoAreTheirOwn) {
  const SetOutcome set = ThreeAtATable();
  EXPECT_DOUBLE_EQ(PointsBetween(set, set.entrants[0], set.entrants[1]), 6);
  EXPECT_DOUBLE_EQ(PointsBetween(set, set.entrants[2], set.entrants[0]), -3);
}

}  // namespace
}  // namespace arena::competition
