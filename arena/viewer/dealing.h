// From which lists a match drew its outcomes of chance.
#ifndef ARENA_VIEWER_DEALING_H_
#define ARENA_VIEWER_DEALING_H_

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/games/registry.h"
#include "arena/record/record.h"

namespace arena::viewer {

// `proof.dealing` of a document, as README.md has it: enough to deal again with
// the seed and without the rules. Errors as for Replay.
absl::StatusOr<nlohmann::json> DealingOf(const Record& record,
                                         absl::Span<const Game> games);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_DEALING_H_
