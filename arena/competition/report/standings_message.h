// Standings as a message, for those who ask a referee for them.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_MESSAGE_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_MESSAGE_H_

#include <cstddef>

#include "arena/competition/report/standings.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// The figures of StandingsJson, not rounded. Pairs of entrants for which
// `max_bytes` leave no room are left out, those of the last places first.
v1::Standings StandingsMessage(const Standings& standings, size_t max_bytes);

// The opposite: the figures of a message, which a referee has made of the results
// of this competition. What a message does not have is left out: the worth of
// field duplicate, and the places of faults but for their matches.
Standings StandingsOf(const v1::Competition& competition,
                      const v1::Standings& message);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_MESSAGE_H_
