// A state of any game, for the engine and the tools.
#ifndef ARENA_GAMES_BASE_ANY_STATE_H_
#define ARENA_GAMES_BASE_ANY_STATE_H_

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "arena/games/base/game.h"
#include "arena/games/base/playout.h"

namespace arena {

// The questions of the contract in game.h, behind virtual calls. If a game
// lacks an optional function, the answer is neutral.
class StateInterface {
 public:
  virtual ~StateInterface() = default;
  virtual std::unique_ptr<StateInterface> Clone() const = 0;
  virtual bool Equals(const StateInterface& other) const = 0;

  virtual const GameInfo& info() const = 0;
  virtual Node node() const = 0;
  virtual SeatSet ToAct() const = 0;
  virtual void LegalActions(Seat seat, ActionList& out) const = 0;
  virtual void Announcements(Seat seat, ActionList& out) const = 0;
  virtual void Apply(absl::Span<const SeatAction> ply) = 0;
  // Draws an outcome by its probability.
  virtual Action SampleChance(Rng& rng) const = 0;
  // The outcome that SampleChance returns for each number of one rng.Below(size
  // of the list); empty if SampleChance draws in another way.
  virtual void NumberedOutcomes(ActionList& out) const = 0;
  // Draws a legal action; all are equally likely.
  virtual Action SampleLegal(Seat seat, Rng& rng) const = 0;
  virtual int DealIndex() const = 0;
  virtual bool TurnGoesOn() const = 0;
  virtual SeatScores Returns() const = 0;
  virtual SeatRanks Ranks() const = 0;
  virtual absl::string_view EndReason() const = 0;
  virtual int TeamOf(Seat seat) const = 0;
  virtual uint32_t DenseIndex(Action action) const = 0;
  virtual Action Substitute(Seat seat) const = 0;
  // Requires: Game::suggests.
  virtual Action Suggest(Seat seat) const = 0;
  // Becomes a state that is possible for what the seat knows, drawn as
  // SampleFor (see abilities.h) draws it. Requires: Game::resamples.
  virtual void Resample(Seat seat, Rng& rng) = 0;
  // One virtual call for a whole random match (see playout.h).
  virtual int PlayOut(Rng& rng) = 0;
  virtual std::string ToString() const = 0;
  virtual std::string ActionToString(Seat seat, Action action) const = 0;
  virtual absl::StatusOr<Action> ParseAction(Seat seat,
                                             absl::string_view text) const = 0;
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

// A value: copies are independent.
class AnyState {
 public:
  // Wraps a game's own state. Defined in game_of.h.
  template <GameState S>
  explicit AnyState(const S& state);
  AnyState(const AnyState& other) : state_(other.state_->Clone()) {}
  AnyState& operator=(const AnyState& other) {
    state_ = other.state_->Clone();
    return *this;
  }
  AnyState(AnyState&&) = default;
  AnyState& operator=(AnyState&&) = default;

  StateInterface* operator->() { return state_.get(); }
  const StateInterface* operator->() const { return state_.get(); }
  friend bool operator==(const AnyState& a, const AnyState& b) {
    return a.state_->Equals(*b.state_);
  }

 private:
  std::unique_ptr<StateInterface> state_;
};

// A game as the registry lists it: its facts and how its states are made.
struct Game {
  const GameInfo* info;
  absl::StatusOr<AnyState> (*create)(int seats, const GameOptions& options);
  // Every option by name, with the value that it has in a match. Requires:
  // seats and options go together.
  std::map<std::string, std::string> (*options_in_effect)(
      int seats, const GameOptions& options);
  // Draws a full state that shows the seat exactly this observation;
  // INVALID_ARGUMENT if that fails. Null for a game that cannot sample.
  absl::StatusOr<AnyState> (*sample)(int seats, const GameOptions& options,
                                     Seat seat,
                                     const v1::Observation& observation,
                                     Rng& rng);
  // Whether states have suggestions, and whether they can be resampled.
  bool suggests;
  bool resamples;
  // FAILED_PRECONDITION for a game without positions.
  absl::StatusOr<AnyState> (*from_text)(const GameOptions& options,
                                        absl::string_view text);

  // Whether there is a greedy player, which asks for a suggestion in a state
  // sampled from its observation.
  bool has_greedy() const { return sample != nullptr && suggests; }
};

}  // namespace arena

#endif  // ARENA_GAMES_BASE_ANY_STATE_H_
