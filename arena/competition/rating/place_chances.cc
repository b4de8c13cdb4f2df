#include "arena/competition/rating/place_chances.h"

#include <bit>
#include <cmath>
#include <utility>

#include "arena/competition/rating/place_choices.h"

namespace arena::competition {
namespace {

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
    for (const auto& [taken, share] : NextTakers(rating_, strengths_, left)) {
      const double own = chance * share;
      if (own == 0) continue;
      Count(taken, left, own);
      Fill(left & ~taken, own);
    }
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

}  // namespace

std::vector<Takers> NextTakers(const BatchRating& rating,
                               const std::vector<double>& strengths,
                               SideMask left) {
  const auto sides = static_cast<int>(strengths.size());
  const double factor =
      FactorAt(*rating.options().place_factors, sides - std::popcount(left));
  std::vector<Takers> takers;
  double sum = 0;
  for (SideMask taken = 1; taken <= left; ++taken) {
    if ((taken & ~left) != 0) continue;
    const int size = std::popcount(taken);
    double strength = 0;
    for (int i = 0; i < sides; ++i) {
      if ((taken >> i & 1) != 0) strength += strengths[i];
    }
    takers.push_back(
        {taken, std::exp(factor * strength / size + rating.log_ties()[size])});
    sum += takers.back().chance;
  }
  for (Takers& some : takers) some.chance /= sum;
  return takers;
}

double PlaceChances::Variance(int side, int other) const {
  const double score = Score(side, other);
  return before(side, other) + level(side, other) / 4 - score * score;
}

PlaceChances ChancesOf(const BatchRating& rating,
                       const std::vector<Side>& sides) {
  return Orders(rating, sides).Chances();
}

}  // namespace arena::competition
