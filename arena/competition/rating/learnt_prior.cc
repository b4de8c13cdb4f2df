#include "arena/competition/rating/learnt_prior.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/rating/curvature.h"

namespace arena::competition {
namespace {

// All in logarithms of the deviation in log-units.
const double kLowestDeviation = std::log(1 / kPointsPerLogUnit);
const double kHighestDeviation = std::log(5000 / kPointsPerLogUnit);
const double kMedianDeviation = std::log(200 / kPointsPerLogUnit);
constexpr double kSpread = 1;
// A first look at this many places finds the hill, and the golden section its
// top, to a hundredth: one percent of the deviation.
constexpr int kPlaces = 12;
constexpr double kPrecision = 0.01;
// In a large field: how far apart the places of the parabola are, far from the
// top and near to it.
constexpr double kCoarseStep = 0.5;
constexpr double kFineStep = 0.15;
// Likely deviations lie so many on either side of the learnt one, this part of
// a standard deviation apart: together three standard deviations.
constexpr int kOnEitherSide = 4;
constexpr double kApart = 0.75;
// Half the distance over which the curvature of the hill is measured.
constexpr double kNear = 0.2;
// No hill is wider than what is known before any result.
constexpr double kNarrowest = 0.01;

// The log-probability of the choices with a deviation. Each search begins
// where the last one ended, as neighbouring maxima are close.
class Evidence {
 public:
  Evidence(ChoiceModel model, int strengths, double tails)
      : model_(std::move(model)), strengths_(strengths), tails_(tails) {}

  double At(double log_deviation) {
    const double deviation = std::exp(log_deviation);
    if (x_.size() == 0) {
      x_ = MaximumWith(model_, strengths_, tails_, deviation);
    } else {
      model_.SetPrior(strengths_, deviation, tails_);
      x_ = model_.Maximum(std::move(x_));
    }
    const double distance = (log_deviation - kMedianDeviation) / kSpread;
    return model_.LogEvidence(x_) - distance * distance / 2;
  }

 private:
  ChoiceModel model_;
  const int strengths_;
  const double tails_;
  Eigen::VectorXd x_;
};

double HighestPlace(Evidence& evidence, double step) {
  double best = kHighestDeviation;
  double highest = evidence.At(best);
  for (int i = 1; i <= kPlaces; ++i) {
    const double place = kHighestDeviation - i * step;
    const double value = evidence.At(place);
    if (value > highest) {
      highest = value;
      best = place;
    }
  }
  return best;
}

// The maximum between `low` and `high` of a function with one hill there.
double GoldenSection(Evidence& evidence, double low, double high) {
  constexpr double kPart = 1 / std::numbers::phi;
  double left = high - kPart * (high - low);
  double right = low + kPart * (high - low);
  double at_left = evidence.At(left);
  double at_right = evidence.At(right);
  while (high - low > kPrecision) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kPart * (high - low);
      at_left = evidence.At(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kPart * (high - low);
      at_right = evidence.At(right);
    }
  }
  return (low + high) / 2;
}

// The top of the parabola through three places, of which the middle one is the
// highest. The hill of a large field is one, and nearly a parabola.
double TopOfParabola(Evidence& evidence, double middle, double step) {
  double left = evidence.At(middle - step);
  double at = evidence.At(middle);
  double right = evidence.At(middle + step);
  while (left > at && middle > kLowestDeviation) {
    middle -= step;
    right = std::exchange(at, left);
    left = evidence.At(middle - step);
  }
  while (right > at && middle < kHighestDeviation) {
    middle += step;
    left = std::exchange(at, right);
    right = evidence.At(middle + step);
  }
  const double bend = left - 2 * at + right;
  if (bend >= 0) return middle;
  return middle + std::clamp((left - right) / (2 * bend), -1.0, 1.0) * step;
}

// The standard deviation of the logarithm, from the curvature at the top.
double Width(Evidence& evidence, double top) {
  const double curvature = (2 * evidence.At(top) - evidence.At(top - kNear) -
                            evidence.At(top + kNear)) /
                           (kNear * kNear);
  const double precision = std::max(curvature, 1 / (kSpread * kSpread));
  return std::max(kNarrowest, 1 / std::sqrt(precision));
}

}  // namespace

Eigen::VectorXd MaximumWith(ChoiceModel& model, int strengths, double tails,
                            double deviation) {
  // With tails there may be several maxima. The one that is found from here
  // keeps an entrant apart from the others if its results say so.
  model.SetPrior(strengths, std::max(deviation, std::exp(kMedianDeviation)), 0);
  const Eigen::VectorXd wide = model.Maximum();
  model.SetPrior(strengths, deviation, tails);
  return model.Maximum(wide);
}

double LearntPrior(ChoiceModel model, int strengths, double tails,
                   std::optional<double> near) {
  Evidence evidence(std::move(model), strengths, tails);
  if (strengths > kLargeField) {
    return std::exp(near.has_value()
                        ? TopOfParabola(evidence, std::log(*near), kFineStep)
                        : TopOfParabola(evidence, kMedianDeviation, kCoarseStep));
  }
  const double step = (kHighestDeviation - kLowestDeviation) / kPlaces;
  const double place = HighestPlace(evidence, step);
  return std::exp(GoldenSection(evidence,
                                std::max(kLowestDeviation, place - step),
                                std::min(kHighestDeviation, place + step)));
}

std::vector<LikelyDeviation> LikelyDeviations(ChoiceModel model, int strengths,
                                              double tails, double learnt) {
  Evidence evidence(std::move(model), strengths, tails);
  const double top = std::log(learnt);
  const double step = kApart * Width(evidence, top);
  const double highest = evidence.At(top);
  std::vector<LikelyDeviation> likely;
  double sum = 0;
  for (int i = kOnEitherSide; i >= -kOnEitherSide; --i) {
    const double place =
        std::clamp(top + i * step, kLowestDeviation, kHighestDeviation);
    likely.push_back({std::exp(place), std::exp(evidence.At(place) - highest)});
    sum += likely.back().weight;
  }
  for (LikelyDeviation& deviation : likely) deviation.weight /= sum;
  return likely;
}

}  // namespace arena::competition
