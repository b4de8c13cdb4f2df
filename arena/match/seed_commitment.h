// What a match tells of its seed before anybody plays.
#ifndef ARENA_MATCH_SEED_COMMITMENT_H_
#define ARENA_MATCH_SEED_COMMITMENT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "arena/core/rng.h"

namespace arena {

// SHA-256 of the match id followed by the 32 bytes of the seed. The id is the
// salt: matches with the same seed have different commitments, and nobody who
// does not know the seed can tell that it is the same. A match without a
// referee has no id, so its commitment is SHA-256 of the seed alone.
std::string CommitmentOf(absl::string_view match_id, const Seed& seed);

}  // namespace arena

#endif  // ARENA_MATCH_SEED_COMMITMENT_H_
