// Every entrant against every other.
#include "arena/competition/head_to_head.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "tests/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

DuplicateSet Set(const std::vector<EntrantScore>& scores) { return {scores}; }

HeadToHead Compare(int entrants, const std::vector<DuplicateSet>& sets) {
  return CompareAll(entrants, sets, {}).value();
}

// Twelve sets of three out of four entrants.
std::vector<DuplicateSet> SomeSets() {
  Rng rng("head to head");
  std::vector<DuplicateSet> sets;
  for (int i = 0; i < 12; ++i) {
    DuplicateSet set;
    for (int entrant = 0; entrant < 4; ++entrant) {
      if (entrant == i % 4) continue;
      set.scores.push_back({entrant, static_cast<double>(rng.Below(5))});
    }
    sets.push_back(set);
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
TEST(HeadToHeadTest, RoundingErrorIsADraw) {
  EXPECT_EQ(Compare(2, {Set({{0, 0.1 + 0.2}, {1, 0.3}})}).At(0, 1).draws, 1);
}

TEST(HeadToHeadTest, OrderOfSetsDoesNotChangeABit) {
  std::vector<DuplicateSet> sets = SomeSets();
  const HeadToHead before = Compare(4, sets);
  std::rotate(sets.begin(), sets.begin() + 5, sets.end());
  const HeadToHead after = Compare(4, sets);
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      ExpectEqual(before.At(row, column), after.At(row, column));
    }
  }
}
TEST(HeadToHeadTest, RenamingEntrantsRenamesTheTable) {
  const std::vector<int> new_name = {2, 0, 3, 1};
  std::vector<DuplicateSet> sets = SomeSets();
  const HeadToHead before = Compare(4, sets);
  for (DuplicateSet& set : sets) {
    for (EntrantScore& score : set.scores) {
      score.entrant = new_name[score.entrant];
    }
  }
  const HeadToHead after = Compare(4, sets);
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      ExpectEqual(before.At(row, column),
                  after.At(new_name[row], new_name[column]));
    }
  }
}

absl::Status Refusal(int entrants, const DuplicateSet& set) {
  const std::vector<DuplicateSet> sets = {set};
  return CompareAll(entrants, sets, {}).status();
}

TEST(HeadToHeadTest, UnknownEntrantIsRefused) {
  EXPECT_THAT(Refusal(2, Set({{0, 1}, {2, 1}})),
              StatusIs(kInvalid, HasSubstr("entrant 2 is unknown")));
}
TEST(HeadToHeadTest, EntrantTwiceInASetIsRefused) {
  EXPECT_THAT(Refusal(2, Set({{0, 1}, {0, 2}})),
              StatusIs(kInvalid, HasSubstr("entrant 0 is twice")));
}
TEST(HeadToHeadTest, InfiniteScoreIsRefused) {
  EXPECT_THAT(Refusal(2, Set({{0, 1}, {1, INFINITY}})),
              StatusIs(kInvalid, HasSubstr("inf")));
}
TEST(HeadToHeadTest, NobodyIsRefused) {
  EXPECT_THAT(Refusal(0, {}), StatusIs(kInvalid, HasSubstr("0 entrants")));
}
TEST(HeadToHeadTest, BadBootstrapOptionsAreRefused) {
  const std::vector<DuplicateSet> sets = {Set({{0, 1}, {1, 2}})};
  EXPECT_THAT(CompareAll(2, sets, {.resamples = 1}),
              StatusIs(kInvalid, HasSubstr("1 resamples")));
}

}  // namespace
}  // namespace arena::competition
