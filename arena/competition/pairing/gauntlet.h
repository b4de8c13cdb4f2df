// The first entrant meets all others.
#ifndef ARENA_COMPETITION_PAIRING_GAUNTLET_H_
#define ARENA_COMPETITION_PAIRING_GAUNTLET_H_

#include <cstdint>
#include <vector>

namespace arena::competition {

// The first entrant with every choice of sides - 1 of the others, in the order
// of RoundRobin. Requires: 2 <= sides <= entrants.
std::vector<std::vector<uint32_t>> Gauntlet(int entrants, int sides);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_GAUNTLET_H_
