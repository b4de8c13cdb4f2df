// Duplicate sets: the same deals played in every useful rotation of the seats.
#ifndef ARENA_COMPETITION_PLANNING_DUPLICATE_H_
#define ARENA_COMPETITION_PLANNING_DUPLICATE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/competition/planning/spec_form.h"

namespace arena::competition {

// Who holds each side of a match: indices into a list of entrants, by side.
using SideOrder = std::vector<int>;

// The matches of a duplicate set. As many entrants as sides: one match for each
// cyclic rotation, so that everybody holds every hand once. Fewer: every
// placement in which the numbers of sides differ by at most one, so that
// everybody holds every hand equally often, in all neighbourhoods:
//   2 entrants, 3 sides: the rotations of AAB and of ABB, 6 matches
//   2 entrants, 4 sides: the rotations of AABB and of ABAB, 6 matches
//   3 entrants, 4 sides: 36 matches
// In an order that is fixed for ever. Requires: 2 <= entrants <= sides.
std::vector<SideOrder> DuplicateOrders(int sides, int entrants);

// Rotations keep the neighbours: B always plays after A. Sets of the same
// encounter therefore take turns in the cyclic orders, of which there are
// (sides - 1)!; `number` counts on through them for ever. Number 0 is
// 0, 1, 2, ...
SideOrder CyclicOrder(int sides, uint32_t number);

// Entrants by seat from entrants by side, and back (by the first seats).
std::vector<uint32_t> BySeat(const GameForm& form,
                             absl::Span<const uint32_t> by_side);
std::vector<uint32_t> BySide(const GameForm& form,
                             absl::Span<const uint32_t> by_seat);

// INVALID_ARGUMENT unless the match seats one of `entrants` entrants on each
// side, each of them once.
absl::Status CheckSeating(const GameForm& form, int entrants,
                          const v1::CompetitionMatch& match);

// The matches of a duplicate set of these entrants, each as entrants by seat.
// `variation` chooses the cyclic order where there are as many entrants as
// sides.
std::vector<std::vector<uint32_t>> DuplicateMatches(
    const GameForm& form, absl::Span<const uint32_t> entrants,
    uint32_t variation = 0);

// The seed that all matches of a set share. Requires: 32 bytes of seed in the
// specification.
Seed SeedOfSet(const v1::CompetitionSpec& spec, uint32_t set);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_DUPLICATE_H_
