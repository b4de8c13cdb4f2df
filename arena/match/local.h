// Matches between built-in players, on the calling thread and without clocks.
#ifndef ARENA_MATCH_LOCAL_H_
#define ARENA_MATCH_LOCAL_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "arena/match/player.h"

namespace arena {

// Plays a match to its end; `names` are built-in players by seat. The result
// depends on the settings alone. INVALID_ARGUMENT or NOT_FOUND if settings or
// names are wrong.
absl::StatusOr<Match> PlayLocally(const MatchSettings& settings,
                                  const std::vector<std::string>& names);

}  // namespace arena

#endif  // ARENA_MATCH_LOCAL_H_
