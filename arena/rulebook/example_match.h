// A match of each game that people can follow, always the same.
#ifndef ARENA_RULEBOOK_EXAMPLE_MATCH_H_
#define ARENA_RULEBOOK_EXAMPLE_MATCH_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/games/base/any_state.h"
#include "arena/record/record.h"

namespace arena::rulebook {

// The seed of the example, as the flag --seed takes it.
inline constexpr char kExampleSeed[] = "example";

// The built-in player in all seats: greedy, if the game has it, because people
// can follow such a match.
std::string ExamplePlayer(const Game& game);

// The record of the match, with the game's default options.
absl::StatusOr<Record> ExampleMatch(const Game& game);

}  // namespace arena::rulebook

#endif  // ARENA_RULEBOOK_EXAMPLE_MATCH_H_
