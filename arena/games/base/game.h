// The contract of a game.
#ifndef ARENA_GAMES_BASE_GAME_H_
#define ARENA_GAMES_BASE_GAME_H_

#include <concepts>
#include <string>
#include <type_traits>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/base/action.h"
#include "arena/games/base/options.h"

namespace arena::v1 {
class PlyEvent;
class GameAction;
class Observation;
class MatchStep;
}  // namespace arena::v1

namespace arena {

// The kind of the next event in a state.
enum class Node { kDecision, kChance, kTerminal };

// The constant facts of a game.
struct GameInfo {
  const char* name;     // snake_case, as in folders, protocol and flags
  const char* summary;  // one line for people
  int rules_version;    // raise when an old record would play differently
  int min_seats;
  int max_seats;  // every number between is possible
  int default_seats;
  int max_plies;       // no match has more, whatever the options
  int action_space;    // DenseIndex is below this, whatever the options
  bool chance;         // has chance nodes
  bool simultaneous;   // several seats may owe a choice at once
  bool announcements;  // seats may act out of order
  bool hidden;         // seats have secrets from each other
  absl::Span<const OptionSpec> options;
};

inline constexpr size_t kMaxStateBytes = 4096;

// A game is a value type that satisfies this concept. All hidden information is
// in the state; nothing of it leaves through the functions that take a seat or
// an observation. Rules are in <game>.cc, code about protobuf and text of
// observations in <game>_view.cc, sentences in <game>_narration.cc.
template <typename S>
concept GameState =
    std::is_trivially_copyable_v<S> && std::equality_comparable<S> &&
    sizeof(S) <= kMaxStateBytes&& requires(
                     const S& state, S& mutable_state, Seat seat, Action action,
                     ActionList& actions, absl::Span<const SeatAction> ply,
                     absl::string_view text, const GameOptions& options,
                     v1::Observation& observation, v1::PlyEvent& event,
                     v1::GameAction& message, const v1::MatchStep& before,
                     v1::MatchStep& step) {
  // ---- Facts and creation ----
  { S::kInfo } -> std::convertible_to<const GameInfo&>;
  // INVALID_ARGUMENT if seats and options do not go together.
  { S::Create(int{}, options) } -> std::same_as<absl::StatusOr<S>>;

  // ---- What comes next ----
  { state.node() } -> std::same_as<Node>;
  // The seats that owe one action each. Empty unless the node is a decision.
  { state.ToAct() } -> std::same_as<SeatSet>;
  // Clears and fills the list, ascending. At a chance node, seat is kChance.
  { state.LegalActions(seat, actions) } -> std::same_as<void>;
  // Requires: one legal action per seat of ToAct, ascending by seat; or one
  // legal announcement; or one chance outcome.
  { mutable_state.Apply(ply) } -> std::same_as<void>;

  // ---- Results ----
  // In the game's points; before the end, the points so far.
  { state.Returns() } -> std::same_as<SeatScores>;
  // Requires: terminal. Ranks, not returns, decide who won.
  { state.Ranks() } -> std::same_as<SeatRanks>;
  // Requires: terminal. In the game's words, e.g. "home-row".
  { state.EndReason() } -> std::same_as<absl::string_view>;
  // Seats of one team win together.
  { state.TeamOf(seat) } -> std::same_as<int>;

  // ---- Numbers: of an action or announcement among all that the game has ----
  // It follows from the text alone; possible ones have different numbers.
  { state.DenseIndex(action) } -> std::same_as<uint32_t>;

  // ---- Substitutes: played for a failed bot. Requires: seat in ToAct ----
  { state.Substitute(seat) } -> std::same_as<Action>;

  // ---- Text ----
  // The whole position with its secrets, for logs of finished matches.
  { state.ToString() } -> std::same_as<std::string>;
  { state.ActionToString(seat, action) } -> std::same_as<std::string>;
  // Reads what it writes; the action need not be legal. Or INVALID_ARGUMENT.
  { state.ParseAction(seat, text) } -> std::same_as<absl::StatusOr<Action>>;

  // ---- View: what a seat may know ----
  // Fills all that the seat (or kSpectator) may know, by listing it, but for
  // Observation.seat, which AnyState writes.
  { state.ObservationFor(seat, observation) } -> std::same_as<void>;
  // The observation as people read it.
  { S::ObservationToString(observation) } -> std::same_as<std::string>;
  // Fills the part of a ply, about to be applied, that the seat (or kSpectator)
  // sees. The part is empty for an announcement that the seat may not know of.
  // Everybody sees that any other ply is made.
  { state.EventFor(seat, ply, event) } -> std::same_as<void>;
  { state.ActionToMessage(seat, action, message) } -> std::same_as<void>;
  // INVALID_ARGUMENT if the message names no action of this game.
  {
    state.ActionFromMessage(seat, message)
    } -> std::same_as<absl::StatusOr<Action>>;

  // ---- Narration: what a viewer is told (<game>_narration.cc) ----
  // Fills deal, trick, effects and marks of a step, place and sentence of its
  // acts, from what one viewer saw and nothing else: observations of the step
  // before (none at first; the table's: each seat's), events and what follows.
  { S::Narrate(before, step) } -> std::same_as<void>;
};

// ---- Duties that kInfo declares ----

template <typename S>
concept HasChance = requires(const S& state) {
  // The number of the deal that the pending outcome belongs to, from 0. Each
  // deal has its own random streams (see Rng).
  { state.DealIndex() } -> std::same_as<int>;
};
template <typename S>
concept HasAnnouncements = requires(const S& state, Seat seat,
                                    ActionList& actions) {
  // Clears the list and fills in what the seat may announce now, ascending.
  // None of it is among the seat's legal actions.
  { state.Announcements(seat, actions) } -> std::same_as<void>;
};

}  // namespace arena

#endif  // ARENA_GAMES_BASE_GAME_H_
