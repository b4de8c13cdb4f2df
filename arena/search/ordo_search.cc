// Alpha-beta for Ordo and Ordo X. It counts every ply that it makes on a board.
#include <cmath>

#include "arena/games/base/game_of.h"
#include "arena/search/judge.h"
#include "arena/search/ordo_alpha_beta.h"
#include "arena/search/ordo_evaluation.h"
#include "arena/search/possible_states.h"
#include "arena/search/searchers.h"

namespace arena::ordo {
namespace {

class OrdoSearcher final : public Searcher {
 public:
  OrdoSearcher(int seats, const GameOptions& options, int64_t plies)
      : seats_(seats), options_(options), plies_(plies) {}

  Action Choose(Seat seat, absl::Span<const Action> /*legal*/,
                const v1::Observation& observation, Rng& rng) override {
    const PossibleStates<State> states(seats_, options_, seat, observation,
                                       rng);
    return AlphaBeta(states.Draw(rng), plies_).Choose();
  }

 private:
  const int seats_;
  const GameOptions options_;
  const int64_t plies_;
};

// The chance to win by the value of a search. TODO(search): kLead, the value
// with which a side wins three of four matches, is a guess.
double ShareOf(int value) {
  static constexpr double kLead = 1.5 * kPieceValue;
  return 1 / (1 + std::exp(-value * std::log(3) / kLead));
}

// Searches what follows the action that was made and the best action equally
// deep. Nothing is hidden, and nothing is drawn.
class OrdoJudge final : public Judge {
 public:
  OrdoJudge(int seats, const GameOptions& options, int64_t plies)
      : seats_(seats), options_(options), plies_(plies) {}

  Judgement Of(const Judged& judged, Rng& rng) override {
    const PossibleStates<State> states(seats_, options_, judged.seat,
                                       judged.observation, rng);
    const State state = states.Draw(rng);
    const Action best = AlphaBeta(state, plies_ / 3).Choose();
    const double share = ShareAfter(state, judged.seat, judged.action);
    Judgement judgement = {.best = best, .win_share = share};
    if (best == judged.action) return judgement;
    const double lost = ShareAfter(state, judged.seat, best) - share;
    // Each number is certain, as far as the search sees. A win counts 1, and a
    // loss -1.
    for (int i = 0; i < 2; ++i) {
      judgement.win_share_lost.Add(lost);
      judgement.points_lost.Add(2 * lost);
    }
    return judgement;
  }

 private:
  double ShareAfter(State state, Seat seat, Action action) const {
    const SeatAction ply = {seat, action};
    state.Apply({&ply, 1});
    if (state.node() == Node::kTerminal) {
      return (1 + static_cast<double>(state.Returns()[seat])) / 2;
    }
    AlphaBeta search(state, plies_ / 3);
    search.Choose();
    const double share = ShareOf(search.value());
    return state.ToAct().contains(seat) ? share : 1 - share;
  }

  const int seats_;
  const GameOptions options_;
  const int64_t plies_;
};

}  // namespace
}  // namespace arena::ordo

namespace arena {

const GameSearch kOrdoSearch = {
    SearchBy<Searcher, ordo::OrdoSearcher>,
    SearchBy<Judge, ordo::OrdoJudge>,
};

}  // namespace arena
