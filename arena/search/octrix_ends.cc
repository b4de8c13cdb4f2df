#include "arena/search/octrix_ends.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "absl/types/span.h"

namespace arena::octrix {
namespace {

// The points of a side in a deal and the spread of the difference of two sides,
// if every trick is taken by any side: the deviation of all 2^8, 3^8 and 4^8
// deals, divided by that of the logistic curve, 1.7.
struct DealPoints {
  double mean;
  double spread;
};
constexpr std::array<DealPoints, kMostSeats + 1> kDealPoints = {
    {{}, {}, {10, 9}, {4.8, 4.5}, {3.1, 3.0}}};

bool IsBetweenTricks(const State& state) {
  for (Seat seat = 1; seat < state.seats(); ++seat) {
    if (std::popcount(state.hand(seat)) != std::popcount(state.hand(0))) {
      return false;
    }
  }
  return true;
}

}  // namespace

// ---- Values ----

DealValues::DealValues(const State& state, const GameOptions& options)
    : rules_(
          *Rules::From(state.seats(), State::Resolve(state.seats(), options))),
      deal_(state.deal()) {}

Shares DealValues::Of(const State& end) const {
  if (end.node() != Node::kTerminal) return Estimate(end);
  const SeatRanks ranks = end.Ranks();
  Shares shares = {};
  for (int side = 0; side < sides(); ++side) shares[side] = ranks[side] == 1;
  const auto first = shares.begin();
  const auto winners = std::count(first, first + sides(), 1.0);
  for (double& share : shares) share /= static_cast<double>(winners);
  return shares;
}

// Side n is the side of seat n.
Shares DealValues::Estimate(const State& end) const {
  const DealPoints& points = kDealPoints[sides()];
  const SeatScores totals = end.Returns();
  const auto first = totals.begin();
  const auto best =
      static_cast<double>(*std::max_element(first, first + sides()));
  const double deals_left = std::max(
      1.0, std::min((rules_.target - best) / points.mean,
                    static_cast<double>(rules_.max_deals - end.deal())));
  const double scale = points.spread * std::sqrt(deals_left);
  Shares shares = {};
  double sum = 0;
  for (int side = 0; side < sides(); ++side) {
    shares[side] = std::exp((static_cast<double>(totals[side]) - best) / scale);
    sum += shares[side];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

// ---- The last tricks ----

bool EndSolver::CanSolve(const State& state, int sides, int64_t cards) {
  if (sides != 2) return false;
  // By cards of a hand: the cards played in all positions that differ, rounded.
  static constexpr std::array<int64_t, 7> kTwoSeats = {
      0, 20, 20, 200, 3'000, 60'000, 300'000};
  static constexpr std::array<int64_t, 5> kPartners = {0, 20, 200, 6'000,
                                                       600'000};
  size_t left = 0;
  for (Seat seat = 0; seat < state.seats(); ++seat) {
    left = std::max<size_t>(left, std::popcount(state.hand(seat)));
  }
  const absl::Span<const int64_t> needed =
      state.seats() == 2 ? absl::Span<const int64_t>(kTwoSeats) : kPartners;
  return left < needed.size() && needed[left] <= cards;
}

MixedStrategy EndSolver::StrategyOf(const State& state, Seat seat) {
  return Solve(GameOf(state, seat));
}

MatrixGame EndSolver::GameOf(const State& state, Seat row) {
  SeatSet others = state.ToAct();
  others.erase(row);
  const Seat column = others.first();
  const Cards rows = state.hand(row);
  const Cards columns = state.hand(column);
  MatrixGame game;
  for (Cards own = rows; own != 0; own &= own - 1) {
    std::array<double, MatrixGame::kMost>& payoff = game.payoff[game.rows++];
    game.columns = 0;
    for (Cards other = columns; other != 0; other &= other - 1) {
      SeatAction first = {row, LowestOf(own)};
      SeatAction second = {column, LowestOf(other)};
      if (column < row) std::swap(first, second);
      State next = state;
      next.Apply(Ply{first, second});
      const double value = ValueOf(next);
      payoff[game.columns++] = state.TeamOf(row) == 0 ? value : 1 - value;
    }
  }
  return game;
}

double EndSolver::ValueOf(const State& state) {
  if (values_.HasEnded(state)) return values_.Of(state)[0];
  const auto solve = [&] {
    Seat row = state.ToAct().first();
    for (const Seat seat : state.ToAct()) {
      if (state.TeamOf(seat) == 0) row = seat;
    }
    return Solve(GameOf(state, row)).value;
  };
  if (!IsBetweenTricks(state)) return solve();
  const Key key = KeyOf(state);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const double value = solve();
  known_.emplace(key, value);
  return value;
}

EndSolver::Key EndSolver::KeyOf(const State& state) {
  const auto side_of = [&](int trick) {
    return state.TeamOf(state.trick(trick).winner);
  };
  const int last = state.tricks_played() - 1;
  const int side = last < 0 ? 0 : side_of(last);
  int run = 0;
  while (run <= last && side_of(last - run) == side) ++run;
  const SeatScores points = state.Returns();
  return {{state.hand(0), state.hand(1), state.hand(2), state.hand(3)},
          points[0],
          points[1],
          static_cast<int>(state.mode()),
          side,
          run};
}

}  // namespace arena::octrix
