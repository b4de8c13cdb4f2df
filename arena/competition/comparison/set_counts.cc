#include "arena/competition/comparison/set_counts.h"

#include <cmath>
#include <numeric>

#include "arena/competition/comparison/interval.h"
#include "arena/core/check.h"

namespace arena::competition {

double EloOf(double score) { return 400 * std::log10(score / (1 - score)); }

double LikelihoodOfSuperiority(double mean, double variance, int sets) {
  if (mean == 0) return 0.5;
  return NormalCdf(mean / std::sqrt(variance / sets));
}

void SetCounts::Add(double lead) {
  const double place = std::round(matches_per_set() * (1 + lead));
  ARENA_CHECK(place >= 0 && place < static_cast<double>(counts_.size()), lead);
  ++counts_[static_cast<size_t>(place)];
}

int SetCounts::sets() const {
  return std::accumulate(counts_.begin(), counts_.end(), 0);
}

double SetCounts::DrawRatio() const {
  return static_cast<double>(counts_[matches_per_set()]) / sets();
}

std::optional<double> SetCounts::PairRatio() const {
  const auto middle = counts_.begin() + matches_per_set();
  const int lost = std::accumulate(counts_.begin(), middle, 0);
  if (lost == 0) return std::nullopt;
  const int won = std::accumulate(middle + 1, counts_.end(), 0);
  return static_cast<double>(won) / lost;
}

double SetCounts::Score() const {
  double sum = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    sum += static_cast<double>(i) * counts_[i];
  }
  return sum / (2 * matches_per_set()) / sets();
}

double SetCounts::Variance() const {
  const double mean = Score();
  double sum = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    const double score = static_cast<double>(i) / (2 * matches_per_set());
    sum += counts_[i] * (score - mean) * (score - mean);
  }
  return sum / sets();
}

std::optional<Elo> SetCounts::Logistic() const {
  const double score = Score();
  if (score <= 0 || score >= 1) return std::nullopt;
  const Interval limits =
      NormalInterval(score, std::sqrt(Variance() / sets()), 0.95);
  Elo elo{.value = EloOf(score), .error = std::nullopt};
  if (limits.low > 0 && limits.high < 1) {
    elo.error = (EloOf(limits.high) - EloOf(limits.low)) / 2;
  }
  return elo;
}

std::optional<Elo> SetCounts::Normalized() const {
  const double variance = Variance();
  if (variance == 0) return std::nullopt;
  const double unit =
      800 / std::log(10) / std::sqrt(matches_per_set() * variance);
  const double reach =
      NormalInterval(0, std::sqrt(variance / sets()), 0.95).high;
  return Elo{.value = unit * (Score() - 0.5), .error = unit * reach};
}

}  // namespace arena::competition
