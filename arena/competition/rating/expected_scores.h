// The results that ratings expect, and results that contradict them.
#ifndef ARENA_COMPETITION_RATING_EXPECTED_SCORES_H_
#define ARENA_COMPETITION_RATING_EXPECTED_SCORES_H_

#include <map>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/comparison/set_ratio.h"
#include "arena/competition/pairing/placing.h"
#include "arena/competition/rating/batch_rating.h"

namespace arena::competition {

// All matches of two entrants, as the first of them sees them.
struct PairScore {
  // Comparisons of a side of one with a side of the other.
  double comparisons = 0;
  // One for a better place, a half for a tie.
  double score = 0;
  double expected = 0;
  // Of the score, if the ratings are right.
  double variance = 0;

  void Add(const PairScore& other, double weight);
  // In standard deviations. 0 if nothing was to be seen.
  double Surprise() const;
};

// The pairs of entrants that have met, the smaller entrant first.
using PairScores = std::map<std::pair<int, int>, PairScore>;

struct ExpectedScores {
  PairScores pairs;
  // Ties, of all comparisons of two sides.
  SetRatio ties;
  // By side, in the order of the placings: how much more sides score against
  // another side than their ratings expect.
  std::vector<SetRatio> advantages;
};

// `entrants` are the entrants of the competitors of the rating. A match between
// two sides of one entrant says nothing. The variance is that of all sets,
// which may differ from that of independent matches.
ExpectedScores ScoreSides(const BatchRating& rating,
                          absl::Span<const PlacingSet> sets,
                          const std::vector<int>& entrants);

// The results of one entrant against all others together.
struct Misfit {
  int opponents = 0;
  // The sum of the squares of its surprises.
  double sum = 0;

  // The probability of so large a sum if one strength explains all results.
  double Probability() const;
};
// By entrant.
std::vector<Misfit> MisfitsOf(const PairScores& pairs, int entrants);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_EXPECTED_SCORES_H_
