// Guarded improvement for Doppelkopf.
#include <cmath>

#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/search/guarded.h"
#include "arena/search/guarded_judge.h"
#include "arena/search/possible_states.h"
#include "arena/search/searchers.h"
#include "arena/search/win_share.h"

namespace arena::doppelkopf {
namespace {

// The share of a seat in a win that is decided in so many more deals.
double ShareAfter(const SeatScores& totals, Seat seat, int deals) {
  // TODO(search): a guess of how far the points of a deal spread.
  const double scale = 2.7 * std::sqrt(static_cast<double>(deals));
  double sum = 0;
  for (Seat each = 0; each < kSeats; ++each) {
    sum += std::exp(static_cast<double>(totals[each] - totals[seat]) / scale);
  }
  return 1 / sum;
}

// All seats play on as suggested: random cards would make every solo look good.
class DoppelkopfPlan {
 public:
  using State = doppelkopf::State;
  struct World {
    State state;
  };
  static constexpr double kCaution = 1;
  static constexpr int kPliesOfWorld = 150;

  DoppelkopfPlan(int seats, const GameOptions& options, Seat seat,
                 const v1::Observation& observation, Rng& rng)
      : seat_(seat), states_(seats, options, seat, observation, rng) {}

  World DrawWorld(Rng& rng) const { return {states_.Draw(rng)}; }

  void Candidates(const State& /*state*/, absl::Span<const Action> legal,
                  Rng& rng, ActionList& out) const {
    AddSome(legal, 16, rng, out);
  }

  Action Reply(const State& state, Seat seat, Rng& /*rng*/) const {
    return state.Suggest(seat);
  }

  double WinShare(const World& /*world*/, const State& end) const {
    if (end.node() == Node::kTerminal) {
      return WinShareOf(end.Ranks(), seat_, kSeats);
    }
    return ShareAfter(end.Returns(), seat_,
                      end.rules().deals - end.DealIndex());
  }

  double PointsIn(const State& end) const {
    return static_cast<double>(end.Returns()[seat_]);
  }

 private:
  const Seat seat_;
  const PossibleStates<State> states_;
};

}  // namespace
}  // namespace arena::doppelkopf

namespace arena {

const GameSearch kDoppelkopfSearch = {
    SearchBy<Searcher, GuardedSearcher<doppelkopf::DoppelkopfPlan>>,
    SearchBy<Judge, GuardedJudge<doppelkopf::DoppelkopfPlan>>,
};

}  // namespace arena
