// The value of a match for a seat: its share of the win.
#ifndef ARENA_SEARCH_WIN_SHARE_H_
#define ARENA_SEARCH_WIN_SHARE_H_

#include "arena/games/base/action.h"

namespace arena {

// 1 for the only winner, an equal part for each of several, 0 for the others.
inline double WinShareOf(const SeatRanks& ranks, Seat seat, int seats) {
  if (ranks[seat] != 1) return 0;
  int winners = 0;
  for (Seat other = 0; other < seats; ++other) winners += ranks[other] == 1;
  return 1.0 / winners;
}

}  // namespace arena

#endif  // ARENA_SEARCH_WIN_SHARE_H_
