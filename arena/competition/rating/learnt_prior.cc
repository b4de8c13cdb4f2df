#include "arena/competition/rating/learnt_prior.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/rating/linear_algebra.h"

namespace arena::competition {
namespace {

// All in logarithms of the deviation in log-units.
const double kLowestDeviation = std::log(1 / kPointsPerLogUnit);
const double kHighestDeviation = std::log(5000 / kPointsPerLogUnit);
constexpr double kSpread = 1;
// The distances between the places at which hills are searched: at first, and
// in a large field near the top.
constexpr double kStep = 0.5;
constexpr double kFineStep = 0.15;
// The search in a large field begins so far above the median, in either
// direction: fits with wider priors take longest.
constexpr double kFarAbove = 1;
// The golden section ends here: one percent of the deviation.
constexpr double kPrecision = 0.01;
// The number of likely deviations on either side of the learnt deviation, and
// their distance in standard deviations. Together they cover three standard
// deviations.
constexpr int kOnEitherSide = 4;
constexpr double kApart = 0.75;
// Half the distance over which the curvature of the hill is measured.
constexpr double kNear = 0.2;
// No hill is wider than the prior knowledge.
constexpr double kNarrowestWidth = 0.01;

double MedianOf(Kind kind) {
  return std::log((kind == Kind::kSuccessor ? 100 : 200) / kPointsPerLogUnit);
}

double Within(double log_deviation) {
  return std::clamp(log_deviation, kLowestDeviation, kHighestDeviation);
}

// The log-probability of the choices with a deviation. Each search begins
// where the last one ended, as neighbouring maxima are close.
class Evidence {
 public:
  Evidence(ChoiceModel model, Kind kind, double tails)
      : model_(std::move(model)), kind_(kind), tails_(tails) {}

  double At(double log_deviation) {
    const Prior prior = {std::exp(log_deviation), tails_};
    if (x_.size() == 0) {
      x_ = MaximumWith(model_, kind_, prior);
    } else {
      model_.SetPrior(kind_, prior);
      x_ = model_.Maximum(std::move(x_));
    }
    const double distance = (log_deviation - MedianOf(kind_)) / kSpread;
    return model_.LogEvidence(x_) - distance * distance / 2;
  }

 private:
  ChoiceModel model_;
  const Kind kind_;
  const double tails_;
  Vector x_;
};

// Three places, the same step apart. The middle one is the highest, except at
// an end of the range.
struct Hill {
  double middle = 0;
  double step = 0;
  double left = 0;
  double at = 0;
  double right = 0;
};

Hill Uphill(Evidence& evidence, double from, double step) {
  Hill hill = {from, step};
  hill.right = evidence.At(from + step);
  hill.at = evidence.At(from);
  hill.left = evidence.At(from - step);
  while (hill.left > hill.at && hill.middle > kLowestDeviation) {
    hill.middle -= step;
    hill.right = std::exchange(hill.at, hill.left);
    hill.left = evidence.At(hill.middle - step);
  }
  while (hill.right > hill.at && hill.middle < kHighestDeviation) {
    hill.middle += step;
    hill.left = std::exchange(hill.at, hill.right);
    hill.right = evidence.At(hill.middle + step);
  }
  return hill;
}

// If only nearly equal entrants met, there may be a second hill. There a narrow
// prior takes small differences for luck, although they add up.
Hill WidestHill(Evidence& evidence) {
  return Uphill(evidence, kHighestDeviation, kStep);
}

// The hill of a large field, if wanted the one near this deviation.
Hill HillOfLargeField(Evidence& evidence, Kind kind,
                      std::optional<double> near) {
  return near.has_value() ? Uphill(evidence, std::log(*near), kFineStep)
                          : Uphill(evidence, MedianOf(kind) + kFarAbove, kStep);
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

// The top of the parabola through the three places. The hill of a large field
// is nearly one.
double TopOfParabola(const Hill& hill) {
  const double bend = hill.left - 2 * hill.at + hill.right;
  if (bend >= 0) return hill.middle;
  const double steps = (hill.left - hill.right) / (2 * bend);
  return hill.middle + std::clamp(steps, -1.0, 1.0) * hill.step;
}

// The standard deviation of the logarithm, from the curvature at the top.
double Width(Evidence& evidence, double top) {
  const double curvature = (2 * evidence.At(top) - evidence.At(top - kNear) -
                            evidence.At(top + kNear)) /
                           (kNear * kNear);
  const double precision = std::max(curvature, 1 / (kSpread * kSpread));
  return std::max(kNarrowestWidth, 1 / std::sqrt(precision));
}

}  // namespace

Vector MaximumWith(ChoiceModel& model, Kind kind, const Prior& prior) {
  // With tails there may be several maxima. The maximum that is found from here
  // keeps an entrant apart from the others if its results say so.
  model.SetPrior(kind, {std::max(prior.deviation, std::exp(MedianOf(kind)))});
  const Vector wide = model.Maximum();
  model.SetPrior(kind, prior);
  return model.Maximum(wide);
}

double LearntDeviation(ChoiceModel model, Kind kind, double tails,
                       std::optional<double> near) {
  const bool small = model.Competitors() <= kLargeField;
  Evidence evidence(std::move(model), kind, tails);
  if (small) {
    const double middle = WidestHill(evidence).middle;
    return std::exp(GoldenSection(evidence, Within(middle - kStep),
                                  Within(middle + kStep)));
  }
  return std::exp(
      Within(TopOfParabola(HillOfLargeField(evidence, kind, near))));
}

std::vector<LikelyDeviation> LikelyDeviations(ChoiceModel model, Kind kind,
                                              double tails, double learnt) {
  Evidence evidence(std::move(model), kind, tails);
  const double top = std::log(learnt);
  const double step = kApart * Width(evidence, top);
  const double highest = evidence.At(top);
  std::vector<LikelyDeviation> likely;
  double sum = 0;
  for (int i = kOnEitherSide; i >= -kOnEitherSide; --i) {
    const double place = Within(top + i * step);
    likely.push_back({std::exp(place), std::exp(evidence.At(place) - highest)});
    sum += likely.back().weight;
  }
  for (LikelyDeviation& deviation : likely) deviation.weight /= sum;
  return likely;
}

}  // namespace arena::competition
