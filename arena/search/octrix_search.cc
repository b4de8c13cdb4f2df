// Octrix: trees of sampled plays, and the last tricks of two sides exactly.
// Every card that is played counts.
#include "arena/search/octrix_tree.h"
#include "arena/search/possible_states.h"
#include "arena/search/searchers.h"

namespace arena::octrix {
namespace {

class OctrixSearcher final : public Searcher {
 public:
  OctrixSearcher(int seats, const GameOptions& options, int64_t cards)
      : seats_(seats), options_(options), cards_(cards) {}

  Action Choose(Seat seat, absl::Span<const Action> legal,
                const v1::Observation& observation, Rng& rng) override {
    const PossibleStates<State> states(seats_, options_, seat, observation);
    const State state = states.Draw(rng);
    const DealValues values(state, options_);
    if (EndSolver::CanSolve(state, values.sides(), cards_)) {
      const MixedStrategy strategy = EndSolver(values).StrategyOf(state, seat);
      return legal[DrawPlace({strategy.chances.data(), legal.size()}, rng)];
    }
    // Between two seats a preference that can be foreseen loses.
    const int place =
        seats_ == 2
            ? Tree<RegretNode>(state, values, rng).Choose(seat, cards_)
            : Tree<ConfidenceNode>(state, values, rng).Choose(seat, cards_);
    return legal[place];
  }

 private:
  const int seats_;
  const GameOptions options_;
  const int64_t cards_;
};

}  // namespace
}  // namespace arena::octrix

namespace arena {

std::unique_ptr<Searcher> MakeOctrixSearcher(int seats,
                                             const GameOptions& options,
                                             int64_t plies) {
  return std::make_unique<octrix::OctrixSearcher>(seats, options, plies);
}

}  // namespace arena
