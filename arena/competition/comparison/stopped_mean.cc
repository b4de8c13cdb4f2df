#include "arena/competition/comparison/stopped_mean.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arena/core/check.h"
#include "arena/core/rng.h"

namespace arena::competition {
namespace {

constexpr double kMostPaths = 1000;
constexpr double kFewestPaths = 100;
// Of all paths together; a set takes about a tenth of a microsecond.
constexpr double kMostSetsDrawn = 4e6;
// The estimate is sought this many standard errors around the plain mean.
constexpr double kReach = 6;

// A simulated test.
struct Path {
  double sum = 0;
  double sets = 0;
  // 1 if it ended with more for A than the true test, 0 if with less, 1/2 if
  // with as much.
  double more = 0;
};

// 1 if the first sum is greater, 0 if it is less, 1/2 if both are equal but for
// the last bits, which depend on the order of equal values.
double Compare(double first, double second) {
  const double same = 1e-9 * std::max(std::abs(first), std::abs(second));
  return first > second + same ? 1 : first < second - same ? 0 : 0.5;
}

// `ended` has the verdict of the true test for a lead of A, `sum` its sum.
double MoreForA(const SequentialTest& path, int sets, Verdict ended,
                double sum) {
  const bool for_a = path.verdict() == Verdict::kABetter;
  if (path.sets() < sets) return for_a ? 1 : 0;
  if (for_a != (ended == Verdict::kABetter)) return for_a ? 1 : 0;
  return Compare(path.Mean() * path.sets(), sum);
}

// Draws the sets of tests until their verdict, but no more than the true test
// had.
std::vector<Path> Simulate(const SequentialTest& test,
                           const std::vector<double>& values, Verdict ended) {
  const double sum = std::abs(test.Mean()) * test.sets();
  const auto count = static_cast<uint32_t>(values.size());
  std::vector<Path> paths(static_cast<size_t>(
      std::clamp(kMostSetsDrawn / test.sets(), kFewestPaths, kMostPaths)));
  Rng rng("median");
  for (Path& path : paths) {
    SequentialTest drawn = SequentialTest::Create(test.options()).value();
    while (drawn.verdict() == Verdict::kUndecided &&
           drawn.sets() < test.sets()) {
      ARENA_CHECK(drawn.Add(values[rng.Below(count)]).ok());
    }
    path = {drawn.Mean() * drawn.sets(), static_cast<double>(drawn.sets()),
            MoreForA(drawn, test.sets(), ended, sum)};
  }
  return paths;
}

// The distribution of `values` with the weights e^(tilt x).
struct Tilted {
  double log_norm = 0;
  double mean = 0;
};

Tilted Tilt(const std::vector<double>& values, double tilt) {
  double norm = 0;
  double sum = 0;
  for (const double value : values) {
    const double weight = std::exp(tilt * value);
    norm += weight;
    sum += weight * value;
  }
  return {std::log(norm / static_cast<double>(values.size())), sum / norm};
}

// How often paths of tilted sets end with more for A.
double ShareOfMore(const std::vector<Path>& paths, double tilt,
                   double log_norm) {
  const auto log_weight = [&](const Path& path) {
    return tilt * path.sum - path.sets * log_norm;
  };
  double greatest = -INFINITY;
  for (const Path& path : paths) {
    greatest = std::max(greatest, log_weight(path));
  }
  double all = 0;
  double more = 0;
  for (const Path& path : paths) {
    const double weight = std::exp(log_weight(path) - greatest);
    all += weight;
    more += weight * path.more;
  }
  return more / all;
}

}  // namespace

double MedianUnbiasedMean(const SequentialTest& test) {
  // Without a lead both sides are alike.
  if (test.Variance() == 0 || test.Mean() == 0) return test.Mean();
  // A lead of B is mirrored.
  const double sign = test.Mean() < 0 ? -1 : 1;
  std::vector<double> values = test.differences();
  for (double& value : values) value *= sign;
  const Verdict for_leader = sign > 0 ? Verdict::kABetter : Verdict::kBBetter;
  const Verdict ended =
      test.verdict() == for_leader ? Verdict::kABetter : Verdict::kUndecided;
  const std::vector<Path> paths = Simulate(test, values, ended);

  double high = kReach / std::sqrt(test.Variance() * test.sets());
  double low = -high;
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    const double more =
        ShareOfMore(paths, middle, Tilt(values, middle).log_norm);
    (more < 0.5 ? low : high) = middle;
  }
  return sign * Tilt(values, (low + high) / 2).mean;
}

}  // namespace arena::competition
