// Why a match that waits for its bots does, in words.
#ifndef REFEREE_LOBBY_WAITS_FOR_H_
#define REFEREE_LOBBY_WAITS_FOR_H_

#include <string>

#include "referee/store/match_row.h"
#include "referee/store/referees.h"

namespace arena::referee {

// "x is not connected, y is at referee b", or "bot x has 1 instance connected;
// isolation seats needs 2"; empty if all are together, and it waits for room.
std::string WaitsFor(const MatchRow& row, const Referees::Presences& presences);

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_WAITS_FOR_H_
