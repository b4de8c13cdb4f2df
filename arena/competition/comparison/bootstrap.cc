#include "arena/competition/comparison/bootstrap.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

double MeanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

// The means of resamples.
std::vector<double> ResampledMeans(const std::vector<double>& values,
                                   const BootstrapOptions& options) {
  Rng rng(options.seed);
  const auto n = static_cast<uint32_t>(values.size());
  std::vector<double> means(options.resamples);
  for (double& mean : means) {
    double sum = 0;
    for (uint32_t i = 0; i < n; ++i) sum += values[rng.Below(n)];
    mean = sum / n;
  }
  return means;
}

// z0. If all resampled means lie on one side, half of one counts as if it lay
// on the other side.
double BiasCorrection(const std::vector<double>& means, double mean) {
  double below = 0;
  for (const double other : means) {
    below += other < mean ? 1 : other == mean ? 0.5 : 0;
  }
  const double count = static_cast<double>(means.size());
  return NormalQuantile(std::clamp(below, 0.5, count - 0.5) / count);
}

double Acceleration(const std::vector<double>& values, double mean) {
  double squares = 0;
  double cubes = 0;
  for (const double value : values) {
    const double distance = value - mean;
    squares += distance * distance;
    cubes += distance * distance * distance;
  }
  return squares == 0 ? 0 : cubes / (6 * std::pow(squares, 1.5));
}

// z before its correction.
double StudentQuantile(double n, double q) {
  const boost::math::students_t student(n - 1);
  return quantile(student, q) * std::sqrt(n / (n - 1));
}

Interval BcaInterval(const std::vector<double>& values, double mean,
                     const BootstrapOptions& options) {
  std::vector<double> means = ResampledMeans(values, options);
  const double z0 = BiasCorrection(means, mean);
  const double a = Acceleration(values, mean);
  const double n = static_cast<double>(values.size());
  const auto limit = [&](double q) {
    const double z = z0 + StudentQuantile(n, q);
    const double share = NormalCdf(z0 + z / (1 - a * z));
    const double count = static_cast<double>(means.size());
    const double place = std::clamp(std::round(share * (count + 1)), 1., count);
    const auto found = means.begin() + static_cast<std::ptrdiff_t>(place) - 1;
    std::nth_element(means.begin(), found, means.end());
    return *found;
  };
  const double low = limit((1 - options.confidence) / 2);
  const double high = limit((1 + options.confidence) / 2);
  return {std::min(low, high), std::max(low, high)};
}

// The limits that BCa tends to as values and resamples become many.
Interval ExpandedInterval(const std::vector<double>& values, double mean,
                          double confidence) {
  const double a = Acceleration(values, mean);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double n = static_cast<double>(values.size());
  const double standard_error = std::sqrt(squares) / n;
  const auto limit = [&](double q) {
    const double z = a + StudentQuantile(n, q);
    const double corrected = a + z / (1 - a * z);
    return mean +
           standard_error * (corrected + a * (corrected * corrected - 1));
  };
  return {limit((1 - confidence) / 2), limit((1 + confidence) / 2)};
}

// Negates the values if this makes them the lesser of the two lists, so that
// both lists lead to the same computation. Returns whether it did.
bool TakeLesserSign(std::vector<double>& values) {
  std::vector<double> opposite;
  for (const double value : values) opposite.push_back(0 - value);
  std::sort(opposite.begin(), opposite.end());
  if (!(opposite < values)) return false;
  values = std::move(opposite);
  return true;
}

absl::Status CheckInput(absl::Span<const double> values,
                        const BootstrapOptions& options) {
  if (values.empty()) {
    return absl::InvalidArgumentError("no values; expected at least one");
  }
  for (const double value : values) {
    if (std::isfinite(value)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("a value is ", value, "; expected a finite number"));
  }
  if (options.resamples < 100) {
    return absl::InvalidArgumentError(absl::StrCat(
        options.resamples, " resamples are too few; expected at least 100"));
  }
  return CheckConfidence(options.confidence);
}

}  // namespace

absl::StatusOr<MeanEstimate> BootstrapMean(absl::Span<const double> values,
                                           const BootstrapOptions& options) {
  ARENA_RETURN_IF_ERROR(CheckInput(values, options));
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const bool turned = TakeLesserSign(sorted);
  MeanEstimate estimate;
  estimate.mean = MeanOf(sorted);
  estimate.count = static_cast<int>(sorted.size());
  if (sorted.size() > kMostResampled) {
    estimate.interval =
        ExpandedInterval(sorted, estimate.mean, options.confidence);
  } else if (sorted.size() > 1) {
    estimate.interval = BcaInterval(sorted, estimate.mean, options);
  }
  if (!turned) return estimate;
  estimate.mean = 0 - estimate.mean;
  if (estimate.interval.has_value()) {
    estimate.interval = {0 - estimate.interval->high,
                         0 - estimate.interval->low};
  }
  return estimate;
}

}  // namespace arena::competition
