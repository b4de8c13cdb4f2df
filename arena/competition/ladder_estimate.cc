#include "arena/competition/ladder_estimate.h"

#include <algorithm>
#include <cmath>

namespace arena::competition {
namespace {

constexpr double kPlayVariance = kPlayDeviation * kPlayDeviation;
// Nobody is ever quite certain: bots change.
constexpr double kLeastDeviation = 1;

double VarianceOf(const Strength& strength) {
  return strength.deviation * strength.deviation;
}

// The belief about one entrant after a set against the others.
Strength After(const EntrantOutcome& entrant, const SetOutcome& outcome,
               const std::vector<Strength>& before) {
  const Strength& own = before[entrant.entrant];
  const double variance = VarianceOf(own);
  double step = 0;
  double gain = 0;
  for (const EntrantOutcome& other : outcome.entrants) {
    if (other.entrant == entrant.entrant) continue;
    const Strength& opponent = before[other.entrant];
    const double scale =
        std::sqrt(variance + VarianceOf(opponent) + 2 * kPlayVariance);
    const double expected =
        1 / (1 + std::exp((opponent.mean - own.mean) / scale));
    const double score = entrant.place < other.place    ? 1
                         : entrant.place == other.place ? 0.5
                                                        : 0;
    step += variance / scale * (score - expected);
    gain += own.deviation / scale * variance / (scale * scale) * expected *
            (1 - expected);
  }
  const double least = kLeastDeviation * kLeastDeviation;
  return {own.mean + step,
          std::sqrt(std::max(variance * std::max(1 - gain, 0.0001), least))};
}

}  // namespace

void Estimate(const SetOutcome& outcome, std::vector<Strength>& strengths) {
  std::vector<Strength> after;
  for (const EntrantOutcome& entrant : outcome.entrants) {
    after.push_back(After(entrant, outcome, strengths));
  }
  for (size_t i = 0; i < after.size(); ++i) {
    strengths[outcome.entrants[i].entrant] = after[i];
  }
}

double Distance(const Strength& a, const Strength& b) {
  return std::abs(a.mean - b.mean) /
         std::sqrt(VarianceOf(a) + VarianceOf(b) + 2 * kPlayVariance);
}

}  // namespace arena::competition
