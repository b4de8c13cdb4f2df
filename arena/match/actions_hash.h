// A hash that tells whether two matches were the same game.
#ifndef ARENA_MATCH_ACTIONS_HASH_H_
#define ARENA_MATCH_ACTIONS_HASH_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/match/table.h"

namespace arena {

// SHA-256 of the actions of a match in their order, chance included. Two
// matches of the same game, options and seats with the same hash were the same
// game, played twice. Requires: table.over().
//
// In a game with secrets, and if chance decided anything after the first
// choice, the hash also covers the seed: without the seed nobody can try
// whether a guess of hidden cards is right, and only matches with the same
// deals can have the same hash.
//
// Empty if the match had a fault or no normal end. (A forfeit repeats a
// failure, not a game: a bot that fails in every match fails anew each time.)
std::string ActionsSha256(const Table& table);

// The same for a recorded match.
std::string ActionsSha256(const Game& game, absl::string_view seed,
                          absl::Span<const MatchEntry> entries,
                          const v1::MatchResult& result);

}  // namespace arena

#endif  // ARENA_MATCH_ACTIONS_HASH_H_
