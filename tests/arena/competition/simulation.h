// Random players and results for the tests of the statistics, by fixed seeds.
#ifndef TESTS_ARENA_COMPETITION_SIMULATION_H_
#define TESTS_ARENA_COMPETITION_SIMULATION_H_

#include <cmath>
#include <functional>

#include "arena/competition/comparison/interval.h"
#include "arena/core/rng.h"

namespace arena::competition {

// Draws the difference of one set.
using Draw = std::function<double(Rng&)>;

// A number in (0, 1).
inline double Uniform(Rng& rng) { return (rng.Next() + 0.5) / 4294967296.0; }

// A standard normal number.
inline double Normal(Rng& rng) { return NormalQuantile(Uniform(rng)); }

// The value 1, 0 or -1.
inline Draw Ternary(double win, double loss) {
  return [=](Rng& rng) {
    const double u = Uniform(rng);
    return u < win ? 1.0 : u < win + loss ? -1.0 : 0.0;
  };
}

// A normal value, cut off five deviations from the mean.
inline Draw NormalAround(double mean, double deviation) {
  return [=](Rng& rng) {
    const double limit = 5 * deviation;
    return std::min(limit, std::max(-limit, mean + deviation * Normal(rng)));
  };
}

// A small gain of 1 most times, and seldom the loss of `loss`. The mean is
// `mean`.
inline Draw RareLoss(double mean, double loss) {
  const double rare = (1 - mean) / (1 + loss);
  return [=](Rng& rng) { return Uniform(rng) < rare ? -loss : 1.0; };
}

// An exponential value, shifted to this mean and cut off at 10. It is skewed to
// the right and has the deviation 1.
inline Draw Exponential(double mean) {
  return [=](Rng& rng) {
    return std::min(10.0, mean - 1 - std::log(Uniform(rng)));
  };
}

// The distance by which a share out of `runs` may lie above a probability by
// chance: three standard deviations.
inline double ChanceMargin(double probability, int runs) {
  return 3 * std::sqrt(probability * (1 - probability) / runs);
}

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_SIMULATION_H_
