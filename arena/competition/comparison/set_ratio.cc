#include "arena/competition/comparison/set_ratio.h"

#include <algorithm>
#include <cmath>

namespace arena::competition {
namespace {

// Fewer do not show how much sets differ.
constexpr int kFewestForError = 10;
constexpr double kHeld = 0.95;
// Smaller errors come from rounding.
constexpr double kNoError = 1e-6;

}  // namespace

void SetRatio::EndSet() {
  if (whole_ != 0) {
    ++sets_;
    parts_ += part_;
    wholes_ += whole_;
    parts_2_ += part_ * part_;
    products_ += part_ * whole_;
    wholes_2_ += whole_ * whole_;
  }
  part_ = whole_ = 0;
}

double SetRatio::StandardError() const {
  if (sets_ < 2) return 0;
  const double ratio = value();
  const double squares =
      parts_2_ - 2 * ratio * products_ + ratio * ratio * wholes_2_;
  return std::sqrt(std::max(0.0, squares) * sets_ / (sets_ - 1)) /
         std::abs(wholes_);
}

RatioEstimate SetRatio::Mean() const {
  RatioEstimate mean = {value(), std::nullopt};
  if (sets_ >= kFewestForError) {
    mean.interval = NormalInterval(value(), StandardError(), kHeld);
  }
  return mean;
}

RatioEstimate SetRatio::Share() const {
  RatioEstimate share = Mean();
  if (!share.interval.has_value()) return share;
  const double p = share.value;
  const double error = StandardError();
  // Sets without any difference are as good as single trials.
  const double trials =
      error > kNoError ? p * (1 - p) / (error * error) : sets_;
  const double z = NormalQuantile((1 + kHeld) / 2);
  const double part = z * z / trials;
  const double centre = (p + part / 2) / (1 + part);
  const double reach =
      z * std::sqrt(p * (1 - p) / trials + part / (4 * trials)) / (1 + part);
  share.interval = {std::max(0.0, centre - reach),
                    std::min(1.0, centre + reach)};
  return share;
}

}  // namespace arena::competition
