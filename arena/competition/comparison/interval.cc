#include "arena/competition/comparison/interval.h"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {

Interval NormalInterval(double estimate, double standard_error,
                        double confidence) {
  const double reach = NormalQuantile((1 + confidence) / 2) * standard_error;
  return {estimate - reach, estimate + reach};
}

double NormalCdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

double NormalQuantile(double probability) {
  ARENA_CHECK(probability > 0 && probability < 1, probability);
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * probability);
}

absl::Status CheckConfidence(double confidence) {
  if (confidence > 0 && confidence < 1) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "confidence is ", confidence, "; expected more than 0 and less than 1"));
}

}  // namespace arena::competition
