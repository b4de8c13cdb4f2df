// Isolation, the limit on what a process of a bot may see: the default, and the
// names.
#ifndef ARENA_MATCH_ISOLATION_H_
#define ARENA_MATCH_ISOLATION_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/games/base/game.h"
#include "arena/v1/player.pb.h"

namespace arena {

// The isolation in effect if `asked` is requested. INVALID_ARGUMENT for an
// unknown value.
absl::StatusOr<v1::Isolation> IsolationInEffect(v1::Isolation asked,
                                                const GameInfo& game);

// "none", "seats" or "matches", as in commands and tournament files.
absl::string_view IsolationName(v1::Isolation isolation);
// INVALID_ARGUMENT for any other word.
absl::StatusOr<v1::Isolation> ParseIsolation(absl::string_view name);

}  // namespace arena

#endif  // ARENA_MATCH_ISOLATION_H_
