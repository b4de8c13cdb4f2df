// Optional abilities of a game, in addition to its contract.
#ifndef ARENA_GAMES_BASE_ABILITIES_H_
#define ARENA_GAMES_BASE_ABILITIES_H_

#include <concepts>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/games/base/game.h"

namespace arena {

// ---- Chance ----

// The outcomes of chance are not all equally likely.
template <typename S>
concept HasChanceWeights = requires(const S& state, ChanceWeights& weights) {
  // Clears and fills the weights of LegalActions(kChance), in their order: none
  // 0, their sum below 2^32. A probability is the weight divided by the sum.
  { state.WeighChance(weights) } -> std::same_as<void>;
};
// The game draws outcomes of chance itself: that is quicker than listing them,
// or one outcome takes several draws. Its README says how a number becomes an
// outcome, unless it is the place in the list.
template <typename S>
concept HasSampleChance = requires(const S& state, Rng& rng) {
  // One of LegalActions(kChance), with its probability.
  { state.SampleChance(rng) } -> std::same_as<Action>;
};
// SampleChance takes one number below n, which does not stand for the place in
// LegalActions(kChance): some outcomes have several numbers.
template <typename S>
concept HasNumberedOutcomes = requires(const S& state, ActionList& outcomes) {
  // Clears and fills the list with the outcome of each number, so that
  // SampleChance is outcomes[rng.Below(n)], where n is the size of the list. An
  // outcome may be there several times, as a card with copies. Leaves the list
  // empty where a draw takes several numbers.
  { state.NumberedOutcomes(outcomes) } -> std::same_as<void>;
};

// ---- Others ----

// The meaning of some values depends on other options or the number of seats.
template <typename S>
concept HasResolve = requires(const GameOptions& options) {
  // The same options with such values replaced by their meanings. Create makes
  // the same state of them. Requires: options and seats go together.
  { S::Resolve(int{}, options) } -> std::same_as<GameOptions>;
};
// The game can draw a legal action without listing them all.
template <typename S>
concept HasSampleLegal = requires(const S& state, Seat seat, Rng& rng) {
  // One of LegalActions(seat), each equally likely. Requires: seat in ToAct.
  { state.SampleLegal(seat, rng) } -> std::same_as<Action>;
};
// The game can draw a state that is possible for a seat.
template <typename S>
concept HasSampleFor = requires(const S& state, Seat seat, Rng& rng) {
  // A state that may be the true one, as far as the seat knows: it shows the
  // seat the same observation. With the same generator, Sample draws the same
  // state from that observation. Requires: a seat of the match; not terminal.
  { state.SampleFor(seat, rng) } -> std::same_as<S>;
};
// The game can draw a full state from an observation.
template <typename S>
concept HasSample = requires(const GameOptions& options, Seat seat,
                             const v1::Observation& observation, Rng& rng) {
  // A state that may be the true one. INVALID_ARGUMENT if the observation
  // cannot be read. DrawState (game_of.h) checks that the state shows exactly
  // this observation.
  {
    S::Sample(int{}, options, seat, observation, rng)
    } -> std::same_as<absl::StatusOr<S>>;
};
// The game knows a plausible action. With Sample it has a greedy player.
template <typename S>
concept HasSuggest = requires(const S& state, Seat seat) {
  // Must also work in a sampled state. Requires: seat in ToAct.
  { state.Suggest(seat) } -> std::same_as<Action>;
};
// The game can be set up from a position in its notation.
template <typename S>
concept HasPositions = requires(const GameOptions& options,
                                absl::string_view text) {
  { S::FromText(options, text) } -> std::same_as<absl::StatusOr<S>>;
};
// The game sorts the acts of seats, for sums over many of them.
template <typename S>
concept HasKinds = requires(const S& state, Seat seat, Action action) {
  // The kind of an act that is about to be made, at the table.
  { state.KindOfAct(seat, action) } -> std::same_as<ActKind>;
};
// One turn of a seat may be several decisions; perft counts complete turns.
template <typename S>
concept HasTurns = requires(const S& state) {
  // Whether the next decision continues the turn of the last one.
  { state.TurnGoesOn() } -> std::same_as<bool>;
};

}  // namespace arena

#endif  // ARENA_GAMES_BASE_ABILITIES_H_
