// The order in which a search of Ordo tries actions.
#ifndef ARENA_SEARCH_ORDO_ORDER_H_
#define ARENA_SEARCH_ORDO_ORDER_H_

#include <array>
#include <vector>

#include "arena/games/ordo/ordo.h"

namespace arena::ordo {

// One action of a position, and how early it is tried.
struct Candidate {
  Action action;
  int score;
  // Captures nothing.
  bool quiet;
};

// A position on the way from the root of a search. Refers to the state, which
// is a decision.
struct Position {
  Position(const State& at, int wanted_depth, int plies)
      : state(at),
        seat(at.ToAct().first()),
        board(at.BoardOf(seat)),
        duty(at.DutyToAct()),
        depth(wanted_depth),
        ply(plies) {}

  const State& state;
  const Seat seat;
  const Board board;
  const Duty duty;
  // Plies to search from here; 0 and below for captures only.
  const int depth;
  // Plies since the root.
  const int ply;
};

// Scores actions by what has been good elsewhere in the search: the action that
// was best at a lower depth, captures (first those that may split the other
// side), actions that refuted a neighbour, and those that refute often.
class ActionOrder {
 public:
  // `most_plies` is above the ply of every position.
  explicit ActionOrder(int most_plies) : killers_(most_plies) {}

  // Adds the actions to the list, with scores. `first` is tried first.
  void Add(const Position& at, absl::Span<const Action> actions, Action first,
           std::vector<Candidate>& out) const;
  // Remembers that a quiet action refuted what led to the position.
  void Reward(const Position& at, Action action);

 private:
  int ScoreOf(const Position& at, Action action) const;

  // By ply: the last two quiet actions that refuted.
  std::vector<std::array<Action, 2>> killers_;
  // By seat, from and to.
  std::array<std::array<std::array<int, kSquares>, kSquares>, 2> history_ = {};
};

}  // namespace arena::ordo

#endif  // ARENA_SEARCH_ORDO_ORDER_H_
