// Makes an AnyPosition from a game's own type.
#ifndef ARENA_GAMES_BASE_POSITION_OF_H_
#define ARENA_GAMES_BASE_POSITION_OF_H_

#include <map>
#include <memory>
#include <string>

#include "arena/core/check.h"
#include "arena/games/base/abilities.h"
#include "arena/games/base/any_position.h"
#include "arena/games/base/playout.h"

namespace arena {

// Passes the questions of PositionInterface on to a state of type S. Interface
// is PositionInterface, or derived from it.
template <GameState S, typename Interface>
class RulesOf : public Interface {
 public:
  explicit RulesOf(const S& state) : state_(state) {}

  const S& state() const { return state_; }

  bool Equals(const PositionInterface& other) const override {
    const auto* same = dynamic_cast<const RulesOf*>(&other);
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
  ActKind KindOfAct(Seat seat, Action action) const override {
    if constexpr (HasKinds<S>) return state_.KindOfAct(seat, action);
    return {"action", ""};
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
  std::string ActionToString(Seat seat, Action action) const override {
    return state_.ActionToString(seat, action);
  }
  absl::StatusOr<Action> ParseAction(Seat seat,
                                     absl::string_view text) const override {
    return state_.ParseAction(seat, text);
  }

 protected:
  S state_;
};

// The game's own state; null for null. Requires: a state of that game.
template <GameState S, typename Interface>
const S* StateIn(const Interface* state) {
  if (state == nullptr) return nullptr;
  return &dynamic_cast<const RulesOf<S, Interface>&>(*state).state();
}

template <GameState S>
class PositionOf final : public RulesOf<S, PositionInterface> {
 public:
  using RulesOf<S, PositionInterface>::RulesOf;
  PositionOf* NewCopy() const override { return new PositionOf(*this); }
};

// The entry of a game; States is PositionOf<S>, or StateOf<S> (game_of.h).
template <GameState S, typename States, typename Any>
constexpr GameEntry<Any> EntryOf() {
  static_assert(HasChance<S> || !S::kInfo.chance);
  static_assert(HasAnnouncements<S> || !S::kInfo.announcements);
  static_assert(S::kInfo.max_seats <= kMaxSeats);
  GameEntry<Any> game = {};
  game.info = &S::kInfo;
  game.create = [](int seats,
                   const GameOptions& options) -> absl::StatusOr<Any> {
    ARENA_ASSIGN_OR_RETURN(const S state, S::Create(seats, options));
    return Any(std::make_unique<States>(state));
  };
  game.options_in_effect = [](int seats, const GameOptions& options) {
    if constexpr (HasResolve<S>) {
      return S::Resolve(seats, options).values();
    } else {
      return options.values();
    }
  };
  game.suggests = HasSuggest<S>;
  game.resamples = HasSampleFor<S>;
  game.from_text = [](const GameOptions& options,
                      absl::string_view text) -> absl::StatusOr<Any> {
    if constexpr (HasPositions<S>) {
      ARENA_ASSIGN_OR_RETURN(const S state, S::FromText(options, text));
      return Any(std::make_unique<States>(state));
    } else {
      return absl::FailedPreconditionError(
          absl::StrCat(S::kInfo.name, " cannot be set up from a position"));
    }
  };
  return game;
}

// The entry of a game whose messages are not needed.
template <GameState S>
constexpr GameEntry<AnyPosition> RulesEntryOf() {
  return EntryOf<S, PositionOf<S>, AnyPosition>();
}

}  // namespace arena

#endif  // ARENA_GAMES_BASE_POSITION_OF_H_
