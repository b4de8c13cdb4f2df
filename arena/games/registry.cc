#include "arena/games/registry.h"

#include <array>

#include "arena/games/all_games.h"
#include "arena/games/base/game_of.h"

namespace arena {
namespace {

template <typename... States>
constexpr std::array<Game, sizeof...(States)> GamesOfAll(
    StateList<States...> /*all*/) {
  return {GameOf<States>()...};
}

constexpr auto kGames = GamesOfAll(AllStates());

}  // namespace

absl::Span<const Game> AllGames() { return kGames; }

absl::StatusOr<const Game*> FindGame(absl::string_view name) {
  for (const Game& game : AllGames()) {
    if (name == game.info->name) return &game;
  }
  return NoSuchGame(name);
}

}  // namespace arena
