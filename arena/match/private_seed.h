// The values from the seed of a match that are told before its end: a
// commitment for everybody, and a secret for each seat.
#ifndef ARENA_MATCH_PRIVATE_SEED_H_
#define ARENA_MATCH_PRIVATE_SEED_H_

#include <string>

#include "absl/strings/string_view.h"
#include "arena/core/rng.h"
#include "arena/games/base/action.h"
#include "arena/match/match_settings.h"

namespace arena {

// SHA-256 of the match id followed by the 32 bytes of the seed. The id is the
// salt: matches with the same seed have different commitments, so nobody
// without the seed can tell that the seed is the same. A match without a
// referee has no id, so its commitment is SHA-256 of the seed alone.
std::string CommitmentOf(absl::string_view match_id, const Seed& seed);

// The seed of the random choices of a seat's bot (MatchStart.private_seed): the
// first 16 bytes of SHA-256(match seed, "private seed", seat, salt), with the
// seat as one byte. The salt is the match id if other matches have the same
// seed, so that a bot cannot find those matches by its secret. Otherwise it is
// empty, so that the same seed gives the same match.
std::string PrivateSeed(const MatchSettings& settings, Seat seat);

}  // namespace arena

#endif  // ARENA_MATCH_PRIVATE_SEED_H_
