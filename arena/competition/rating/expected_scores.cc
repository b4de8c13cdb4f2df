#include "arena/competition/rating/expected_scores.h"

#include <cmath>

#include "arena/competition/rating/place_chances.h"

namespace arena::competition {
namespace {

// A pair that had so little to decide says nothing in standard deviations.
constexpr double kLeastVariance = 0.25;

// The variance of the scores of pairs in whole sets, compared with independent
// matches.
struct Ratio {
  double observed = 0;
  double expected = 0;
};

// Takes sets one after the other.
class Scorer {
 public:
  Scorer(const BatchRating& rating, const std::vector<int>& entrants)
      : rating_(rating), entrants_(entrants) {}

  void Add(const PlacingSet& set) {
    PairScores own;
    for (const Placing& placing : set) Compare(placing, own);
    for (const auto& [who, pair] : own) {
      const double off = pair.score - pair.expected;
      ratio_.observed += off * off;
      ratio_.expected += pair.variance;
      scores_.pairs[who].Add(pair, 1);
    }
    scores_.ties.EndSet();
    for (SetRatio& seat : scores_.advantages) seat.EndSet();
  }

  ExpectedScores Finish() && {
    if (ratio_.expected > 0) {
      for (auto& [who, pair] : scores_.pairs) {
        pair.variance *= ratio_.observed / ratio_.expected;
      }
    }
    return std::move(scores_);
  }

 private:
  const PlaceChances& ChancesAt(const std::vector<Side>& sides) {
    std::vector<std::vector<int>> members;
    for (const Side& side : sides) members.push_back(side.members);
    const auto found = known_.find(members);
    if (found != known_.end()) return found->second;
    return known_.emplace(std::move(members), ChancesOf(rating_, sides))
        .first->second;
  }

  // Compares every two sides of different entrants.
  void Compare(const Placing& placing, PairScores& own) {
    const std::vector<Side>& sides = placing.sides;
    const PlaceChances& chances = ChancesAt(sides);
    if (scores_.advantages.size() < sides.size()) {
      scores_.advantages.resize(sides.size());
    }
    for (size_t a = 0; a < sides.size(); ++a) {
      for (size_t b = 0; b < sides.size(); ++b) {
        const int first = entrants_[sides[a].members.front()];
        const int second = entrants_[sides[b].members.front()];
        if (first >= second) continue;
        const double score = sides[a].rank < sides[b].rank   ? 1
                             : sides[a].rank > sides[b].rank ? 0
                                                             : 0.5;
        const double expected = chances.Score(a, b);
        own[{first, second}].Add({1, score, expected, chances.Variance(a, b)},
                                 placing.weight);
        scores_.ties.Add(score == 0.5 ? placing.weight : 0, placing.weight);
        const double more = placing.weight * (score - expected);
        scores_.advantages[a].Add(more, placing.weight);
        scores_.advantages[b].Add(-more, placing.weight);
      }
    }
  }

  const BatchRating& rating_;
  const std::vector<int>& entrants_;
  std::map<std::vector<std::vector<int>>, PlaceChances> known_;
  Ratio ratio_;
  ExpectedScores scores_;
};

}  // namespace

void PairScore::Add(const PairScore& other, double weight) {
  comparisons += weight * other.comparisons;
  score += weight * other.score;
  expected += weight * other.expected;
  variance += weight * other.variance;
}

double PairScore::Surprise() const {
  if (variance < kLeastVariance) return 0;
  return (score - expected) / std::sqrt(variance);
}

ExpectedScores ScoreSides(const BatchRating& rating,
                          absl::Span<const PlacingSet> sets,
                          const std::vector<int>& entrants) {
  Scorer scorer(rating, entrants);
  for (const PlacingSet& set : sets) scorer.Add(set);
  return std::move(scorer).Finish();
}

std::vector<Misfit> MisfitsOf(const PairScores& pairs, int entrants) {
  std::vector<Misfit> misfits(entrants);
  for (const auto& [who, pair] : pairs) {
    if (pair.variance < kLeastVariance) continue;
    for (const int entrant : {who.first, who.second}) {
      ++misfits[entrant].opponents;
      misfits[entrant].sum += pair.Surprise() * pair.Surprise();
    }
  }
  return misfits;
}

double Misfit::Probability() const {
  // The fit has taken one freedom. The cube root of a sum of squares is nearly
  // normal (Wilson, Hilferty 1931).
  const double freedoms = opponents - 1;
  if (freedoms < 1) return 1;
  const double part = 2 / (9 * freedoms);
  return 1 -
         NormalCdf((std::cbrt(sum / freedoms) - 1 + part) / std::sqrt(part));
}

}  // namespace arena::competition
