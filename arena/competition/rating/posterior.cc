#include "arena/competition/rating/posterior.h"

#include <utility>

#include "arena/competition/rating/linear_algebra.h"

namespace arena::competition {
namespace {

// A round leaves at most a tenth of the previous round's error.
constexpr int kRounds = 3;
constexpr int kRoundsOfLargeField = 2;

// An entrant that wins everything may be arbitrarily strong, and the steps
// would run away. So the steps end when a deviation exceeds this multiple of
// the deviation at the maximum, or when a mean is this many deviations away
// from the maximum.
constexpr double kMostWider = 1.5;
constexpr double kFarthest = 0.75;

bool IsNear(const Posterior& posterior, const Posterior& top) {
  for (int i = 0; i < top.means.size(); ++i) {
    const double variance = top.covariances(i, i);
    const double wider = posterior.covariances(i, i);
    const double off = posterior.means[i] - top.means[i];
    const bool is_near = wider > 0 &&
                         wider <= kMostWider * kMostWider * variance &&
                         off * off <= kFarthest * kFarthest * variance;
    if (!is_near) return false;
  }
  return true;
}

}  // namespace

Posterior PosteriorAtMaximum(const ChoiceModel& model, const Vector& x) {
  Vector gradient;
  Curvature curvature;
  model.Derivatives(x, gradient, curvature);
  return {x, Inverse(curvature)};
}

Posterior NearestPosterior(const ChoiceModel& model, const Vector& x) {
  Vector gradient;
  Curvature curvature;
  model.Derivatives(x, gradient, curvature);
  const Posterior top = {x, Inverse(curvature)};
  Posterior posterior = top;
  const int rounds = x.size() > kLargeField ? kRoundsOfLargeField : kRounds;
  for (int round = 0; round < rounds; ++round) {
    Curvature mean_curvature;
    model.MeanDerivatives(posterior.means, posterior.covariances, gradient,
                          mean_curvature);
    // The steps of a wide distribution oscillate, so the last step goes half
    // way.
    if (round + 1 == rounds) {
      mean_curvature += curvature;
      mean_curvature *= 0.5;
    }
    curvature = std::move(mean_curvature);
    Posterior next = {posterior.means, Inverse(curvature)};
    next.means += next.covariances * gradient;
    if (!IsNear(next, top)) break;
    posterior = std::move(next);
  }
  return posterior;
}

}  // namespace arena::competition
