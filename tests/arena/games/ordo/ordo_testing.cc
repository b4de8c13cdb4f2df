#include "tests/arena/games/ordo/ordo_testing.h"

#include <algorithm>
#include <array>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"

namespace arena::ordo {
namespace {

template <typename T>
T ValueOf(absl::StatusOr<T> result) {
  ARENA_CHECK(result.ok(), result.status().message());
  return *std::move(result);
}

// Calls visit(text, state after the turn) for every complete turn.
template <typename Visit>
void ForEachTurn(const State& state, const Visit& visit) {
  for (const std::string& first : LegalTexts(state)) {
    const State next = After(state, first);
    if (!next.TurnGoesOn()) {
      visit(first, next);
      continue;
    }
    for (const std::string& second : LegalTexts(next)) {
      visit(first + "+" + second, After(next, second));
    }
  }
}

// A connected group, grown at random on free squares.
Bits RandomGroup(Rng& rng, Bits taken, int size) {
  Bits group = {};
  while (Count(group) < size) {
    const Bits near = (group.empty() ? kBoard : Widen(group)) - group - taken;
    if (near.empty()) break;
    std::vector<Square> squares;
    ForEach(near, [&](Square s) { squares.push_back(s); });
    group |= BitOf(squares[rng.Below(squares.size())]);
  }
  return group;
}

std::string TextOf(const std::array<Bits, 2>& pieces, char side) {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    int empty = 0;
    for (int column = 0; column <= kColumns; ++column) {
      const Square s = row * kColumns + column;
      const bool white = column < kColumns && Has(pieces[0], s);
      const bool black = column < kColumns && Has(pieces[1], s);
      if (column < kColumns && !white && !black) {
        ++empty;
        continue;
      }
      if (empty > 0) absl::StrAppend(&text, empty);
      empty = 0;
      if (white) text += 'W';
      if (black) text += 'B';
    }
    text += row > 0 ? '/' : ' ';
  }
  return text + side;
}

// Two random groups. In Classic the side to act may have lost a piece.
std::string RandomPlacement(Rng& rng, bool classic) {
  std::array<Bits, 2> pieces;
  const Bits goals = RowBits(0) | RowBits(kRows - 1);
  pieces[0] = RandomGroup(rng, goals, 1 + rng.Below(kMaxPieces));
  pieces[1] = RandomGroup(rng, goals | pieces[0], 1 + rng.Below(kMaxPieces));
  const Seat seat = rng.Below(2);
  if (classic && rng.Below(2) == 0) {
    const Bits lost = BitOf(rng.Below(kSquares));
    if (pieces[seat] != lost) pieces[seat] -= lost;
  }
  return TextOf(pieces, seat == 0 ? 'w' : 'b');
}

}  // namespace

GameOptions Options(const std::string& text) {
  return ValueOf(GameOptions::Parse(State::kInfo.options, text));
}

State Start(const std::string& options) {
  return ValueOf(State::Create(2, Options(options)));
}

State At(const std::string& position, const std::string& options) {
  return ValueOf(State::FromText(Options(options), position));
}

State After(State state, const std::string& part) {
  const Seat seat = state.ToAct().first();
  const Action action = ValueOf(state.ParseAction(seat, part));
  ActionList legal;
  state.LegalActions(seat, legal);
  ARENA_CHECK(absl::c_linear_search(legal, action), part, " is not legal");
  const SeatAction ply = {seat, action};
  state.Apply({&ply, 1});
  return state;
}

State AfterAll(State state, const std::string& parts) {
  for (const auto part : absl::StrSplit(parts, ' ', absl::SkipWhitespace())) {
    state = After(state, std::string(part));
  }
  return state;
}

std::vector<std::string> LegalTexts(const State& state) {
  std::vector<std::string> texts;
  if (state.node() == Node::kTerminal) return texts;
  const Seat seat = state.ToAct().first();
  ActionList legal;
  state.LegalActions(seat, legal);
  for (const Action action : legal) {
    texts.push_back(state.ActionToString(seat, action));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<std::string> Turns(const State& state) {
  std::vector<std::string> turns;
  ForEachTurn(state, [&](const std::string& text, const State&) {
    turns.push_back(text);
  });
  std::sort(turns.begin(), turns.end());
  return turns;
}

std::vector<std::string> WinningTurns(const State& state) {
  std::vector<std::string> turns;
  const Seat seat = state.ToAct().first();
  ForEachTurn(state, [&](const std::string& text, const State& after) {
    if (after.Returns()[seat] > 0) turns.push_back(text);
  });
  std::sort(turns.begin(), turns.end());
  return turns;
}

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipWhitespace());
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string> RandomPositions(const std::string& options, int count,
                                         const std::string& seed) {
  Rng rng(seed);
  std::vector<std::string> positions;
  State state = Start(options);
  ActionList legal;
  while (static_cast<int>(positions.size()) < count) {
    if (state.node() == Node::kTerminal) state = Start(options);
    if (!state.TurnGoesOn()) positions.push_back(state.PositionText());
    const Seat seat = state.ToAct().first();
    state.LegalActions(seat, legal);
    const SeatAction ply = {seat, legal[rng.Below(legal.size())]};
    state.Apply({&ply, 1});
    positions.push_back(RandomPlacement(rng, options.empty()));
  }
  return positions;
}

}  // namespace arena::ordo
