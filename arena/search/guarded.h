// Guarded improvement: a game's suggestion is played, unless another action is
// clearly better in worlds that are possible for the seat.
#ifndef ARENA_SEARCH_GUARDED_H_
#define ARENA_SEARCH_GUARDED_H_

#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "arena/search/paired_difference.h"
#include "arena/search/rollouts.h"
#include "arena/search/searcher.h"

namespace arena {

// Adds the legal actions to an empty list: all, or `most` drawn at random.
void AddSome(absl::Span<const Action> legal, int most, Rng& rng,
             ActionList& out);

// One decision. `plies` may be played on, and a few more, so that all
// candidates play in the same worlds.
template <Plan P>
class GuardedChoice {
 public:
  GuardedChoice(P& plan, Seat seat, int64_t plies, Rng& rng)
      : plan_(plan),
        seat_(seat),
        rng_(rng),
        rollouts_(plan, seat, plies, rng) {}

  // The suggestion, unless another action is clearly better.
  Action Choose(absl::Span<const Action> legal) {
    const World world = rollouts_.NextWorld();
    StartWith(world.state.Suggest(seat_), world.state, legal);
    return Best(world, P::kCaution);
  }

  // The action that seems best, even if it is only a little better than the
  // action that was `played`.
  Action ChooseAgainst(Action played, absl::Span<const Action> legal) {
    const World world = rollouts_.NextWorld();
    StartWith(played, world.state, legal);
    const Action suggestion = world.state.Suggest(seat_);
    if (absl::c_none_of(candidates_, [&](const Candidate& candidate) {
          return candidate.action == suggestion;
        })) {
      candidates_.push_back({suggestion, {}});
    }
    return Best(world, /*caution=*/0);
  }

 private:
  using State = typename P::State;
  using World = typename P::World;
  static constexpr int kWorldsBeforeDropping = 12;

  struct Candidate {
    Action action;
    // To the first candidate.
    PairedDifference gain;
  };

  void StartWith(Action first, const State& state,
                 absl::Span<const Action> legal) {
    ActionList actions;
    plan_.Candidates(state, legal, rng_, actions);
    candidates_ = {{first, {}}};
    for (const Action action : actions) {
      if (action != first) candidates_.push_back({action, {}});
    }
  }

  Action Best(World world, double caution) {
    while (candidates_.size() > 1) {
      Try(world);
      if (rollouts_.spent()) break;
      if (rollouts_.worlds() >= kWorldsBeforeDropping) DropHopeless();
      world = rollouts_.NextWorld();
    }
    return BestSoFar(caution);
  }

  void Try(const World& world) {
    const double first = ShareAfter(world, candidates_[0].action);
    for (size_t i = 1; i < candidates_.size(); ++i) {
      candidates_[i].gain.Add(ShareAfter(world, candidates_[i].action) - first);
    }
  }

  double ShareAfter(const World& world, Action action) {
    return plan_.WinShare(world, rollouts_.After(world, action));
  }

  void DropHopeless() {
    std::erase_if(candidates_, [&](const Candidate& candidate) {
      const PairedDifference& gain = candidate.gain;
      return &candidate != candidates_.data() &&
             gain.mean() + gain.standard_error() <= 0;
    });
  }

  Action BestSoFar(double caution) const {
    Action best = candidates_[0].action;
    double most = 0;
    for (size_t i = 1; i < candidates_.size(); ++i) {
      const PairedDifference& gain = candidates_[i].gain;
      if (gain.mean() <= most) continue;
      if (caution > 0 && gain.mean() < caution * gain.standard_error()) {
        continue;
      }
      best = candidates_[i].action;
      most = gain.mean();
    }
    return best;
  }

  P& plan_;
  const Seat seat_;
  Rng& rng_;
  Rollouts<P> rollouts_;
  std::vector<Candidate> candidates_;
};

// Makes a plan for each decision.
template <Plan P>
class GuardedSearcher final : public Searcher {
 public:
  GuardedSearcher(int seats, const GameOptions& options, int64_t plies)
      : seats_(seats), options_(options), plies_(plies) {}

  Action Choose(Seat seat, absl::Span<const Action> legal,
                const v1::Observation& observation, Rng& rng) override {
    P plan(seats_, options_, seat, observation, rng);
    return GuardedChoice<P>(plan, seat, plies_, rng).Choose(legal);
  }

 private:
  const int seats_;
  const GameOptions options_;
  const int64_t plies_;
};

}  // namespace arena

#endif  // ARENA_SEARCH_GUARDED_H_
