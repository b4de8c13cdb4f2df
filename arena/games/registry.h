// The list of all games.
#ifndef ARENA_GAMES_REGISTRY_H_
#define ARENA_GAMES_REGISTRY_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/games/base/any_state.h"
#include "arena/games/rules_registry.h"

namespace arena {

// All games, ascending by name.
absl::Span<const Game> AllGames();

// NOT_FOUND lists the games that exist.
absl::StatusOr<const Game*> FindGame(absl::string_view name);

}  // namespace arena

#endif  // ARENA_GAMES_REGISTRY_H_
