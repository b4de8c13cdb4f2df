// Plays the deals of possible worlds to their ends.
#ifndef ARENA_SEARCH_ROLLOUTS_H_
#define ARENA_SEARCH_ROLLOUTS_H_

#include <concepts>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/base/playout.h"

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
  // The seat's points in that state, in the game's points.
  { plan.PointsIn(state) } -> std::same_as<double>;
  // The standard errors by which an action must be better than the suggestion.
  { P::kCaution } -> std::convertible_to<double>;
  // The cost of drawing a world, in plies.
  { P::kPliesOfWorld } -> std::convertible_to<int>;
};

// The deals of worlds, played to their ends. `plies` may be played on.
template <Plan P>
class Rollouts {
 public:
  using State = typename P::State;
  using World = typename P::World;

  Rollouts(P& plan, Seat seat, int64_t plies, Rng& rng)
      : plan_(plan), seat_(seat), plies_(plies), rng_(rng), chance_(Split()) {}

  bool spent() const { return plies_ <= 0; }
  int worlds() const { return static_cast<int>(worlds_); }

  // All actions meet the same chance in it.
  World NextWorld() {
    plies_ -= P::kPliesOfWorld;
    chance_.Seek(++worlds_, 0);
    return plan_.DrawWorld(rng_);
  }

  // The state in which the deal of the newest world ends after that action.
  State After(const World& world, Action action) {
    Rng rng = chance_;
    State state = world.state;
    Make(NextPly(state, rng, action), state);
    PlayOn(world, rng, state);
    return state;
  }

  // The same after an announcement, or without it.
  State AfterAnnouncement(const World& world, std::optional<Action> action) {
    Rng rng = chance_;
    State state = world.state;
    if (action.has_value()) Make({{seat_, *action}}, state);
    PlayOn(world, rng, state);
    return state;
  }

 private:
  // A generator of its own for chance.
  Rng Split() {
    Seed seed;
    for (uint8_t& byte : seed) byte = static_cast<uint8_t>(rng_.Below(256));
    return Rng(seed);
  }

  // `action` is the choice of the searching seat, if it is given.
  Ply NextPly(const State& state, Rng& rng, std::optional<Action> action) {
    Ply ply;
    if (state.node() == Node::kChance) {
      ply.push_back({kChance, DrawChance(state, rng)});
    }
    for (const Seat seat : state.ToAct()) {
      const bool given = seat == seat_ && action.has_value();
      ply.push_back({seat, given ? *action : plan_.Reply(state, seat, rng)});
    }
    return ply;
  }

  void Make(const Ply& ply, State& state) {
    state.Apply(ply);
    --plies_;
  }

  void PlayOn(const World& world, Rng& rng, State& state) {
    while (state.node() != Node::kTerminal &&
           state.DealIndex() == world.state.DealIndex()) {
      Make(NextPly(state, rng, std::nullopt), state);
    }
  }

  P& plan_;
  const Seat seat_;
  int64_t plies_;
  Rng& rng_;
  Rng chance_;
  uint32_t worlds_ = 0;
};

}  // namespace arena

#endif  // ARENA_SEARCH_ROLLOUTS_H_
