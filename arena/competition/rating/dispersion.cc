#include "arena/competition/rating/dispersion.h"

#include <algorithm>

#include "arena/competition/rating/linear_algebra.h"

namespace arena::competition {
namespace {

// Imagined sets with a factor of 1, counted in addition to the competition's
// sets.
constexpr double kImaginedSets = 10;
// Beyond these limits the model does not fit, and no factor corrects it.
constexpr double kLowestFactor = 0.1;
constexpr double kHighestFactor = 10;

// The evidence of a match or a set about the parameters on which it depends.
struct Score {
  // Ascending.
  std::vector<int> parameters;
  Vector gradient;
  Matrix curvature;
};

// Sums over scores, in the units of the uncertainty of ratings.
struct Variation {
  // The squares of scores.
  double observed = 0;
  // The squares that the model expects.
  double expected = 0;
  // The part of the expected squares that is missing because the fit has
  // followed the scores.
  double fitted = 0;

  void Add(double times, const Variation& other) {
    observed += times * other.observed;
    expected += times * other.expected;
    fitted += times * other.fitted;
  }
};

Variation VariationOf(const Score& score, const Matrix& inverse) {
  const Matrix own = inverse.At(score.parameters);
  const Matrix share = own * score.curvature;
  return {Dot(score.gradient, own * score.gradient), Trace(share),
          Trace(share * share)};
}

// One match with each result.
std::vector<Score> ScoresOf(const ChoiceModel& model,
                            const std::vector<MatchChoices>& results,
                            const Vector& x) {
  std::vector<Score> scores;
  for (const MatchChoices& result : results) {
    Score& score = scores.emplace_back();
    score.parameters = model.ParametersOf(result.first, result.last);
    model.MatchDerivatives(result.first, result.last, x, score.parameters,
                           score.gradient, score.curvature);
  }
  return scores;
}

Score ScoreOf(const SetResults& set, const std::vector<Score>& scores) {
  Score sum;
  std::vector<int>& all = sum.parameters;
  for (const auto& [result, weight] : set.matches) {
    const std::vector<int>& own = scores[result].parameters;
    all.insert(all.end(), own.begin(), own.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const auto size = static_cast<int>(all.size());
  sum.gradient = Vector(size);
  sum.curvature = Matrix(size, size);
  for (const auto& [result, weight] : set.matches) {
    const Score& match = scores[result];
    std::vector<int> places;
    for (const int parameter : match.parameters) {
      const auto found = std::lower_bound(all.begin(), all.end(), parameter);
      places.push_back(static_cast<int>(found - all.begin()));
    }
    sum.gradient.AddAt(places, weight, match.gradient);
    sum.curvature.AddAt(places, weight, match.curvature);
  }
  return sum;
}

}  // namespace

double Dispersion(const ChoiceModel& model,
                  const std::vector<MatchChoices>& results,
                  const std::vector<SetResults>& sets, bool single_matches,
                  const Vector& x) {
  Vector gradient;
  Curvature curvature;
  model.Derivatives(x, gradient, curvature);
  const Matrix inverse = Inverse(curvature);
  const std::vector<Score> scores = ScoresOf(model, results, x);
  std::vector<Variation> single;
  for (const Score& score : scores) {
    single.push_back(VariationOf(score, inverse));
  }
  double count = 0;
  Variation sum;
  for (const SetResults& set : sets) {
    if (set.settled) continue;
    count += set.sets;
    sum.Add(set.sets, VariationOf(ScoreOf(set, scores), inverse));
    if (single_matches) continue;
    for (const auto& [result, weight] : set.matches) {
      const Variation& match = single[result];
      const double squared = weight * weight * set.sets;
      sum.observed += squared * (match.expected - match.observed);
      sum.fitted -= squared * match.fitted;
    }
  }
  // The choices determine `sum.expected` parameters; the prior determines the
  // others.
  const double free_sets = count - sum.expected;
  if (sum.expected <= 0) return 1;
  return ShrunkFactor(sum.observed / (sum.expected - sum.fitted), free_sets);
}

double ShrunkFactor(double observed, double free_sets) {
  if (free_sets <= 0) return 1;
  const double shrunk =
      (free_sets * observed + kImaginedSets) / (free_sets + kImaginedSets);
  return std::clamp(shrunk, kLowestFactor, kHighestFactor);
}

}  // namespace arena::competition
