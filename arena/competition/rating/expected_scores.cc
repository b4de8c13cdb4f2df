#include "arena/competition/rating/expected_scores.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "arena/competition/rating/place_choices.h"

namespace arena::competition {
namespace {

// A set of sides, one bit per side.
using SideMask = uint32_t;

// The orders of the sides, place by place.
class Orders {
 public:
  Orders(const BatchRating& rating, const std::vector<Side>& sides)
      : rating_(rating), sides_(static_cast<int>(sides.size())) {
    for (const Side& side : sides) {
      double sum = 0;
      for (const int member : side.members) sum += rating.Strength(member);
      strengths_.push_back(sum / static_cast<double>(side.members.size()));
    }
    chances_.before = Matrix(sides_, sides_);
    chances_.level = Matrix(sides_, sides_);
  }

  PlaceChances Chances() && {
    Fill((SideMask{1} << sides_) - 1, 1);
    return std::move(chances_);
  }

 private:
  // Adds the orders in which these sides take the places that are left.
  void Fill(SideMask left, double chance) {
    if (std::popcount(left) < 2) return;
    const int place = sides_ - std::popcount(left);
    std::vector<std::pair<SideMask, double>> takers;
    double sum = 0;
    for (SideMask taken = 1; taken <= left; ++taken) {
      if ((taken & ~left) != 0) continue;
      takers.emplace_back(taken, std::exp(LogPropensity(taken, place)));
      sum += takers.back().second;
    }
    for (const auto& [taken, propensity] : takers) {
      const double own = chance * propensity / sum;
      if (own == 0) continue;
      Count(taken, left, own);
      Fill(left & ~taken, own);
    }
  }

  double LogPropensity(SideMask taken, int place) const {
    const int size = std::popcount(taken);
    double sum = 0;
    for (int i = 0; i < sides_; ++i) {
      if ((taken >> i & 1) != 0) sum += strengths_[i];
    }
    return FactorAt(*rating_.options().place_factors, place) * sum / size +
           rating_.log_ties()[size];
  }

  void Count(SideMask taken, SideMask left, double chance) {
    for (int a = 0; a < sides_; ++a) {
      if ((taken >> a & 1) == 0) continue;
      for (int b = 0; b < sides_; ++b) {
        if (b == a || (left >> b & 1) == 0) continue;
        Matrix& sum = (taken >> b & 1) != 0 ? chances_.level : chances_.before;
        sum(a, b) += chance;
      }
    }
  }

  const BatchRating& rating_;
  const int sides_;
  std::vector<double> strengths_;
  PlaceChances chances_;
};

// A pair that had so little to decide says nothing in standard deviations.
constexpr double kLeastVariance = 0.25;

// The variance of the scores of pairs in whole sets, compared with independent
// matches.
struct Ratio {
  double observed = 0;
  double expected = 0;
};

}  // namespace

double PlaceChances::Variance(int side, int other) const {
  const double score = Score(side, other);
  return before(side, other) + level(side, other) / 4 - score * score;
}

PlaceChances ChancesOf(const BatchRating& rating,
                       const std::vector<Side>& sides) {
  return Orders(rating, sides).Chances();
}

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

PairScores ScorePairs(const BatchRating& rating,
                      absl::Span<const PlacingSet> sets,
                      const std::vector<int>& entrants) {
  std::map<std::vector<std::vector<int>>, PlaceChances> known;
  PairScores pairs;
  Ratio ratio;
  for (const PlacingSet& set : sets) {
    PairScores own;
    for (const Placing& placing : set) {
      const std::vector<Side>& sides = placing.sides;
      std::vector<std::vector<int>> members;
      for (const Side& side : sides) members.push_back(side.members);
      auto found = known.find(members);
      if (found == known.end()) {
        found = known.emplace(members, ChancesOf(rating, sides)).first;
      }
      const PlaceChances& chances = found->second;
      for (size_t a = 0; a < sides.size(); ++a) {
        for (size_t b = 0; b < sides.size(); ++b) {
          const int first = entrants[sides[a].members.front()];
          const int second = entrants[sides[b].members.front()];
          if (first >= second) continue;
          const double score = sides[a].rank < sides[b].rank   ? 1
                               : sides[a].rank > sides[b].rank ? 0
                                                               : 0.5;
          own[{first, second}].Add(
              {1, score, chances.Score(a, b), chances.Variance(a, b)},
              placing.weight);
        }
      }
    }
    for (const auto& [who, pair] : own) {
      const double off = pair.score - pair.expected;
      ratio.observed += off * off;
      ratio.expected += pair.variance;
      pairs[who].Add(pair, 1);
    }
  }
  if (ratio.expected <= 0) return pairs;
  for (auto& [who, pair] : pairs) {
    pair.variance *= ratio.observed / ratio.expected;
  }
  return pairs;
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
