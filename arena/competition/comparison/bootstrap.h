// Intervals for means without an assumed distribution: the bootstrap.
#ifndef ARENA_COMPETITION_COMPARISON_BOOTSTRAP_H_
#define ARENA_COMPETITION_COMPARISON_BOOTSTRAP_H_

#include <optional>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/comparison/interval.h"
#include "arena/core/rng.h"

namespace arena::competition {

// For more values than this no samples are drawn, because drawing would take
// long and tell no more.
inline constexpr int kMostResampled = 500;

struct BootstrapOptions {
  // The same seed gives the same interval.
  Seed seed = {};
  // Resamples; with 1999 the limits of 95 % are the 50th and the 1950th.
  int resamples = 1999;
  double confidence = 0.95;
};

struct MeanEstimate {
  double mean = 0;
  int count = 0;
  // Nothing for a single value, because it shows no spread. No resample exceeds
  // the most extreme value, so intervals of fewer than about 10 values are
  // still too narrow.
  std::optional<Interval> interval;
};

// The mean of independent values (one for each duplicate set), with the
// bootstrap interval BCa, bias-corrected and accelerated (Efron 1987, "Better
// bootstrap confidence intervals", JASA 82; Efron, Tibshirani 1993, chapter
// 14). With m* the means of samples drawn with replacement, z0 the normal
// quantile of the share of m* below the mean (equal ones count half), a the
// acceleration
//   a = sum (x - mean)^3 / (6 (sum (x - mean)^2)^(3/2))
// and t the quantile of Student's distribution with n - 1 degrees of freedom at
// (1 -+ confidence) / 2, a limit is the quantile of the m* at
//   Phi(z0 + (z0 + z) / (1 - a (z0 + z))),  z = t sqrt(n / (n - 1)).
// The usual z is normal, which makes intervals of few values too narrow: this
// one makes them exact for normal values (Hesterberg 2015, "What teachers
// should know about the bootstrap", The American Statistician 69).
// For more than kMostResampled values no samples are drawn: the quantiles come
// from Cornish and Fisher's expansion,
//   mean + standard error * (z + a (z^2 - 1)),
// and z0 = a, which for so many values agrees to the precision of 1999
// resamples. The order of the values does not matter, not even in the last bit,
// and values of opposite sign give exactly the opposite interval.
// INVALID_ARGUMENT for no values, a value that is not finite, fewer than 100
// resamples or a bad confidence.
absl::StatusOr<MeanEstimate> BootstrapMean(absl::Span<const double> values,
                                           const BootstrapOptions& options);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_BOOTSTRAP_H_
