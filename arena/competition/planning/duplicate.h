// Duplicate sets: the same deals played in every useful rotation of the seats.
#ifndef ARENA_COMPETITION_PLANNING_DUPLICATE_H_
#define ARENA_COMPETITION_PLANNING_DUPLICATE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/competition/planning/spec_form.h"

namespace arena::competition {

// The entrants that hold the sides of a match: indices into a list, by side.
using SideOrder = std::vector<int>;

// The matches of a duplicate set. As many entrants as sides: one match for each
// cyclic rotation, so that each entrant holds every hand once. Fewer: every
// placement in which the numbers of sides differ by at most one, so that each
// entrant holds every hand equally often, between all kinds of neighbours:
//   2 entrants, 3 sides: the rotations of AAB and of ABB, 6 matches
//   2 entrants, 4 sides: the rotations of AABB and of ABAB, 6 matches
//   3 entrants, 4 sides: 36 matches
// Their order never changes. Requires: 2 <= entrants <= sides.
std::vector<SideOrder> DuplicateOrders(int sides, int entrants);

// Pairs of such matches of two entrants, the second with all sides swapped:
//   2 sides: AB, BA; 3 sides: AAB, BBA, ABA, BAB, ABB, BAA;
//   4 sides: AABB, BBAA, ABAB, BABA, ABBA, BAAB
// A pair is the least that gives equal bots equal luck. Requires: sides >= 2.
std::vector<std::vector<SideOrder>> SwapPairs(int sides);

// Rotations keep the neighbours: B always plays after A. Sets of the same
// encounter therefore take turns in the (sides - 1)! cyclic orders; `number`
// counts through them and starts again after the last one. Number 0 is
// 0, 1, 2, ...
SideOrder CyclicOrder(int sides, uint32_t number);

// Entrants by seat from entrants by side, and back (from the first seats).
std::vector<uint32_t> BySeat(const GameForm& form,
                             absl::Span<const uint32_t> by_side);
std::vector<uint32_t> BySide(const GameForm& form,
                             absl::Span<const uint32_t> by_seat);

// INVALID_ARGUMENT unless the match seats one of the `entrants` entrants on
// each side, and no entrant twice.
absl::Status CheckSeating(const GameForm& form, int entrants,
                          const v1::CompetitionMatch& match);

// The matches of a duplicate set of these entrants, each as entrants by seat.
// `variation` chooses the cyclic order if there are as many entrants as
// sides.
std::vector<std::vector<uint32_t>> DuplicateMatches(
    const GameForm& form, absl::Span<const uint32_t> entrants,
    uint32_t variation = 0);
// The matches of one pair of SwapPairs, chosen by `variation`. Requires: two
// entrants.
std::vector<std::vector<uint32_t>> SwapPairMatches(
    const GameForm& form, absl::Span<const uint32_t> entrants,
    uint32_t variation);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_DUPLICATE_H_
