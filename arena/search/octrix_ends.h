// The ends of deals in Octrix: their value, and best play of the last tricks.
#ifndef ARENA_SEARCH_OCTRIX_ENDS_H_
#define ARENA_SEARCH_OCTRIX_ENDS_H_

#include <array>
#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "arena/games/octrix/octrix.h"
#include "arena/search/matrix_game.h"

namespace arena::octrix {

// By side: its share of the win. Their sum is 1.
using Shares = std::array<double, kMostSeats>;

// The values of all ends of one deal.
class DealValues {
 public:
  // For the deal of this state. Requires: it was made with these seats and
  // options, and is a decision.
  DealValues(const State& state, const GameOptions& options);

  int sides() const { return rules_.sides; }
  // Whether the deal, or the match with it, has ended.
  bool HasEnded(const State& state) const {
    return state.node() != Node::kDecision || state.deal() != deal_;
  }
  // Requires: HasEnded. If the match goes on, an estimate from the totals.
  Shares Of(const State& end) const;

 private:
  Shares Estimate(const State& end) const;

  const Rules rules_;
  const int deal_;
};

// Plays the last tricks of a deal between two sides as matrix games, one for
// each position, from the last trick to the first. This is exact but for the
// estimate of a match that goes on.
class EndSolver {
 public:
  // Whether the rest of the deal can be solved by playing so many cards.
  static bool CanSolve(const State& state, int sides, int64_t cards);

  // Refers to the values.
  explicit EndSolver(const DealValues& values) : values_(values) {}

  // The chances of the seat's legal actions, in their order, and the share of
  // its side. Requires: the seat is to act, in the deal of the values.
  MixedStrategy StrategyOf(const State& state, Seat seat);

 private:
  // All that the rest of a deal depends on between two tricks: hands, points,
  // mode, the side that took the last trick and the tricks of its run.
  using Key = std::tuple<std::array<Cards, kMostSeats>, int64_t, int64_t, int,
                         int, int>;
  static Key KeyOf(const State& state);

  // Payoffs to the side of the row seat.
  MatrixGame GameOf(const State& state, Seat row);
  // The share of side 0.
  double ValueOf(const State& state);

  const DealValues& values_;
  absl::flat_hash_map<Key, double> known_;
};

}  // namespace arena::octrix

#endif  // ARENA_SEARCH_OCTRIX_ENDS_H_
