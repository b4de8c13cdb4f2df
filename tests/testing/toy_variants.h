// Variants of the toy, each with one difference.
#ifndef TESTS_TESTING_TOY_VARIANTS_H_
#define TESTS_TESTING_TOY_VARIANTS_H_

#include "arena/games/base/game_of.h"
#include "tests/testing/toy_game.h"

namespace arena::toy {

// The base of a variant: makes states of the variant where the toy makes its
// own states. Derive as in `class X : public VariantOf<X>`.
template <typename Variant>
class VariantOf : public State {
 public:
  VariantOf() = default;
  explicit VariantOf(const State& state) : State(state) {}

  static absl::StatusOr<Variant> Create(int seats, const GameOptions& options) {
    return From(State::Create(seats, options));
  }
  static absl::StatusOr<Variant> FromText(const GameOptions& options,
                                          absl::string_view text) {
    return From(State::FromText(options, text));
  }
  static absl::StatusOr<Variant> Sample(int seats, const GameOptions& options,
                                        Seat seat,
                                        const v1::Observation& observation,
                                        Rng& rng) {
    return From(State::Sample(seats, options, seat, observation, rng));
  }

 private:
  static absl::StatusOr<Variant> From(const absl::StatusOr<State>& state) {
    if (!state.ok()) return state.status();
    return Variant(*state);
  }
};

// The toy without the functions that a game need not have.
class PlainState : public VariantOf<PlainState> {
 public:
  using VariantOf::VariantOf;
  template <typename... Args>
  static void Sample(Args&&...) = delete;
  Action Suggest(Seat) const = delete;
  Action SampleChance(Rng&) const = delete;
};
static_assert(GameState<PlainState> && !HasSample<PlainState> &&
              !HasSampleFor<PlainState> && !HasSuggest<PlainState> &&
              !HasSampleChance<PlainState>);

// Card c is dealt c + 1 times as often as card 0.
class WeightedState : public VariantOf<WeightedState> {
 public:
  using VariantOf::VariantOf;
  Action SampleChance(Rng&) const = delete;
  void WeighChance(ChanceWeights& weights) const {
    ActionList cards;
    LegalActions(kChance, cards);
    weights.clear();
    for (const Action card : cards) weights.push_back(card + 1);
  }
};
static_assert(HasChanceWeights<WeightedState>);

// Only one seat may say contra in a match.
class OneContraState : public VariantOf<OneContraState> {
 public:
  using VariantOf::VariantOf;
  void Announcements(Seat seat, ActionList& out) const {
    for (Seat other = 0; other < seats(); ++other) {
      State::Announcements(other, out);
      if (out.empty()) return;
    }
    State::Announcements(seat, out);
  }
};
static_assert(HasAnnouncements<OneContraState>);

// The variant as the registry would list it.
template <typename Variant>
const Game& VariantGame() {
  static constexpr Game kGame = GameOf<Variant>();
  return kGame;
}

}  // namespace arena::toy

#endif  // TESTS_TESTING_TOY_VARIANTS_H_
