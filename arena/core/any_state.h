// A state of whichever game, for the engine and the tools.
#ifndef ARENA_CORE_ANY_STATE_H_
#define ARENA_CORE_ANY_STATE_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "arena/core/game.h"
#include "arena/core/playout.h"

namespace arena {

// The questions of the contract in game.h, behind virtual calls. Optional
// duties answer neutrally where a game has none.
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
  virtual Action SampleChance(Rng& rng) const = 0;
  virtual int DealIndex() const = 0;
  virtual bool TurnGoesOn() const = 0;
  virtual SeatScores Returns() const = 0;
  virtual SeatRanks Ranks() const = 0;
  virtual absl::string_view EndReason() const = 0;
  virtual int TeamOf(Seat seat) const = 0;
  virtual Action Substitute(Seat seat) const = 0;
  virtual Action Suggest(Seat seat) const = 0;
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
                        v1::Event& out) const = 0;
  virtual void ActionToMessage(Seat seat, Action action,
                               v1::GameAction& out) const = 0;
  virtual absl::StatusOr<Action> ActionFromMessage(
      Seat seat, const v1::GameAction& message) const = 0;
};

// A value: copies are independent.
class AnyState {
 public:
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
  absl::StatusOr<AnyState> (*sample)(int seats, const GameOptions& options,
                                     Seat seat,
                                     const v1::Observation& observation,
                                     Rng& rng);
  // FAILED_PRECONDITION for a game without positions.
  absl::StatusOr<AnyState> (*from_text)(const GameOptions& options,
                                        absl::string_view text);
};

// ---- Implementation ----

template <GameState S>
class StateOf final : public StateInterface {
 public:
  explicit StateOf(const S& state) : state_(state) {
    static_assert(HasChance<S> || !S::kInfo.chance);
    static_assert(HasAnnouncements<S> || !S::kInfo.announcements);
  }

  std::unique_ptr<StateInterface> Clone() const override {
    return std::make_unique<StateOf>(*this);
  }
  bool Equals(const StateInterface& other) const override {
    const auto* same = dynamic_cast<const StateOf*>(&other);
    return same != nullptr && same->state_ == state_;
  }
  const GameInfo& info() const override { return S::kInfo; }
  Node node() const override { return state_.node(); }
  SeatSet ToAct() const override { return state_.ToAct(); }
  void LegalActions(Seat seat, ActionList& out) const override {
    state_.LegalActions(seat, out);
  }
  void Announcements(Seat seat, ActionList& out) const override {
    if constexpr (HasAnnouncements<S>) {
      state_.Announcements(seat, out);
    } else {
      out.clear();
    }
  }
  void Apply(absl::Span<const SeatAction> ply) override { state_.Apply(ply); }
  Action SampleChance(Rng& rng) const override {
    if constexpr (HasChance<S>) {
      return state_.SampleChance(rng);
    } else {
      ARENA_CHECK(false, S::kInfo.name, " has no chance nodes");
      return 0;
    }
  }
  int DealIndex() const override {
    if constexpr (HasChance<S>) {
      return state_.DealIndex();
    } else {
      return 0;
    }
  }
  bool TurnGoesOn() const override {
    if constexpr (HasTurns<S>) {
      return state_.TurnGoesOn();
    } else {
      return false;
    }
  }
  SeatScores Returns() const override { return state_.Returns(); }
  SeatRanks Ranks() const override { return state_.Ranks(); }
  absl::string_view EndReason() const override { return state_.EndReason(); }
  int TeamOf(Seat seat) const override { return state_.TeamOf(seat); }
  Action Substitute(Seat seat) const override {
    return state_.Substitute(seat);
  }
  Action Suggest(Seat seat) const override { return state_.Suggest(seat); }
  int PlayOut(Rng& rng) override { return arena::PlayOut(state_, rng); }
  std::string ToString() const override { return state_.ToString(); }
  std::string ActionToString(Seat seat, Action action) const override {
    return state_.ActionToString(seat, action);
  }
  absl::StatusOr<Action> ParseAction(Seat seat,
                                     absl::string_view text) const override {
    return state_.ParseAction(seat, text);
  }
  void ObservationFor(Seat seat, v1::Observation& out) const override {
    state_.ObservationFor(seat, out);
  }
  std::string ObservationToString(
      const v1::Observation& observation) const override {
    return S::ObservationToString(observation);
  }
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::Event& out) const override {
    state_.EventFor(seat, ply, out);
  }
  void ActionToMessage(Seat seat, Action action,
                       v1::GameAction& out) const override {
    state_.ActionToMessage(seat, action, out);
  }
  absl::StatusOr<Action> ActionFromMessage(
      Seat seat, const v1::GameAction& message) const override {
    return state_.ActionFromMessage(seat, message);
  }

 private:
  S state_;
};

template <GameState S>
AnyState::AnyState(const S& state)
    : state_(std::make_unique<StateOf<S>>(state)) {}

// The registry entry of a game.
template <GameState S>
constexpr Game GameOf() {
  return Game{
      &S::kInfo,
      [](int seats, const GameOptions& options) -> absl::StatusOr<AnyState> {
        ARENA_ASSIGN_OR_RETURN(const S state, S::Create(seats, options));
        return AnyState(state);
      },
      [](int seats, const GameOptions& options, Seat seat,
         const v1::Observation& observation,
         Rng& rng) -> absl::StatusOr<AnyState> {
        ARENA_ASSIGN_OR_RETURN(
            const S state, S::Sample(seats, options, seat, observation, rng));
        return AnyState(state);
      },
      [](const GameOptions& options,
         absl::string_view text) -> absl::StatusOr<AnyState> {
        if constexpr (HasPositions<S>) {
          ARENA_ASSIGN_OR_RETURN(const S state, S::FromText(options, text));
          return AnyState(state);
        } else {
          return absl::FailedPreconditionError(
              absl::StrCat(S::kInfo.name, " cannot be set up from a position"));
        }
      }};
}

}  // namespace arena

#endif  // ARENA_CORE_ANY_STATE_H_
