// Intervals around estimates, and the normal distribution behind some of them.
#ifndef ARENA_COMPETITION_COMPARISON_INTERVAL_H_
#define ARENA_COMPETITION_COMPARISON_INTERVAL_H_

#include "absl/status/status.h"

namespace arena::competition {

// Closed; low <= high.
struct Interval {
  double low = 0;
  double high = 0;

  bool Contains(double value) const { return low <= value && value <= high; }
  double Width() const { return high - low; }
  bool operator==(const Interval&) const = default;
};

// estimate -+ z * standard_error, where z leaves (1 - confidence) / 2 of the
// normal distribution on either side: z = 1.96 for 95 %. Requires: confidence
// in (0, 1).
Interval NormalInterval(double estimate, double standard_error,
                        double confidence);

// The probability that a standard normal variable is at most x.
double NormalCdf(double x);
// The x with NormalCdf(x) == probability. Requires: probability in (0, 1).
double NormalQuantile(double probability);

// INVALID_ARGUMENT unless 0 < confidence < 1.
absl::Status CheckConfidence(double confidence);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_INTERVAL_H_
