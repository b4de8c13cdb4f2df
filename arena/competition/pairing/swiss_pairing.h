// Pairs the next round of a Swiss competition.
#ifndef ARENA_COMPETITION_PAIRING_SWISS_PAIRING_H_
#define ARENA_COMPETITION_PAIRING_SWISS_PAIRING_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/pairing/relations.h"

namespace arena::competition {

// An entrant before a round.
struct SwissEntrant {
  uint32_t index = 0;
  int64_t points = 0;
  int byes = 0;
  // How often it has met each opponent.
  std::map<uint32_t, int> met;

  int Met(const SwissEntrant& other) const;
};

struct SwissRound {
  std::vector<std::vector<uint32_t>> encounters;
  // Entrants left over because their number is no multiple of the sides.
  std::vector<uint32_t> byes;
};

// The next round of entrants ordered by points and, within equal points, by
// index. Byes go to entrants with the fewest byes so far, from the bottom.
//
// Two sides: the upper half of every group of equal points meets the lower
// half. There are no rematches while there is another way (a search that gives
// up after a bounded number of steps, and then takes as few rematches as it has
// found). More sides: in the first round (no entrant has points) tables are
// filled in snake order. Later each table takes the first entrant of the order.
// Then the table takes, one by one, the nearest entrant in the order among
// those that it has met least.
//
// Entrants that are related do not meet, even if others must meet again. With
// two sides they meet only if more than half of the entrants are one clan (or
// if a bounded search finds no way among pairs that share players); with more
// sides, only if no exchange of two entrants separates them.
SwissRound PairSwiss(std::vector<SwissEntrant> order, int sides,
                     const Relations& relations = {});

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_SWISS_PAIRING_H_
