// What the search of Ordo must see.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "arena/search/ordo_evaluation.h"
#include "arena/search/searchers.h"
#include "arena/search/transposition_table.h"
#include "arena/v1/observation.pb.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

constexpr int64_t kPlies = 50'000;

Action ChoiceIn(const State& state, const std::string& options,
                int64_t plies = kPlies) {
  const Seat seat = state.ToAct().first();
  ActionList legal;
  state.LegalActions(seat, legal);
  v1::Observation observation;
  state.ObservationFor(seat, observation);
  // Observations tell by the number of turns which side acts; a position from
  // text has none.
  v1::OrdoObservation& seen = *observation.mutable_ordo();
  if (static_cast<Seat>(seen.turns() % 2) != seat) {
    seen.set_turns(seen.turns() + 1);
  }
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
  EXPECT_TRUE(absl::c_linear_search(legal, ChoiceIn(state, "", 1)));
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

// Random positions in which the side to act has few turns and cannot win at
// once.
std::vector<State> SmallPositions(const std::string& options, int count) {
  static constexpr int kMostTurns = 60;
  std::vector<State> states;
  for (const std::string& position : RandomPositions(options, count, "small")) {
    const State state = At(position, options);
    if (state.node() == Node::kTerminal) continue;
    int turns = 0;
    const auto is_few = [&](const State&) { return ++turns < kMostTurns; };
    if (AllTurns(state, is_few) && !CanWin(state)) states.push_back(state);
  }
  return states;
}

// The names of the variants' options.
class VariantTest : public ::testing::TestWithParam<std::string> {};

TEST_P(VariantTest, FindsAWinInTwo) {
  int wins = 0;
  for (const State& state : SmallPositions(GetParam(), 1'000)) {
    const Seat seat = state.ToAct().first();
    const bool has_win = !AllTurns(
        state, [&](const State& next) { return !HasForced(next, seat); });
    if (!has_win) continue;
    ++wins;
    EXPECT_TRUE(HasForced(AfterTurn(state, GetParam()), seat))
        << state.PositionText();
  }
  EXPECT_GE(wins, 5);
}

TEST_P(VariantTest, AvoidsALossInOne) {
  int threats = 0;
  for (const State& state : SmallPositions(GetParam(), 1'000)) {
    int losses = 0;
    int turns = 0;
    AllTurns(state, [&](const State& next) {
      ++turns;
      losses += next.node() == Node::kDecision && CanWin(next) ? 1 : 0;
      return true;
    });
    if (losses == turns || 2 * losses < turns) continue;
    ++threats;
    const State next = AfterTurn(state, GetParam());
    EXPECT_FALSE(next.node() == Node::kDecision && CanWin(next))
        << state.PositionText();
  }
  EXPECT_GE(threats, 5);
}

INSTANTIATE_TEST_SUITE_P(Ordo, VariantTest, ::testing::Values("", "variant=x"));

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
