// One result as the ratings see it: the order of the sides.
#ifndef ARENA_COMPETITION_PAIRING_PLACING_H_
#define ARENA_COMPETITION_PAIRING_PLACING_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"

namespace arena::competition {

// Competitors that share one result: a single competitor or partners.
// Competitors are numbered 0 .. n - 1. A competitor that sat twice on a side is
// listed twice.
struct Side {
  std::vector<int> members;
  // 1 is best; equal ranks are a tie. Only the order of ranks counts.
  int rank = 1;

  auto operator<=>(const Side&) const = default;
};

// The order of all sides in one match, or of all entrants in one set.
struct Placing {
  std::vector<Side> sides;
  // How often this result is counted.
  double weight = 1;
  // Whether luck had no part in the set: it ended as a forfeit, or two equal
  // programs played alike. Such a set tells nothing of how much results vary.
  bool settled = false;

  auto operator<=>(const Placing&) const = default;
};

// The matches of one duplicate set. They share their deals, so they depend on
// each other; sets do not.
using PlacingSet = std::vector<Placing>;

// Ties make the number of possible outcomes grow like 2^sides.
inline constexpr int kMaxSides = 8;
inline constexpr double kMaxWeight = 1e6;

// Some sides of a match, one bit per side.
using SideMask = uint32_t;
SideMask SidesOfRank(const Placing& placing, int rank);

// INVALID_ARGUMENT unless there are 2 .. kMaxSides sides, each with members in
// 0 .. competitors - 1 and a rank of at least 1, and a weight above 0, at most
// kMaxWeight.
absl::Status CheckPlacing(const Placing& placing, int competitors);

// The same result with members ascending, sides by rank and then by members,
// and ranks 1, 2, ... without gaps. Placings with one meaning become equal.
Placing Canonical(Placing placing);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_PLACING_H_
