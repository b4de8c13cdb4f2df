// What the search of Ordo must see.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/algorithm/container.h"
#include "arena/search/ordo_evaluation.h"
#include "arena/search/searchers.h"
#include "arena/search/transposition_table.h"
#include "arena/v1/observation.pb.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

using ::testing::Contains;

constexpr int64_t kPlies = 20'000;

Action ChoiceIn(const State& state, const std::string& options,
                int64_t plies = kPlies) {
  const Seat seat = state.ToAct().first();
  ActionList legal;
  state.LegalActions(seat, legal);
  v1::Observation observation;
  state.ObservationFor(seat, observation);
  Rng rng("choice");
  return kOrdoSearch.searcher(2, Options(options), plies)
      ->Choose(seat, legal, observation, rng);
}

// The chosen part as text.
std::string TextIn(const std::string& position, const std::string& options = "",
                   int64_t plies = kPlies) {
  const State state = At(position, options);
  return state.ActionToString(state.ToAct().first(),
                              ChoiceIn(state, options, plies));
}

// Plays a whole turn as chosen.
State AfterTurn(State state, const std::string& options) {
  const Seat seat = state.ToAct().first();
  while (state.ToAct().contains(seat)) {
    const SeatAction ply = {seat, ChoiceIn(state, options)};
    state.Apply({&ply, 1});
  }
  return state;
}

// ---- One turn ----

TEST(OrdoSearcherTest, TakesAWinInOne) {
  EXPECT_EQ(TextIn("6B3/4W2B2/4W2B2/3W6/10/10/10/10 w"), "d5-d8");
  EXPECT_EQ(TextIn("10/2BB6/WWB7/10/10/10/10/10 w", "variant=x"), "a6:b6-a8");
}

TEST(OrdoSearcherTest, TakesAWinByCuttingTheOtherSide) {
  // The rules, position C9, one ply before.
  const State end =
      AfterTurn(At("10/10/3B6/1BB1BB1B2/3WWWB3/6W3/7W2/10 w"), "");
  EXPECT_EQ(end.node(), Node::kTerminal);
}

TEST(OrdoSearcherTest, ASmallBudgetStillGivesALegalChoice) {
  const State state = Start();
  ActionList legal;
  state.LegalActions(0, legal);
  EXPECT_THAT(legal, Contains(ChoiceIn(state, "", 1)));
}

TEST(OrdoSearcherTest, TheSameSearchChoosesTheSame) {
  for (const std::string options : {"", "variant=x"}) {
    const State state = Start(options);
    EXPECT_EQ(ChoiceIn(state, options), ChoiceIn(state, options)) << options;
  }
}

// ---- Two turns ----

// Calls visit(state) after every turn of the side to act, until it is false.
template <typename Visit>
bool AllTurns(const State& state, const Visit& visit) {
  const Seat seat = state.ToAct().first();
  ActionList legal;
  state.LegalActions(seat, legal);
  return absl::c_all_of(legal, [&](Action action) {
    State next = state;
    const SeatAction ply = {seat, action};
    next.Apply({&ply, 1});
    return next.ToAct().contains(seat) ? AllTurns(next, visit) : visit(next);
  });
}

bool CanWin(const State& state) {
  const Seat seat = state.ToAct().first();
  return !AllTurns(
      state, [&](const State& next) { return next.Returns()[seat] <= 0; });
}

// Whether a side that has just ended its turn wins with its next turn at the
// latest.
bool HasForced(const State& state, Seat seat) {
  if (state.node() == Node::kTerminal) return state.Returns()[seat] > 0;
  return AllTurns(state, [&](const State& next) {
    return next.node() == Node::kDecision && CanWin(next);
  });
}

// A position, and the options of its match.
struct Planted {
  const char* position;
  const char* options;
};

class PlantedWinTest : public ::testing::TestWithParam<Planted> {};

// No turn wins at once, and the suggestion does not force a win.
TEST_P(PlantedWinTest, IsFound) {
  const auto [position, options] = GetParam();
  const State state = At(position, options);
  const Seat seat = state.ToAct().first();
  ASSERT_FALSE(CanWin(state));
  EXPECT_TRUE(HasForced(AfterTurn(state, options), seat));
}

INSTANTIATE_TEST_SUITE_P(Ordo, PlantedWinTest, ::testing::Values(PLANTED_WINS));

class PlantedThreatTest : public ::testing::TestWithParam<Planted> {};

// After most turns the other side wins at once.
TEST_P(PlantedThreatTest, IsMet) {
  const auto [position, options] = GetParam();
  const State state = At(position, options);
  int losses = 0;
  int turns = 0;
  AllTurns(state, [&](const State& next) {
    losses += CanWin(next) ? 1 : 0;
    ++turns;
    return true;
  });
  ASSERT_GT(2 * losses, turns);
  EXPECT_FALSE(CanWin(AfterTurn(state, options)));
}

INSTANTIATE_TEST_SUITE_P(Ordo, PlantedThreatTest,
                         ::testing::Values(PLANTED_THREATS));

// ---- Values ----

TEST(OrdoEvaluationTest, IsTheSameForBothSidesAtTheStart) {
  EXPECT_EQ(Evaluate(Start().BoardOf(0)), 0);
  EXPECT_EQ(Evaluate(Start().BoardOf(1)), 0);
}

TEST(OrdoEvaluationTest, PiecesAndRowsAheadAreGood) {
  const auto value = [](const std::string& position) {
    return Evaluate(At(position).BoardOf(0));
  };
  EXPECT_GT(value("10/BB8/10/10/10/WW8/10/10 w"),
            value("10/BB8/10/10/10/10/WW8/10 w"));
  EXPECT_GT(value("10/BB8/10/10/10/10/WWW7/10 w"),
            value("10/BB8/10/10/10/10/WW8/10 w"));
}

TEST(OrdoEvaluationTest, APieceThatHoldsItsSideTogetherIsWeak) {
  const auto value = [](const std::string& position) {
    return Evaluate(At(position).BoardOf(0));
  };
  EXPECT_GT(value("10/BB8/10/10/10/W9/WW8/10 w"),
            value("10/BB8/10/10/10/10/WWW7/10 w"));
}

// ---- What is known ----

TEST(TranspositionTableTest, KnowsTheLastOfEachPlace) {
  TranspositionTable table(4);
  EXPECT_EQ(table.Find(7), nullptr);
  table.Store({.key = 7, .value = 1, .depth = 2});
  ASSERT_NE(table.Find(7), nullptr);
  EXPECT_EQ(table.Find(7)->value, 1);
  table.Store({.key = 3, .value = 2, .depth = 1});
  EXPECT_EQ(table.Find(7), nullptr);
  EXPECT_EQ(table.Find(3)->value, 2);
}

TEST(TranspositionTableTest, ABoundDecidesOnlyOneSideOfTheWindow) {
  const KnownPosition most = {.value = 5, .depth = 3, .bound = Bound::kAtMost};
  EXPECT_TRUE(most.Decides(3, 6, 9));
  EXPECT_FALSE(most.Decides(3, 2, 9));
  EXPECT_FALSE(most.Decides(4, 6, 9));
  const KnownPosition least = {
      .value = 5, .depth = 3, .bound = Bound::kAtLeast};
  EXPECT_TRUE(least.Decides(3, 2, 5));
  EXPECT_FALSE(least.Decides(3, 2, 6));
}

}  // namespace
}  // namespace arena::ordo
