// The list of all games by their rules alone, without messages.
#ifndef ARENA_GAMES_RULES_REGISTRY_H_
#define ARENA_GAMES_RULES_REGISTRY_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/games/base/any_position.h"

namespace arena {

using GameRules = GameEntry<AnyPosition>;

// All games, ascending by name.
absl::Span<const GameRules> AllRules();

// NOT_FOUND lists the games that exist.
absl::StatusOr<const GameRules*> FindRules(absl::string_view name);
absl::Status NoSuchGame(absl::string_view name);

// INVALID_ARGUMENT unless the game can be played with that many seats.
absl::Status CheckSeats(const GameInfo& info, int seats);

}  // namespace arena

#endif  // ARENA_GAMES_RULES_REGISTRY_H_
