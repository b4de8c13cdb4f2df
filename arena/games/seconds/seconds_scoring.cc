#include "arena/games/seconds/seconds_scoring.h"

#include <algorithm>
#include <functional>

#include "arena/core/check.h"

namespace arena::seconds {
namespace {

constexpr int kPrize = 12;

// Deal 8: the points of each seat with exactly three tricks, by the number of
// these seats; there are never four, since 13 tricks are taken.
int ThreeTricksPoints(int64_t seats, Deal8Score score) {
  constexpr std::array<int, 4> kShared = {0, kPrize, kPrize / 2, kPrize / 3};
  constexpr std::array<int, 4> kLiteral = {0, 12, 4, 3};
  return (score == Deal8Score::kShare12 ? kShared : kLiteral)[seats];
}

int64_t WinningTotal(const SeatScores& totals, const Rules& rules) {
  SeatScores sorted = totals;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  if (rules.winner == Winner::kHighest) return sorted[0];
  if (rules.final_tie == FinalTie::kShared) return sorted[1];
  for (const int64_t total : sorted) {
    if (total < sorted[0]) return total;
  }
  return sorted[0];
}

}  // namespace

int CountsWith(int deal, int place) {
  // Opposite; N and E, S and W; N and W, S and E.
  constexpr std::array<int, 3> kPairs = {2, 1, 3};
  switch (kScoringOf[deal]) {
    case Scoring::kPartners:
      return place ^ kPairs[deal];
    case Scoring::kLeftNeighbour:
      return (place + 1) % kSeats;
    case Scoring::kRightNeighbour:
      return (place + 3) % kSeats;
    default:
      ARENA_CHECK(false, "deal ", deal, " has no products");
      return place;
  }
}

Points DealPoints(int deal, const Counts& taken, const Rules& rules) {
  const auto with_three = std::count(taken.begin(), taken.end(), 3);
  const auto points_of = [&](int place) {
    const int own = taken[place];
    switch (kScoringOf[deal]) {
      case Scoring::kPartners:
      case Scoring::kLeftNeighbour:
      case Scoring::kRightNeighbour:
        return own * taken[CountsWith(deal, place)];
      case Scoring::kManyTricks:
        return rules.deal6_score == Deal6Score::kSquare ? own * own : 3 * own;
      case Scoring::kFewTricks:
        return kTricks - own;
      case Scoring::kThreeTricks:
        break;
    }
    return own == 3 ? ThreeTricksPoints(with_three, rules.deal8_score) : 0;
  };
  return {points_of(0), points_of(1), points_of(2), points_of(3)};
}

SeatRanks RanksOf(const SeatScores& totals, const Rules& rules) {
  const int64_t winning = WinningTotal(totals, rules);
  // Winners are ahead of all other seats, which follow by total.
  const auto ahead = [&](int64_t a, int64_t b) {
    if (a == winning || b == winning) return a == winning && b != winning;
    return a > b;
  };
  SeatRanks ranks = {};
  for (Seat seat = 0; seat < kSeats; ++seat) {
    ranks[seat] = 1 + static_cast<int>(std::count_if(
                          totals.begin(), totals.end(), [&](int64_t total) {
                            return ahead(total, totals[seat]);
                          }));
  }
  return ranks;
}

}  // namespace arena::seconds
