// How likely sides take the places of a match, given their strengths.
#ifndef ARENA_COMPETITION_RATING_PLACE_CHANCES_H_
#define ARENA_COMPETITION_RATING_PLACE_CHANCES_H_

#include <vector>

#include "arena/competition/pairing/placing.h"
#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/rating/linear_algebra.h"

namespace arena::competition {

// Sides that take a place together.
struct Takers {
  SideMask sides = 0;
  double chance = 0;
};
// All that may take the next place, of the sides that are `left`. `strengths`
// are the log-strengths of all sides of the match.
std::vector<Takers> NextTakers(const BatchRating& rating,
                               const std::vector<double>& strengths,
                               SideMask left);

// How a match between these sides ends, by pair of sides: the chances that the
// first comes before the second, and that both share a place. The ranks of the
// sides do not matter.
struct PlaceChances {
  Matrix before;
  Matrix level;

  // One for coming before the other, a half for a tie.
  double Score(int side, int other) const {
    return before(side, other) + level(side, other) / 2;
  }
  double Variance(int side, int other) const;
};
PlaceChances ChancesOf(const BatchRating& rating,
                       const std::vector<Side>& sides);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_PLACE_CHANCES_H_
