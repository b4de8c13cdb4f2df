// Octrix: trees of sampled plays, and the last tricks of two sides exactly.
// Every card that is played counts.
#include "absl/algorithm/container.h"
#include "arena/search/judge.h"
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
    const PossibleStates<State> states(seats_, options_, seat, observation,
                                       rng);
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

// A tree chooses the best card, and other trees measure it against the card
// that was played. Nothing is hidden.
class OctrixJudge final : public Judge {
 public:
  OctrixJudge(int seats, const GameOptions& options, int64_t plies)
      : seats_(seats), options_(options), plies_(plies) {}

  Judgement Of(const Judged& judged, Rng& rng) override {
    return seats_ == 2 ? JudgeBy<RegretNode>(judged, rng)
                       : JudgeBy<ConfidenceNode>(judged, rng);
  }

 private:
  static constexpr int kTrees = 8;

  template <typename N>
  Judgement JudgeBy(const Judged& judged, Rng& rng) const {
    const PossibleStates<State> states(seats_, options_, judged.seat,
                                       judged.observation, rng);
    const State state = states.Draw(rng);
    const DealValues values(state, options_);
    const auto played = static_cast<int>(
        absl::c_find(judged.legal, judged.action) - judged.legal.begin());
    const auto mean = [&](const Tree<N>& tree, int place) {
      return tree.root().MeanOf(judged.seat, place);
    };
    const auto cards = static_cast<int>(judged.legal.size());
    Tree<N> choosing(state, values, rng);
    choosing.Choose(judged.seat, plies_ / 2);
    int best = choosing.root().Favourite(judged.seat, cards);
    // In a mixed strategy several cards are best.
    if (mean(choosing, played) >= mean(choosing, best)) best = played;
    Judgement judgement = {.best = judged.legal[best]};
    for (int i = 0; i < kTrees; ++i) {
      Tree<N> tree(state, values, rng);
      tree.Choose(judged.seat, plies_ / 2 / kTrees);
      judgement.win_share += mean(tree, played) / kTrees;
      if (best == played) continue;
      judgement.win_share_lost.Add(mean(tree, best) - mean(tree, played));
    }
    return judgement;
  }

  const int seats_;
  const GameOptions options_;
  const int64_t plies_;
};

}  // namespace
}  // namespace arena::octrix

namespace arena {

const GameSearch kOctrixSearch = {
    SearchBy<Searcher, octrix::OctrixSearcher>,
    SearchBy<Judge, octrix::OctrixJudge>,
};

}  // namespace arena
