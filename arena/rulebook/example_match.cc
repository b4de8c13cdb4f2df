#include "arena/rulebook/example_match.h"

#include <vector>

#include "arena/core/check.h"
#include "arena/match/local.h"

namespace arena::rulebook {

std::string ExamplePlayer(const Game& game) {
  return game.has_greedy() ? "greedy" : "random";
}

absl::StatusOr<Record> ExampleMatch(const Game& game) {
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ParseSeed(kExampleSeed));
  const std::vector<std::string> players(
      static_cast<size_t>(game.info->default_seats), ExamplePlayer(game));
  const TableConfig config{.game = &game,
                           .seats = game.info->default_seats,
                           .options = GameOptions(game.info->options),
                           .seed = seed};
  ARENA_ASSIGN_OR_RETURN(const Table table, PlayLocally(config, players));
  MatchNames names;
  names.players = players;
  return RecordOf(table, names);
}

}  // namespace arena::rulebook
