// A state of any game, for the engine and the tools.
#ifndef ARENA_GAMES_BASE_ANY_STATE_H_
#define ARENA_GAMES_BASE_ANY_STATE_H_

#include <string>

#include "arena/games/base/any_position.h"

namespace arena {

// The rules, and the contract's questions about texts and messages.
class StateInterface : public PositionInterface {
 public:
  StateInterface* NewCopy() const override = 0;

  virtual std::string ToString() const = 0;
  virtual void ObservationFor(Seat seat, v1::Observation& out) const = 0;
  virtual std::string ObservationToString(
      const v1::Observation& observation) const = 0;
  virtual void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                        v1::PlyEvent& out) const = 0;
  virtual void ActionToMessage(Seat seat, Action action,
                               v1::GameAction& out) const = 0;
  virtual absl::StatusOr<Action> ActionFromMessage(
      Seat seat, const v1::GameAction& message) const = 0;
  // Depends on the game, not on the state.
  virtual void Narrate(const v1::MatchStep& before,
                       v1::MatchStep& step) const = 0;
};

using AnyState = AnyOf<StateInterface>;

// A game as the registry lists it.
struct Game : GameEntry<AnyState> {
  // Draws a full state that shows the seat exactly this observation;
  // INVALID_ARGUMENT if that fails. Null for a game that cannot sample.
  absl::StatusOr<AnyState> (*sample)(int seats, const GameOptions& options,
                                     Seat seat,
                                     const v1::Observation& observation,
                                     Rng& rng);

  // Whether there is a greedy player, which asks for a suggestion in a state
  // sampled from its observation.
  bool has_greedy() const { return sample != nullptr && suggests; }
};

}  // namespace arena

#endif  // ARENA_GAMES_BASE_ANY_STATE_H_
