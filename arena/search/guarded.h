// Guarded improvement: a game's suggestion is played, unless another action is
// clearly better in worlds that are possible for the seat.
#ifndef ARENA_SEARCH_GUARDED_H_
#define ARENA_SEARCH_GUARDED_H_

#include <concepts>
#include <cstdint>
#include <vector>

#include "arena/games/base/playout.h"
#include "arena/search/paired_difference.h"
#include "arena/search/searcher.h"

namespace arena {

// What a game brings to the search. A plan is made for one decision.
template <typename P>
concept Plan = requires(P& plan, const typename P::State& state, Seat seat,
                        const typename P::World& world, ActionList& actions,
                        absl::Span<const Action> legal, Rng& rng) {
  // A possible `state`, with whatever else is drawn for all candidates.
  { world.state } -> std::convertible_to<const typename P::State&>;
  { plan.DrawWorld(rng) } -> std::same_as<typename P::World>;
  // Clears and fills the list with legal actions that are worth a try.
  { plan.Candidates(state, legal, rng, actions) } -> std::same_as<void>;
  // The action of a seat when a world is played on.
  { plan.Reply(state, seat, rng) } -> std::same_as<Action>;
  // The chance of the searching seat to win the match, given that the deal of
  // this world ends in that state; a part of a win that is shared.
  { plan.WinShare(world, state) } -> std::same_as<double>;
  // The standard errors by which an action must be better than the suggestion.
  { P::kCaution } -> std::convertible_to<double>;
  // The cost of drawing a world, in plies.
  { P::kPliesOfWorld } -> std::convertible_to<int>;
};

// Adds the legal actions to an empty list: all, or `most` drawn at random.
void AddSome(absl::Span<const Action> legal, int most, Rng& rng,
             ActionList& out);

// One decision.
template <Plan P>
class GuardedChoice {
 public:
  using State = typename P::State;
  using World = typename P::World;

  // `plies` may be played on, and a few more, so that all candidates play in
  // the same worlds.
  GuardedChoice(P& plan, Seat seat, int64_t plies, Rng& rng)
      : plan_(plan), seat_(seat), plies_(plies), rng_(rng), chance_(Split()) {}

  Action Choose(absl::Span<const Action> legal) {
    World world = plan_.DrawWorld(rng_);
    StartWith(world.state, legal);
    for (int worlds = 1; candidates_.size() > 1; ++worlds) {
      // The same chance for all candidates.
      chance_.Seek(static_cast<uint32_t>(worlds), 0);
      Try(world);
      if (plies_ <= 0) break;
      if (worlds >= kWorldsBeforeDropping) DropHopeless();
      world = plan_.DrawWorld(rng_);
    }
    return Best();
  }

 private:
  static constexpr int kWorldsBeforeDropping = 12;

  struct Candidate {
    Action action;
    // To the suggestion.
    PairedDifference gain;
  };

  // A generator of its own for chance.
  Rng Split() {
    Seed seed;
    for (uint8_t& byte : seed) byte = static_cast<uint8_t>(rng_.Below(256));
    return Rng(seed);
  }

  // The suggestion stays the first candidate.
  void StartWith(const State& state, absl::Span<const Action> legal) {
    ActionList actions;
    plan_.Candidates(state, legal, rng_, actions);
    candidates_ = {{state.Suggest(seat_), {}}};
    for (const Action action : actions) {
      if (action != candidates_[0].action) candidates_.push_back({action, {}});
    }
  }

  void Try(const World& world) {
    plies_ -= P::kPliesOfWorld;
    const double suggested = PlayOn(world, candidates_[0].action);
    for (size_t i = 1; i < candidates_.size(); ++i) {
      candidates_[i].gain.Add(PlayOn(world, candidates_[i].action) - suggested);
    }
  }

  // Plays the deal of a world to its end. Returns the win share.
  double PlayOn(const World& world, Action action) {
    State state = world.state;
    Rng rng = chance_;
    Ply ply;
    for (const Seat seat : state.ToAct()) {
      ply.push_back(
          {seat, seat == seat_ ? action : plan_.Reply(state, seat, rng)});
    }
    state.Apply(ply);
    --plies_;
    while (state.node() != Node::kTerminal &&
           state.DealIndex() == world.state.DealIndex()) {
      ply.clear();
      if (state.node() == Node::kChance) {
        ply.push_back({kChance, DrawChance(state, rng)});
      }
      for (const Seat seat : state.ToAct()) {
        ply.push_back({seat, plan_.Reply(state, seat, rng)});
      }
      state.Apply(ply);
      --plies_;
    }
    return plan_.WinShare(world, state);
  }

  void DropHopeless() {
    std::erase_if(candidates_, [&](const Candidate& candidate) {
      const PairedDifference& gain = candidate.gain;
      return &candidate != candidates_.data() &&
             gain.mean() + gain.standard_error() <= 0;
    });
  }

  Action Best() const {
    Action best = candidates_[0].action;
    double most = 0;
    for (size_t i = 1; i < candidates_.size(); ++i) {
      const PairedDifference& gain = candidates_[i].gain;
      if (gain.mean() <= most ||
          gain.mean() < P::kCaution * gain.standard_error()) {
        continue;
      }
      best = candidates_[i].action;
      most = gain.mean();
    }
    return best;
  }

  P& plan_;
  const Seat seat_;
  int64_t plies_;
  Rng& rng_;
  Rng chance_;
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
