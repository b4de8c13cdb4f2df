#include "arena/competition/comparison/variance_saved.h"

#include <algorithm>
#include <cmath>

#include "arena/core/check.h"

namespace arena::competition {
namespace {

constexpr size_t kFewestSets = 10;
constexpr double kConfidence = 0.95;
// Differences of rounding are no variance.
constexpr double kTiny = 1e-12;

}  // namespace

void VarianceSaved::Add(absl::Span<const double> leads) {
  ARENA_CHECK(!leads.empty());
  if (sets_.empty()) matches_per_set_ = leads.size();
  ARENA_CHECK(leads.size() == matches_per_set_, leads.size(), " leads, not ",
              matches_per_set_);
  Sums set;
  for (const double lead : leads) {
    set.leads += lead;
    set.squares += lead * lead;
  }
  sets_.push_back(set);
  totals_.sets += 1;
  totals_.leads += set.leads;
  totals_.squares += set.squares;
  totals_.squared_sums += set.leads * set.leads;
}

VarianceSaved::Totals VarianceSaved::TotalsWithout(const Sums& set) const {
  return {.sets = totals_.sets - 1,
          .leads = totals_.leads - set.leads,
          .squares = totals_.squares - set.squares,
          .squared_sums = totals_.squared_sums - set.leads * set.leads};
}

std::optional<double> VarianceSaved::ShareOf(const Totals& totals) const {
  const auto per_set = static_cast<double>(matches_per_set_);
  const double matches = totals.sets * per_set;
  const double squared_mean_sum = totals.leads * totals.leads;
  const double of_match =
      (totals.squares - squared_mean_sum / matches) / (matches - 1);
  // The variance of the sum over a set. For independent matches it would be
  // per_set times the variance of one match.
  const double of_set = (totals.squared_sums - squared_mean_sum / totals.sets) /
                        (totals.sets - 1);
  if (of_match < kTiny) return std::nullopt;
  return 1 - of_set / (per_set * of_match);
}

std::optional<SavedVariance> VarianceSaved::Estimate() const {
  if (sets_.size() < kFewestSets || matches_per_set_ < 2) return std::nullopt;
  const std::optional<double> share = ShareOf(totals_);
  if (!share.has_value()) return std::nullopt;
  double sum = 0;
  double squares = 0;
  for (const Sums& set : sets_) {
    const double without = ShareOf(TotalsWithout(set)).value_or(*share);
    sum += without - *share;
    squares += (without - *share) * (without - *share);
  }
  const double n = totals_.sets;
  const double error =
      std::sqrt(std::max(0.0, (squares - sum * sum / n) * (n - 1) / n));
  Interval interval = NormalInterval(*share, error, kConfidence);
  interval.high = std::min(interval.high, 1.0);
  return SavedVariance{.share = *share, .interval = interval};
}

}  // namespace arena::competition
