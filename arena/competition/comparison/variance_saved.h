// Estimates the luck that duplicate sets remove from a comparison, from the
// comparison itself.
#ifndef ARENA_COMPETITION_COMPARISON_VARIANCE_SAVED_H_
#define ARENA_COMPETITION_COMPARISON_VARIANCE_SAVED_H_

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/comparison/interval.h"

namespace arena::competition {

// The share of the variance of a mean that duplicate sets save, compared with
// as many matches with independent deals. 0.3 means that 70 of their matches
// tell as much as 100 independent matches. Negative if duplicate sets increase
// the variance.
struct SavedVariance {
  double share = 0;
  // By the jackknife over sets; at most 1.
  Interval interval;
};

// Takes the matches of set after set. A value.
class VarianceSaved {
 public:
  // The leads of A over B in the matches of a set. Requires: at least one, and
  // as many as in the other sets.
  void Add(absl::Span<const double> leads);

  // Nothing if each set is a single match, if there are fewer than 10 sets, or
  // if all matches were equal.
  std::optional<SavedVariance> Estimate() const;

 private:
  // The sums over the matches of one set.
  struct Sums {
    double leads = 0;
    double squares = 0;
  };
  // Sums over sets, from which a set can be taken away again.
  struct Totals {
    double sets = 0;
    double leads = 0;
    double squares = 0;
    // Of the sums of leads.
    double squared_sums = 0;
  };
  Totals TotalsWithout(const Sums& set) const;
  // The share saved. Requires: at least two sets.
  std::optional<double> ShareOf(const Totals& totals) const;

  size_t matches_per_set_ = 0;
  std::vector<Sums> sets_;
  Totals totals_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_VARIANCE_SAVED_H_
