// Pairings that do not depend on results: all entrants meet each other, or the
// first entrant meets all others.
#ifndef ARENA_COMPETITION_PAIRING_ROUND_ROBIN_H_
#define ARENA_COMPETITION_PAIRING_ROUND_ROBIN_H_

#include <cstdint>
#include <vector>

namespace arena::competition {

// Every choice of `sides` entrants once, in an order in which all entrants play
// about equally early: at any moment the numbers of encounters of two entrants
// differ by at most `sides`. Two sides: the circle method, round by round.
// Requires: 2 <= sides <= entrants.
std::vector<std::vector<uint32_t>> RoundRobin(int entrants, int sides);

// The first entrant with every choice of sides - 1 of the others, in the order
// of RoundRobin. Requires: 2 <= sides <= entrants.
std::vector<std::vector<uint32_t>> Gauntlet(int entrants, int sides);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_ROUND_ROBIN_H_
