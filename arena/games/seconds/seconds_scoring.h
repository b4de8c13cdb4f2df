// The points of tricks in each deal of Seconds, and the winners of the match.
#ifndef ARENA_GAMES_SECONDS_SECONDS_SCORING_H_
#define ARENA_GAMES_SECONDS_SECONDS_SCORING_H_

#include <array>
#include <cstdint>

#include "arena/games/base/action.h"
#include "arena/games/seconds/seconds_options.h"

namespace arena::seconds {

// A place is a seat counted clockwise from North, the first dealer: North 0,
// East 1, South 2, West 3. Deals are counted from 0 here, from 1 by people.

enum class Scoring : uint8_t {
  kPartners,
  kLeftNeighbour,
  kRightNeighbour,
  kManyTricks,
  kFewTricks,
  kThreeTricks,
};

inline constexpr std::array<Scoring, kMaxDeals> kScoringOf = {
    Scoring::kPartners,      Scoring::kPartners,       Scoring::kPartners,
    Scoring::kLeftNeighbour, Scoring::kRightNeighbour, Scoring::kManyTricks,
    Scoring::kFewTricks,     Scoring::kThreeTricks};

// Whether the deal multiplies a place's tricks with those of another place.
constexpr bool HasProducts(int deal) {
  return kScoringOf[deal] <= Scoring::kRightNeighbour;
}

// The place whose tricks multiply those of `place`. Requires:
// HasProducts(deal).
int CountsWith(int deal, int place);

// By place.
using Counts = std::array<uint8_t, kSeats>;
using Points = std::array<int, kSeats>;

// The points of a deal, given the tricks that each place took.
Points DealPoints(int deal, const Counts& taken, const Rules& rules);

// The final placing. Winners share rank 1, and the others follow by total:
// after two winners the next rank is 3.
SeatRanks RanksOf(const SeatScores& totals, const Rules& rules);

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_SCORING_H_
