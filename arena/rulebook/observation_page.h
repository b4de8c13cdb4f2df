// The page from which the author of a bot learns to read a game's observations.
// It is made from the messages, the rules and a match, so it is never out of
// date.
#ifndef ARENA_RULEBOOK_OBSERVATION_PAGE_H_
#define ARENA_RULEBOOK_OBSERVATION_PAGE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/games/base/any_state.h"

namespace arena::rulebook {

// The fields with their meaning, the numbers of cards or squares, a deal in
// sentences, and a prompt as text and as message. INTERNAL if the example match
// cannot be played.
absl::StatusOr<std::string> ObservationPage(const Game& game);

}  // namespace arena::rulebook

#endif  // ARENA_RULEBOOK_OBSERVATION_PAGE_H_
