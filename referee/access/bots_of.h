// The bots among players.
#ifndef REFEREE_ACCESS_BOTS_OF_H_
#define REFEREE_ACCESS_BOTS_OF_H_

#include <set>
#include <string>

#include "arena/v1/match_service.pb.h"

namespace arena::referee {

// The names of the bots, each once, in a list of v1.SeatSpec: the seats of a
// match, or the players of an entrant.
template <typename Seats>
std::set<std::string> BotsOf(const Seats& seats) {
  std::set<std::string> bots;
  for (const v1::SeatSpec& seat : seats) {
    if (seat.has_bot()) bots.insert(seat.bot());
  }
  return bots;
}

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_BOTS_OF_H_
