// Built-in players at a table: their choices, and whole matches between them,
// on the calling thread and without clocks.
#ifndef ARENA_MATCH_LOCAL_H_
#define ARENA_MATCH_LOCAL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/player.h"
#include "arena/match/table.h"

namespace arena {

// Plays a match to its end. `names` are built-in players, by seat. The result
// depends only on the arguments. INVALID_ARGUMENT or NOT_FOUND if the
// configuration or a name is wrong.
absl::StatusOr<Table> PlayLocally(const TableConfig& config,
                                  const std::vector<std::string>& names);

// What a built-in player is asked. Requires: table.Owing() has the seat.
Question QuestionFor(const BuiltInPlayer& player, Seat seat,
                     const Table& table);

}  // namespace arena

#endif  // ARENA_MATCH_LOCAL_H_
