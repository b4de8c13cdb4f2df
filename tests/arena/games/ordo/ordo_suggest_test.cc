// The suggestion is the best turn by its plain rule, and wanted parts are those
// legal parts that are wanted.
#include <algorithm>
#include <string>

#include "arena/games/ordo/ordo.h"
#include "arena/games/ordo/ordo_parts.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

Bits LandedOf(const Part& part) {
  return RunBits(part.to, part.end + part.to - part.from);
}
int RowsGained(const Part& part, bool up) {
  const int rows = RowOf(part.to) - RowOf(part.from);
  return Count(LandedOf(part)) * (up ? rows : -rows);
}

// ---- Wanted parts ----

void ExpectWantedAreFiltered(const State& state, const Wanted& wanted) {
  const Board board = state.BoardOf(state.ToAct().first());
  ActionList legal;
  LegalParts(board, state.DutyToAct(), legal);
  ActionList expected;
  for (const Action action : legal) {
    const Part part = PartOf(action);
    if (!(LandedOf(part) & wanted.landings).empty() ||
        RowsGained(part, board.up) >= wanted.progress) {
      expected.push_back(action);
    }
  }
  ActionList found;
  WantedParts(board, state.DutyToAct(), wanted, found);
  EXPECT_TRUE(found == expected)
      << state.PositionText() << " progress " << wanted.progress;
}

void ExpectWantedAreFiltered(const std::string& options) {
  int progress = 0;
  for (const std::string& position : RandomPositions(options, 300, "wanted")) {
    const State state = At(position, options);
    if (state.node() != Node::kDecision) continue;
    const Board board = state.BoardOf(state.ToAct().first());
    progress = progress % 12 + 1;
    ExpectWantedAreFiltered(state, {board.GoalRow(), 1000});
    ExpectWantedAreFiltered(state, {board.enemy, 1000});
    ExpectWantedAreFiltered(state, {board.GoalRow(), progress});
  }
}

TEST(OrdoWantedPartsTest, OfClassic) { ExpectWantedAreFiltered(""); }
TEST(OrdoWantedPartsTest, OfOrdoX) { ExpectWantedAreFiltered("variant=x"); }
TEST(OrdoWantedPartsTest, TheLastPieceNeedsNoNeighbour) {
  const State state = At("10/10/10/10/2B7/10/W9/10 w");
  ExpectWantedAreFiltered(state, {kBoard, 1});
  ExpectWantedAreFiltered(state, {RowBits(7), 1000});
}

// ---- Suggestions ----

// The value of the position to a seat whose turn has ended; see State::Suggest.
int ValueTo(Seat seat, const State& state) {
  if (state.node() == Node::kTerminal) {
    return state.Returns()[seat] == 0 ? -100'000 : 1'000'000;
  }
  const Board board = state.BoardOf(seat);
  int value = -1000 * Count(board.enemy);
  ForEach(board.own, [&](Square s) {
    value += board.up ? RowOf(s) : kRows - 1 - RowOf(s);
  });
  ActionList replies;
  state.LegalActions(1 - seat, replies);
  const Bits goal = state.BoardOf(1 - seat).GoalRow();
  const bool threatened =
      std::any_of(replies.begin(), replies.end(), [goal](Action action) {
        return !(LandedOf(PartOf(action)) & goal).empty();
      });
  return threatened ? value - 200'000 : value;
}

struct Best {
  Action action = 0;
  int value = -1'000'000;
};
Best BestTurn(Seat seat, const State& state) {
  ActionList legal;
  state.LegalActions(seat, legal);
  Best best;
  for (const Action action : legal) {
    State next = state;
    next.Apply({{{seat, action}}});
    const int value =
        next.TurnGoesOn() ? BestTurn(seat, next).value : ValueTo(seat, next);
    if (value > best.value) best = {action, value};
  }
  return best;
}

void ExpectBestTurns(const std::string& options, int positions) {
  for (const std::string& text : RandomPositions(options, positions, "best")) {
    const State state = At(text, options);
    if (state.node() != Node::kDecision) continue;
    const Seat seat = state.ToAct().first();
    EXPECT_EQ(state.ActionToString(seat, state.Suggest(seat)),
              state.ActionToString(seat, BestTurn(seat, state).action))
        << text;
  }
}

TEST(OrdoSuggestTest, IsTheBestPartOfClassic) { ExpectBestTurns("", 100); }
TEST(OrdoSuggestTest, IsTheBestTurnOfOrdoX) {
  ExpectBestTurns("variant=x", 20);
}
TEST(OrdoSuggestTest, AmongDrawsIsTheFirst) {
  const State state = Start("max_plies=1");
  EXPECT_EQ(state.Suggest(0), state.Substitute(0));
}

}  // namespace
}  // namespace arena::ordo
