// The results of every entrant against every other one.
#include "arena/competition/rating/head_to_head.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "tests/arena/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

// An entrant with its score in the only match of a set.
struct EntrantScore {
  uint32_t entrant;
  int64_t score;
};

SetOutcome Set(const std::vector<EntrantScore>& scores) {
  const auto count = static_cast<int64_t>(scores.size());
  SetOutcome set;
  for (const EntrantScore& own : scores) {
    EntrantOutcome outcome{.entrant = own.entrant, .sides = 1};
    for (const EntrantScore& other : scores) {
      outcome.difference_12 += 12 * (own.score - other.score) / (count - 1);
      if (other.score > own.score) ++outcome.place;
    }
    set.entrants.push_back(outcome);
  }
  return set;
}

HeadToHead Compare(int entrants, const std::vector<SetOutcome>& sets) {
  return CompareAll(entrants, sets, {}).value();
}

// Twelve sets, each of three of the four entrants.
std::vector<SetOutcome> SomeSets() {
  Rng rng("head to head");
  std::vector<SetOutcome> sets;
  for (int i = 0; i < 12; ++i) {
    std::vector<EntrantScore> scores;
    for (uint32_t entrant = 0; entrant < 4; ++entrant) {
      if (entrant == static_cast<uint32_t>(i) % 4) continue;
      scores.push_back({entrant, rng.Below(5)});
    }
    sets.push_back(Set(scores));
  }
  return sets;
}

void ExpectEqual(const Encounter& a, const Encounter& b) {
  EXPECT_EQ(a.sets, b.sets);
  EXPECT_EQ(a.wins, b.wins);
  EXPECT_EQ(a.draws, b.draws);
  EXPECT_EQ(a.losses, b.losses);
  ASSERT_EQ(a.difference.has_value(), b.difference.has_value());
  if (!a.difference.has_value()) return;
  EXPECT_EQ(a.difference->mean, b.difference->mean);
  EXPECT_EQ(a.difference->interval, b.difference->interval);
}

TEST(HeadToHeadTest, CountsWinsDrawsAndLosses) {
  const HeadToHead table =
      Compare(2, {Set({{0, 3}, {1, 1}}), Set({{0, 2}, {1, 2}}),
                  Set({{0, 5}, {1, 1}}), Set({{0, 0}, {1, 1}})});
  EXPECT_EQ(table.At(0, 1).sets, 4);
  EXPECT_EQ(table.At(0, 1).wins, 2);
  EXPECT_EQ(table.At(0, 1).draws, 1);
  EXPECT_EQ(table.At(0, 1).losses, 1);
}
TEST(HeadToHeadTest, DifferenceIsTheMeanOverSets) {
  const HeadToHead table =
      Compare(2, {Set({{0, 3}, {1, 1}}), Set({{0, 0}, {1, 4}})});
  EXPECT_DOUBLE_EQ(table.At(0, 1).difference->mean, -1);
}
TEST(HeadToHeadTest, TheOtherSeesTheMirrorImage) {
  const HeadToHead table = Compare(4, SomeSets());
  EXPECT_EQ(table.At(0, 1).wins, table.At(1, 0).losses);
  EXPECT_EQ(table.At(0, 1).difference->mean, -table.At(1, 0).difference->mean);
  EXPECT_EQ(table.At(0, 1).difference->interval->low,
            -table.At(1, 0).difference->interval->high);
}
TEST(HeadToHeadTest, OnlySetsWithBothCount) {
  const HeadToHead table =
      Compare(3, {Set({{0, 3}, {1, 1}}), Set({{0, 2}, {2, 9}})});
  EXPECT_EQ(table.At(0, 1).sets, 1);
}
TEST(HeadToHeadTest, WhoNeverMetHaveNoDifference) {
  const HeadToHead table =
      Compare(3, {Set({{0, 3}, {1, 1}}), Set({{0, 2}, {2, 9}})});
  EXPECT_EQ(table.At(1, 2).sets, 0);
  EXPECT_FALSE(table.At(1, 2).difference.has_value());
}
TEST(HeadToHeadTest, DifferenceOfTwoIgnoresTheThird) {
  const HeadToHead table = Compare(3, {Set({{0, 3}, {1, 1}, {2, 50}})});
  EXPECT_DOUBLE_EQ(table.At(0, 1).difference->mean, 2);
}
TEST(HeadToHeadTest, PlaceDecidesAndNotTheDifference) {
  SetOutcome set = Set({{0, 3}, {1, 1}});
  std::swap(set.entrants[0].place, set.entrants[1].place);
  EXPECT_EQ(Compare(2, {set}).At(0, 1).losses, 1);
}

TEST(HeadToHeadTest, OrderOfSetsDoesNotChangeABit) {
  std::vector<SetOutcome> sets = SomeSets();
  const HeadToHead before = Compare(4, sets);
  std::rotate(sets.begin(), sets.begin() + 5, sets.end());
  const HeadToHead after = Compare(4, sets);
  for (uint32_t row = 0; row < 4; ++row) {
    for (uint32_t column = 0; column < 4; ++column) {
      ExpectEqual(before.At(row, column), after.At(row, column));
    }
  }
}
TEST(HeadToHeadTest, RenamingEntrantsRenamesTheTable) {
  const std::vector<uint32_t> new_name = {2, 0, 3, 1};
  std::vector<SetOutcome> sets = SomeSets();
  const HeadToHead before = Compare(4, sets);
  for (SetOutcome& set : sets) {
    for (EntrantOutcome& outcome : set.entrants) {
      outcome.entrant = new_name[outcome.entrant];
    }
  }
  const HeadToHead after = Compare(4, sets);
  for (uint32_t row = 0; row < 4; ++row) {
    for (uint32_t column = 0; column < 4; ++column) {
      ExpectEqual(before.At(row, column),
                  after.At(new_name[row], new_name[column]));
    }
  }
}

absl::Status Refusal(int entrants, const SetOutcome& set) {
  const std::vector<SetOutcome> sets = {set};
  return CompareAll(entrants, sets, {}).status();
}

TEST(HeadToHeadTest, UnknownEntrantIsRefused) {
  EXPECT_THAT(Refusal(2, Set({{0, 1}, {2, 1}})),
              StatusIs(kInvalid, HasSubstr("entrant 2 is unknown")));
}
TEST(HeadToHeadTest, NobodyIsRefused) {
  EXPECT_THAT(Refusal(0, {}), StatusIs(kInvalid, HasSubstr("0 entrants")));
}
TEST(HeadToHeadTest, BadBootstrapOptionsAreRefused) {
  const std::vector<SetOutcome> sets = {Set({{0, 1}, {1, 2}})};
  EXPECT_THAT(CompareAll(2, sets, {.resamples = 1}),
              StatusIs(kInvalid, HasSubstr("1 resamples")));
}

}  // namespace
}  // namespace arena::competition
