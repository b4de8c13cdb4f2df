#include "arena/competition/report/figures.h"

#include <cmath>

namespace arena::competition {

double Rounded(double value) {
  // Adding 0 turns -0 into 0.
  return std::round(value * 1e6) / 1e6 + 0.0;
}

v1::Interval Rounded(const Interval& interval) {
  v1::Interval rounded;
  rounded.set_low(Rounded(interval.low));
  rounded.set_high(Rounded(interval.high));
  return rounded;
}

v1::MeanDifference Rounded(const MeanEstimate& mean) {
  v1::MeanDifference rounded;
  rounded.set_mean(Rounded(mean.mean));
  if (mean.interval.has_value()) {
    *rounded.mutable_interval() = Rounded(*mean.interval);
  }
  return rounded;
}

v1::Estimate Rounded(const RatioEstimate& estimate) {
  v1::Estimate rounded;
  rounded.set_value(Rounded(estimate.value));
  if (estimate.interval.has_value()) {
    *rounded.mutable_interval() = Rounded(*estimate.interval);
  }
  return rounded;
}

}  // namespace arena::competition
