// Makes an AnyState and an entry of the registry from a game's own type.
#ifndef ARENA_GAMES_BASE_GAME_OF_H_
#define ARENA_GAMES_BASE_GAME_OF_H_

#include <memory>
#include <string>

#include "arena/games/base/any_state.h"
#include "arena/games/base/position_of.h"

namespace arena {

// Writes the seat of the observation; nothing for kSpectator.
void NameSeat(Seat seat, v1::Observation& observation);

// OK if the state shows the seat (or kSpectator) exactly this observation;
// INVALID_ARGUMENT names the differences.
absl::Status CheckShows(const StateInterface& state, Seat seat,
                        const v1::Observation& observation);

// Passes the questions of StateInterface on to a state of type S.
template <GameState S>
class StateOf final : public RulesOf<S, StateInterface> {
 public:
  using RulesOf<S, StateInterface>::RulesOf;
  StateOf* NewCopy() const override { return new StateOf(*this); }

  std::string ToString() const override { return this->state_.ToString(); }
  void ObservationFor(Seat seat, v1::Observation& out) const override {
    this->state_.ObservationFor(seat, out);
    NameSeat(seat, out);
  }
  std::string ObservationToString(
      const v1::Observation& observation) const override {
    return S::ObservationToString(observation);
  }
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const override {
    this->state_.EventFor(seat, ply, out);
  }
  void ActionToMessage(Seat seat, Action action,
                       v1::GameAction& out) const override {
    this->state_.ActionToMessage(seat, action, out);
  }
  absl::StatusOr<Action> ActionFromMessage(
      Seat seat, const v1::GameAction& message) const override {
    return this->state_.ActionFromMessage(seat, message);
  }
  void Narrate(const v1::MatchStep& before,
               v1::MatchStep& step) const override {
    S::Narrate(before, step);
  }
};

// Wraps a game's own state.
template <GameState S>
AnyState AnyStateOf(const S& state) {
  return AnyState(std::make_unique<StateOf<S>>(state));
}

// Draws a state from a seat's observation. INVALID_ARGUMENT if the sampler
// refuses the observation, or if the state does not show the seat exactly this
// observation.
template <HasSample S>
absl::StatusOr<S> DrawState(int seats, const GameOptions& options, Seat seat,
                            const v1::Observation& observation, Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(const S state,
                         S::Sample(seats, options, seat, observation, rng));
  ARENA_RETURN_IF_ERROR(CheckShows(StateOf<S>(state), seat, observation));
  return state;
}

// The registry entry of a game.
template <GameState S>
constexpr Game GameOf() {
  Game game = {EntryOf<S, StateOf<S>, AnyState>(), nullptr};
  if constexpr (HasSample<S>) {
    game.sample = [](int seats, const GameOptions& options, Seat seat,
                     const v1::Observation& observation,
                     Rng& rng) -> absl::StatusOr<AnyState> {
      ARENA_ASSIGN_OR_RETURN(
          const S state, DrawState<S>(seats, options, seat, observation, rng));
      return AnyStateOf(state);
    };
  }
  return game;
}

}  // namespace arena

#endif  // ARENA_GAMES_BASE_GAME_OF_H_
