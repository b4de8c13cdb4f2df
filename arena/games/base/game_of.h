// Makes an AnyState and an entry of the registry from a game's own type.
#ifndef ARENA_GAMES_BASE_GAME_OF_H_
#define ARENA_GAMES_BASE_GAME_OF_H_

#include <memory>
#include <string>

#include "arena/games/base/abilities.h"
#include "arena/games/base/any_state.h"

namespace arena {

// Writes the seat of the observation; nothing for kSpectator.
void NameSeat(Seat seat, v1::Observation& observation);

// OK if the state shows the seat (or kSpectator) exactly this observation;
// INVALID_ARGUMENT names the differences.
absl::Status CheckShows(const StateInterface& state, Seat seat,
                        const v1::Observation& observation);

// Passes the questions of StateInterface on to a state of type S.
template <GameState S>
class StateOf final : public StateInterface {
 public:
  explicit StateOf(const S& state) : state_(state) {}

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
    return DrawChance(state_, rng);
  }
  void NumberedOutcomes(ActionList& out) const override {
    if constexpr (HasNumberedOutcomes<S>) {
      state_.NumberedOutcomes(out);
    } else if constexpr (HasChanceWeights<S>) {
      out.clear();
    } else {
      state_.LegalActions(kChance, out);
    }
  }
  Action SampleLegal(Seat seat, Rng& rng) const override {
    return DrawLegal(state_, seat, rng);
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
  uint32_t DenseIndex(Action action) const override {
    return state_.DenseIndex(action);
  }
  Action Substitute(Seat seat) const override {
    return state_.Substitute(seat);
  }
  Action Suggest(Seat seat) const override {
    if constexpr (HasSuggest<S>) {
      return state_.Suggest(seat);
    } else {
      ARENA_CHECK(false, S::kInfo.name, " has no suggestions");
      return 0;
    }
  }
  void Resample(Seat seat, Rng& rng) override {
    if constexpr (HasSampleFor<S>) {
      state_ = state_.SampleFor(seat, rng);
    } else {
      ARENA_CHECK(false, S::kInfo.name, " draws no states for seat ", seat);
    }
  }
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
    NameSeat(seat, out);
  }
  std::string ObservationToString(
      const v1::Observation& observation) const override {
    return S::ObservationToString(observation);
  }
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const override {
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
  void Narrate(const v1::MatchStep& before,
               v1::MatchStep& step) const override {
    S::Narrate(before, step);
  }

 private:
  S state_;
};

template <GameState S>
AnyState::AnyState(const S& state)
    : state_(std::make_unique<StateOf<S>>(state)) {}

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
  static_assert(HasChance<S> || !S::kInfo.chance);
  static_assert(HasAnnouncements<S> || !S::kInfo.announcements);
  static_assert(S::kInfo.max_seats <= kMaxSeats);
  Game game = {};
  game.info = &S::kInfo;
  game.create = [](int seats,
                   const GameOptions& options) -> absl::StatusOr<AnyState> {
    ARENA_ASSIGN_OR_RETURN(const S state, S::Create(seats, options));
    return AnyState(state);
  };
  game.options_in_effect = [](int seats, const GameOptions& options) {
    if constexpr (HasResolve<S>) {
      return S::Resolve(seats, options).values();
    } else {
      return options.values();
    }
  };
  if constexpr (HasSample<S>) {
    game.sample = [](int seats, const GameOptions& options, Seat seat,
                     const v1::Observation& observation,
                     Rng& rng) -> absl::StatusOr<AnyState> {
      ARENA_ASSIGN_OR_RETURN(
          const S state, DrawState<S>(seats, options, seat, observation, rng));
      return AnyState(state);
    };
  }
  game.suggests = HasSuggest<S>;
  game.resamples = HasSampleFor<S>;
  game.from_text = [](const GameOptions& options,
                      absl::string_view text) -> absl::StatusOr<AnyState> {
    if constexpr (HasPositions<S>) {
      ARENA_ASSIGN_OR_RETURN(const S state, S::FromText(options, text));
      return AnyState(state);
    } else {
      return absl::FailedPreconditionError(
          absl::StrCat(S::kInfo.name, " cannot be set up from a position"));
    }
  };
  return game;
}

}  // namespace arena

#endif  // ARENA_GAMES_BASE_GAME_OF_H_
