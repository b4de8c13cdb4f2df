// The player of a seat, as the match engine sees it.
#ifndef ARENA_MATCH_PLAYER_H_
#define ARENA_MATCH_PLAYER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"
#include "arena/match/response.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/observation.pb.h"

namespace arena {

// The receiving end of a seat's messages: a bot's session, or a built-in
// player behind an adapter.
class Player {
 public:
  virtual ~Player() = default;
  // Returns at once: true if the transport has taken the message, false if the
  // message waits. A prompt that waited must be reported to
  // MatchRunner::HandedOver. The answer comes back through the runner, later
  // and from any thread. Called on the strand of the match.
  virtual bool Deliver(Response message) = 0;
};

// Asks a built-in player to choose one of the legal actions.
struct Question {
  Seat seat;
  uint32_t decision;
  // Ascending, at least one.
  absl::Span<const Action> legal;
  // Filled only if wants_observation().
  v1::Observation observation;
};

// A player that is part of the arena. It learns no more than a bot.
class BuiltInPlayer {
 public:
  virtual ~BuiltInPlayer() = default;
  // Whether a choice takes milliseconds, so that it must not hold up a thread
  // of other matches.
  virtual bool is_slow() const { return false; }
  // Whether it needs Question::observation.
  virtual bool wants_observation() const { return false; }
  // One of the legal actions.
  virtual Action Choose(const Question& question) = 0;
};

// "first", "greedy", "random", "search-1", "search-2", "search-3".
absl::Span<const absl::string_view> BuiltInNames();
// The same as text, separated by ", ".
std::string BuiltInList();

// INVALID_ARGUMENT unless the specification names a bot or a built-in player.
// `field` names its place in the request.
absl::Status CheckSeatSpec(absl::string_view field, const v1::SeatSpec& seat);
// INVALID_ARGUMENT also if the game does not have that built-in player.
absl::Status CheckSeatSpec(absl::string_view field, const v1::SeatSpec& seat,
                           const Game& game);

// The name of the bot or built-in player; empty if the specification has none.
const std::string& NameOfPlayer(const v1::SeatSpec& seat);

// The seed of the built-in player in a seat. It follows from the match seed,
// but the match seed does not follow from it. Matches of a competition that
// have the same match seed differ in `match` (of the set) or `attempt`: so a
// built-in player draws other numbers in each, and the same numbers when the
// competition is played again. A match on its own has neither.
Seed BuiltInSeed(const Seed& match_seed, Seat seat, uint32_t match = 0,
                 uint32_t attempt = 0);

// The built-in player of that name. NOT_FOUND names the players that there are,
// FAILED_PRECONDITION says that the game has no greedy player. Its choices
// depend only on the seed and the prompt.
absl::StatusOr<std::unique_ptr<BuiltInPlayer>> MakeBuiltIn(
    absl::string_view name, const Game& game, int seats,
    const GameOptions& options, const Seed& seed);

}  // namespace arena

#endif  // ARENA_MATCH_PLAYER_H_
