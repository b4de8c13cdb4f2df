// The secret of a seat, from which its bot draws (MatchStart.private_seed).
#ifndef ARENA_MATCH_PRIVATE_SEED_H_
#define ARENA_MATCH_PRIVATE_SEED_H_

#include <string>

#include "arena/games/base/action.h"
#include "arena/match/match_settings.h"

namespace arena {

// The first 16 bytes of SHA-256(match seed, "private seed", seat, salt), with
// the seat as one byte. The salt is the match id if other matches have the same
// seed, so that a bot cannot find those matches by its secret. Otherwise it is
// empty, so that the same seed gives the same match.
std::string PrivateSeed(const MatchSettings& settings, Seat seat);

}  // namespace arena

#endif  // ARENA_MATCH_PRIVATE_SEED_H_
