#include "arena/competition/planning/duplicate.h"

#include <map>
#include <set>

#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/duplicate_score.h"
#include "arena/core/check.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

GameForm Form(const std::string& name) {
  auto form = FormOf(SpecOf(FormNamed(name), v1::FORMAT_ROUND_ROBIN, 4));
  ARENA_CHECK(form.ok(), form.status().ToString());
  return *std::move(form);
}

// ---- The matches of a set ----

TEST(DuplicateTest, TwoSeatsPlayBothOrders) {
  EXPECT_THAT(DuplicateMatches(Form("two"), {5, 7}),
              ElementsAre(ElementsAre(5, 7), ElementsAre(7, 5)));
}
TEST(DuplicateTest, PartnershipsChangeHands) {
  EXPECT_THAT(DuplicateMatches(Form("partners"), {5, 7}),
              ElementsAre(ElementsAre(5, 7, 5, 7), ElementsAre(7, 5, 7, 5)));
}
TEST(DuplicateTest, ASoloistChangesWithTheOthers) {
  EXPECT_THAT(DuplicateMatches(Form("solo"), {5, 7}),
              ElementsAre(ElementsAre(5, 7, 7), ElementsAre(7, 5, 5)));
}
TEST(DuplicateTest, FourSeatsRotate) {
  EXPECT_THAT(DuplicateMatches(Form("four"), {0, 1, 2, 3}),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(3, 0, 1, 2),
                          ElementsAre(2, 3, 0, 1), ElementsAre(1, 2, 3, 0)));
}
TEST(DuplicateTest, TwoAtThreePlayAabAndAbb) {
  EXPECT_THAT(DuplicateMatches(Form("three"), {0, 1}),
              UnorderedElementsAre(ElementsAre(0, 0, 1), ElementsAre(0, 1, 0),
                                   ElementsAre(1, 0, 0), ElementsAre(0, 1, 1),
                                   ElementsAre(1, 0, 1), ElementsAre(1, 1, 0)));
}
TEST(DuplicateTest, TwoAtFourPlayAabbAndAbab) {
  EXPECT_THAT(
      DuplicateMatches(Form("four"), {0, 1}),
      UnorderedElementsAre(ElementsAre(0, 0, 1, 1), ElementsAre(0, 1, 1, 0),
                           ElementsAre(1, 1, 0, 0), ElementsAre(1, 0, 0, 1),
                           ElementsAre(0, 1, 0, 1), ElementsAre(1, 0, 1, 0)));
}
TEST(DuplicateTest, ASwapPairChangesAllSides) {
  EXPECT_THAT(SwapPairs(2), ElementsAre(ElementsAre(ElementsAre(0, 1),
                                                    ElementsAre(1, 0))));
  EXPECT_THAT(SwapPairs(3),
              ElementsAre(ElementsAre(ElementsAre(0, 0, 1),
                                      ElementsAre(1, 1, 0)),
                          ElementsAre(ElementsAre(0, 1, 0),
                                      ElementsAre(1, 0, 1)),
                          ElementsAre(ElementsAre(0, 1, 1),
                                      ElementsAre(1, 0, 0))));
}
TEST(DuplicateTest, SwapPairsTakeTurns) {
  const GameForm four = Form("four");
  EXPECT_THAT(SwapPairMatches(four, {5, 7}, 0),
              ElementsAre(ElementsAre(5, 5, 7, 7), ElementsAre(7, 7, 5, 5)));
  EXPECT_THAT(SwapPairMatches(four, {5, 7}, 1),
              ElementsAre(ElementsAre(5, 7, 5, 7), ElementsAre(7, 5, 7, 5)));
  EXPECT_THAT(SwapPairMatches(four, {5, 7}, 2),
              ElementsAre(ElementsAre(5, 7, 7, 5), ElementsAre(7, 5, 5, 7)));
  EXPECT_EQ(SwapPairMatches(four, {5, 7}, 3), SwapPairMatches(four, {5, 7}, 0));
}
TEST(DuplicateTest, EverybodyHoldsEveryHandEquallyOften) {
  for (int sides = 2; sides <= 4; ++sides) {
    for (int entrants = 2; entrants <= sides; ++entrants) {
      std::map<std::pair<int, int>, size_t> held;
      const std::vector<SideOrder> orders = DuplicateOrders(sides, entrants);
      for (const SideOrder& order : orders) {
        for (int side = 0; side < sides; ++side) ++held[{side, order[side]}];
      }
      EXPECT_THAT(held, SizeIs(sides * entrants));
      for (const auto& [place, times] : held) {
        EXPECT_EQ(times * entrants, orders.size());
      }
    }
  }
}
TEST(DuplicateTest, CyclicOrdersTakeTurns) {
  std::set<SideOrder> orders;
  for (uint32_t number = 0; number < 6; ++number) {
    EXPECT_EQ(CyclicOrder(4, number)[0], 0);
    orders.insert(CyclicOrder(4, number));
  }
  EXPECT_THAT(orders, SizeIs(6));
  EXPECT_EQ(CyclicOrder(4, 6), CyclicOrder(4, 0));
  EXPECT_EQ(CyclicOrder(2, 9), CyclicOrder(2, 0));
}
TEST(DuplicateTest, SetsHaveTheDerivedSeeds) {
  v1::CompetitionSpec spec;
  spec.set_seed(std::string(32, 'x'));
  Seed seed;
  seed.fill('x');
  EXPECT_EQ(SeedOfSet(spec, 9), DeriveSeed(seed, 9));
}

// ---- The worth of a set ----

ScoredMatch Match(std::vector<uint32_t> entrants, SeatRanks ranks,
                  SeatScores returns,
                  v1::Termination termination = v1::TERMINATION_NORMAL) {
  return {std::move(entrants), {termination, ranks, returns, {}}};
}

TEST(DuplicateScoreTest, AWinEachIsADraw) {
  const SetOutcome outcome =
      OutcomeOf(Form("two"), 3,
                {Match({5, 7}, {1, 2}, {9, 3}), Match({7, 5}, {1, 2}, {4, 2})});
  ASSERT_THAT(outcome.entrants, SizeIs(2));
  EXPECT_EQ(outcome.set, 3u);
  EXPECT_EQ(outcome.entrants[0].entrant, 5u);
  EXPECT_EQ(outcome.entrants[0].RankPoints(), 0.5);
  EXPECT_EQ(outcome.entrants[0].place, 1);
  EXPECT_EQ(outcome.entrants[1].place, 1);
  // (9 - 3 + 2 - 4) / 2
  EXPECT_EQ(outcome.entrants[0].ScoreDifference(), 2);
  EXPECT_EQ(outcome.entrants[1].ScoreDifference(), -2);
}
TEST(DuplicateScoreTest, FourSeatsCompareEveryPair) {
  const SetOutcome outcome = OutcomeOf(
      Form("four"), 0, {Match({0, 1, 2, 3}, {2, 1, 2, 4}, {5, 8, 5, 0})});
  EXPECT_EQ(outcome.entrants[0].RankPoints(), 0.5);  // (0 + 1/2 + 1) / 3
  EXPECT_EQ(outcome.entrants[1].RankPoints(), 1);
  EXPECT_EQ(outcome.entrants[3].RankPoints(), 0);
  EXPECT_EQ(outcome.entrants[2].place, 2);
  EXPECT_EQ(outcome.entrants[3].place, 4);
  EXPECT_EQ(outcome.entrants[3].ScoreDifference(), -6);  // 0 - (5 + 8 + 5) / 3
}
TEST(DuplicateScoreTest, PartnersShareTheMeanOfTheirReturns) {
  const SetOutcome outcome = OutcomeOf(
      Form("partners"), 0, {Match({0, 1, 0, 1}, {1, 2, 1, 2}, {6, 1, 3, 1})});
  EXPECT_EQ(outcome.entrants[0].ScoreDifference(), 3.5);
  EXPECT_EQ(outcome.entrants[0].RankPoints(), 1);
}
TEST(DuplicateScoreTest, NobodyIsComparedWithItself) {
  const SetOutcome outcome =
      OutcomeOf(Form("three"), 0, {Match({0, 0, 1}, {1, 3, 2}, {9, 3, 5})});
  EXPECT_EQ(outcome.entrants[0].comparisons, 2);
  EXPECT_EQ(outcome.entrants[0].RankPoints(), 0.5);
  EXPECT_EQ(outcome.entrants[0].ScoreDifference(), 1);   // (4 - 2) / 2
  EXPECT_EQ(outcome.entrants[1].ScoreDifference(), -1);  // 5 - (9 + 3) / 2
}
TEST(DuplicateScoreTest, WhoForfeitsWhileLeadingGainsNothing) {
  const SetOutcome outcome =
      OutcomeOf(Form("two"), 0,
                {Match({0, 1}, {2, 1}, {50, 3}, v1::TERMINATION_FORFEIT)});
  EXPECT_EQ(outcome.entrants[0].ScoreDifference(), 0);
  EXPECT_EQ(outcome.entrants[1].ScoreDifference(), 0);
  EXPECT_EQ(outcome.entrants[1].RankPoints(), 1);
}
TEST(DuplicateScoreTest, WhoForfeitsWhileBehindLosesThatMuch) {
  const SetOutcome outcome =
      OutcomeOf(Form("two"), 0,
                {Match({0, 1}, {2, 1}, {3, 50}, v1::TERMINATION_FORFEIT)});
  EXPECT_EQ(outcome.entrants[0].ScoreDifference(), -47);
}
TEST(DuplicateScoreTest, WhoWinsWithFewerPointsPaysForIt) {
  const SetOutcome outcome =
      OutcomeOf(Form("two"), 0, {Match({0, 1}, {2, 1}, {50, 3})});
  EXPECT_EQ(outcome.entrants[0].ScoreDifference(), 47);
  EXPECT_EQ(outcome.entrants[1].ScoreDifference(), -47);
  EXPECT_EQ(outcome.entrants[1].RankPoints(), 1);
}
TEST(DuplicateScoreTest, CancelledMatchesDoNotCount) {
  v1::MatchResult result;
  result.set_termination(v1::TERMINATION_CANCELLED);
  const auto score = ScoreOf(Form("two"), result);
  ASSERT_THAT(score, IsOk());
  EXPECT_FALSE(score->counts());
}
TEST(DuplicateScoreTest, AResultForAnotherNumberOfSeatsIsRefused) {
  v1::MatchResult result;
  result.set_termination(v1::TERMINATION_NORMAL);
  result.add_returns(1);
  EXPECT_THAT(ScoreOf(Form("two"), result),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("result.returns has 1 values; expected 2")));
}

// The outcome of entrants 2, 5 and 7 with 9, 3 and 6 points in one match.
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
