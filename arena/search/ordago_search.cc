// Guarded improvement for Ordago, and signs.
#include <algorithm>
#include <cmath>

#include "absl/algorithm/container.h"
#include "arena/games/ordago/ordago.h"
#include "arena/search/guarded.h"
#include "arena/search/guarded_judge.h"
#include "arena/search/ordago_beliefs.h"
#include "arena/search/possible_states.h"
#include "arena/search/searchers.h"
#include "arena/v1/observation.pb.h"

namespace arena::ordago {
namespace {

// The chance to get `own` points before the others get `other`. Points come in
// hands of about kHand, to either team. TODO(search): kHand is a guess.
double ChanceOfRace(int own, int other) {
  static constexpr double kHand = 7;
  const double lead = (other - own) / std::sqrt(kHand * (own + other));
  return 0.5 + 0.5 * lead / std::sqrt(1 + lead * lead);
}

class OrdagoPlan {
 public:
  using State = ordago::State;
  struct World {
    State state;
  };
  // There are many bids, and the best of many looks better than it is.
  static constexpr double kCaution = 1.5;
  static constexpr int kPliesOfWorld = 40;

  OrdagoPlan(int seats, const GameOptions& options, Seat seat,
             const v1::Observation& observation, Rng& rng)
      : seat_(seat),
        beliefs_(PossibleStates<State>(seats, options, seat, observation, rng)
                     .Draw(rng),
                 seat, observation.ordago()) {}

  World DrawWorld(Rng& rng) const { return {beliefs_.Draw(rng)}; }

  void Candidates(const State& state, absl::Span<const Action> legal, Rng& rng,
                  ActionList& out) const {
    if (state.phase() == Phase::kBet) {
      AddBets(state, legal, out);
    } else {
      AddSome(legal, 15, rng, out);  // all parts of four cards
    }
  }

  Action Reply(const State& state, Seat seat, Rng& /*rng*/) const {
    return state.Suggest(seat);
  }

  // The win of the set is all that this deal can change.
  double WinShare(const World& world, const State& end) const {
    const int team = end.TeamOf(seat_);
    for (const int winner : {team, 1 - team}) {
      if (end.sets(winner) > world.state.sets(winner)) {
        return winner == team ? 1 : 0;
      }
    }
    const auto missing = [&](int of) {
      return std::max(1, end.rules().set_target - end.score(of));
    };
    return ChanceOfRace(missing(team), missing(1 - team));
  }

  // The lead in the set; a set that is won counts as the points that it takes.
  double PointsIn(const State& end) const {
    const int team = end.TeamOf(seat_);
    const int sets = end.sets(team) - end.sets(1 - team);
    return sets * end.rules().set_target + end.score(team) -
           end.score(1 - team);
  }

 private:
  // All words, and a few of the amounts.
  void AddBets(const State& state, absl::Span<const Action> legal,
               ActionList& out) const {
    const int missing =
        state.rules().set_target - state.score(state.TeamOf(seat_));
    int least = 0;
    for (const Action action : legal) {
      const ActionKind kind = KindOf(action);
      if (kind == ActionKind::kBid || kind == ActionKind::kRaise) {
        const int amount = static_cast<int>(ValueOf(action));
        if (least == 0) least = amount;
        static constexpr std::array kMore = {0, 3, 8, 18};
        const bool is_more = absl::c_linear_search(kMore, amount - least);
        if (!is_more && amount != missing / 2) continue;
      }
      out.push_back(action);
    }
  }

  const Seat seat_;
  const Beliefs beliefs_;
};

// Tells the partner as much as one sign can, and searches where no sign is
// asked for.
class OrdagoSearcher final : public Searcher {
 public:
  OrdagoSearcher(int seats, const GameOptions& options, int64_t plies)
      : search_(seats, options, plies) {}

  Action Choose(Seat seat, absl::Span<const Action> legal,
                const v1::Observation& observation, Rng& rng) override {
    // Three kings and an ace, two pairs, three aces, a triple, three kings, 31,
    // two kings, two aces, bad cards: the rarest first.
    static constexpr std::array<Sign, 9> kBest = {9, 6, 5, 7, 3, 8, 2, 4, 1};
    for (const Sign sign : kBest) {
      const Action action = MakeAction(ActionKind::kSign, sign);
      if (absl::c_linear_search(legal, action)) return action;
    }
    return search_.Choose(seat, legal, observation, rng);
  }

 private:
  GuardedSearcher<OrdagoPlan> search_;
};

}  // namespace
}  // namespace arena::ordago

namespace arena {

const GameSearch kOrdagoSearch = {
    SearchBy<Searcher, ordago::OrdagoSearcher>,
    SearchBy<Judge, GuardedJudge<ordago::OrdagoPlan>>,
};

}  // namespace arena
