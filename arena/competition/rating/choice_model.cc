#include "arena/competition/rating/choice_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Newton needs about ten steps; far more would be a bug.
constexpr int kMaxSteps = 1000;
// Within a step this short the curvature hardly changes, as probabilities
// change by less than a tenth: Newton converges quadratically without search.
constexpr double kShortStep = 0.05;
// Steps this short that do not get shorter are rounding errors.
constexpr double kTinyStep = 1e-4;
// A step this short changes no visible digit.
constexpr double kNoStep = 1e-9;
// No second derivative of a prior is below minus this part of its precision.
constexpr double kNoLeastPart = -1;

double LogSumExp(const std::vector<double>& values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

// A choice at some values of the parameters. It keeps its memory from choice to
// choice.
class ChoiceAt {
 public:
  void Move(const Choice& choice, const Vector& x) {
    choice_ = &choice;
    values_.assign(choice.coefficients.rows(), 0);
    for (int k = 0; k < Parameters(); ++k) {
      const double own = x[choice.parameters[k]];
      for (size_t i = 0; i < values_.size(); ++i) {
        values_[i] += own * Coefficient(i, k);
      }
    }
  }

  double LogChance() const {
    return values_[choice_->chosen] - LogSumExp(values_);
  }

  // Call before the derivatives.
  void Differentiate() {
    const double largest = *std::max_element(values_.begin(), values_.end());
    chances_.clear();
    double sum = 0;
    for (const double value : values_) {
      chances_.push_back(std::exp(value - largest));
      sum += chances_.back();
    }
    for (double& chance : chances_) chance /= sum;
    means_.clear();
    for (int k = 0; k < Parameters(); ++k) {
      double mean = 0;
      for (size_t i = 0; i < chances_.size(); ++i) {
        mean += chances_[i] * Coefficient(i, k);
      }
      means_.push_back(mean);
    }
  }

  // Of the logarithm of the chance, by parameters of the choice.
  double Gradient(int k) const {
    return Coefficient(choice_->chosen, k) - means_[k];
  }
  // Minus the second derivative.
  double Curvature(int k, int l) const {
    double squares = 0;
    for (size_t i = 0; i < chances_.size(); ++i) {
      squares += chances_[i] * Coefficient(i, k) * Coefficient(i, l);
    }
    return squares - means_[k] * means_[l];
  }

 private:
  int Parameters() const { return choice_->coefficients.columns(); }
  double Coefficient(size_t i, int k) const {
    return choice_->coefficients(static_cast<int>(i), k);
  }

  const Choice* choice_ = nullptr;
  // By alternative.
  std::vector<double> values_;
  std::vector<double> chances_;
  // By parameter of the choice: the mean coefficient.
  std::vector<double> means_;
};

// The probabilities of a choice's alternatives, and the covariances of the
// indicators of the chosen alternative.
struct Chances {
  Vector probabilities;
  Matrix covariances;
};

// The means over a normal distribution of the parameters. A choice depends only
// on the differences of its alternatives, which are one fewer than these: there
// is a point to either side along every principal axis of the differences.
Chances MeanChances(const Matrix& coefficients, int chosen, const Vector& x,
                    const Matrix& covariances) {
  const Vector values = coefficients * x;
  Matrix differences = coefficients;
  for (int column = 0; column < differences.columns(); ++column) {
    for (int row = 0; row < differences.rows(); ++row) {
      differences(row, column) -= coefficients(chosen, column);
    }
  }
  const Axes axes = AxesOf(differences * covariances * Transposed(differences));
  const int count = values.size();
  const double lengths = count - 1;
  Chances mean = {Vector(count), Matrix(count, count)};
  // The first axis has no length: the chosen alternative, less itself.
  for (int axis = 1; axis < count; ++axis) {
    const double length =
        std::sqrt(lengths * std::max(0.0, axes.stretches[axis]));
    for (const double step : {-length, length}) {
      const Vector near = values + step * axes.directions.Column(axis);
      const double log_sum = LogSumExp(near.values());
      Vector chances(count);
      for (int i = 0; i < count; ++i) chances[i] = std::exp(near[i] - log_sum);
      mean.probabilities += chances;
      mean.covariances.AddToDiagonal(chances);
      mean.covariances.AddSquare(-1, chances);
    }
  }
  mean.probabilities *= 1 / (2 * lengths);
  mean.covariances *= 1 / (2 * lengths);
  return mean;
}

// The logarithm of a prior's density, up to a constant.
double LogDensity(const Prior& prior, double distance) {
  const double x = distance / prior.deviation;
  if (prior.tails == 0) return -x * x / 2;
  return -(1 + prior.tails) / (2 * prior.tails) *
         std::log1p(prior.tails * x * x);
}

// The precision of the normal distribution with the pull of the prior there.
double PrecisionOf(const Prior& prior, double distance) {
  return (1 + prior.tails) / (prior.deviation * prior.deviation +
                              prior.tails * distance * distance);
}

// At least this part of the precision.
double CurvatureOf(const Prior& prior, double distance, double least_part) {
  const double near = prior.deviation * prior.deviation;
  const double far = prior.tails * distance * distance;
  // Far out in a tail the curvature is below 0.
  return PrecisionOf(prior, distance) *
         std::max((near - far) / (near + far), least_part);
}

}  // namespace

ChoiceModel::ChoiceModel(std::vector<Choice> choices,
                         std::vector<Parameter> parameters)
    : choices_(std::move(choices)), parameters_(std::move(parameters)) {}

int ChoiceModel::Count(Kind kind) const {
  return static_cast<int>(
      std::count_if(parameters_.begin(), parameters_.end(),
                    [kind](const Parameter& own) { return own.kind == kind; }));
}

double ChoiceModel::Distance(const Vector& x, int parameter) const {
  const int predecessor = parameters_[parameter].predecessor;
  return predecessor < 0 ? x[parameter] : x[parameter] - x[predecessor];
}

void ChoiceModel::AddPull(int parameter, double pull, Vector& gradient) const {
  const int predecessor = parameters_[parameter].predecessor;
  gradient[parameter] += pull;
  if (predecessor >= 0) gradient[predecessor] -= pull;
}

void ChoiceModel::AddCurvature(int parameter, double curvature,
                               Curvature& sum) const {
  const int predecessor = parameters_[parameter].predecessor;
  sum.Add(parameter, parameter, curvature);
  if (predecessor < 0) return;
  sum.Add(predecessor, predecessor, curvature);
  sum.Add(predecessor, parameter, -curvature);
}

double ChoiceModel::LogPosterior(const Vector& x) const {
  double sum = 0;
  ChoiceAt at;
  for (const Choice& choice : choices_) {
    at.Move(choice, x);
    sum += choice.weight * at.LogChance();
  }
  for (int i = 0; i < x.size(); ++i) {
    sum += LogDensity(PriorOf(i), Distance(x, i));
  }
  return sum;
}

void ChoiceModel::AddPriorCurvature(const Vector& x, int parameters,
                                    double least_part,
                                    Curvature& curvature) const {
  for (int i = 0; i < parameters; ++i) {
    AddCurvature(i, CurvatureOf(PriorOf(i), Distance(x, i), least_part),
                 curvature);
  }
}

Matrix ChoiceModel::PriorCurvature(const Vector& x, int parameters) const {
  Curvature curvature(parameters);
  AddPriorCurvature(x, parameters, kLeastPart, curvature);
  return curvature.Dense();
}

void ChoiceModel::Derivatives(const Vector& x, Vector& gradient,
                              Curvature& curvature, double least_part) const {
  gradient = Vector(x.size());
  for (int i = 0; i < x.size(); ++i) {
    const double distance = Distance(x, i);
    AddPull(i, -PrecisionOf(PriorOf(i), distance) * distance, gradient);
  }
  curvature.Clear(x.size());
  AddPriorCurvature(x, x.size(), least_part, curvature);
  ChoiceAt at;
  for (const Choice& choice : choices_) {
    at.Move(choice, x);
    at.Differentiate();
    const auto size = static_cast<int>(choice.parameters.size());
    for (int k = 0; k < size; ++k) {
      const int own = choice.parameters[k];
      gradient[own] += choice.weight * at.Gradient(k);
      for (int l = k; l < size; ++l) {
        curvature.Add(own, choice.parameters[l],
                      choice.weight * at.Curvature(k, l));
      }
    }
  }
}

void ChoiceModel::MeanDerivatives(const Vector& x, const Matrix& covariances,
                                  Vector& gradient,
                                  Curvature& curvature) const {
  gradient = Vector(x.size());
  curvature.Clear(x.size());
  for (int i = 0; i < x.size(); ++i) {
    const int from = parameters_[i].predecessor;
    const double variance = from < 0
                                ? covariances(i, i)
                                : covariances(i, i) + covariances(from, from) -
                                      2 * covariances(i, from);
    const double step = std::sqrt(3 * std::max(0.0, variance));
    for (const double place : {-1.0, 0.0, 1.0}) {
      const double weight = place == 0 ? 2.0 / 3 : 1.0 / 6;
      const double distance = Distance(x, i) + place * step;
      AddPull(i, -weight * PrecisionOf(PriorOf(i), distance) * distance,
              gradient);
      AddCurvature(i, weight * CurvatureOf(PriorOf(i), distance, kLeastPart),
                   curvature);
    }
  }
  for (const Choice& choice : choices_) {
    const std::vector<int>& own = choice.parameters;
    const Chances mean = MeanChances(choice.coefficients, choice.chosen,
                                     x.At(own), covariances.At(own));
    Vector surprise = -1 * mean.probabilities;
    surprise[choice.chosen] += 1;
    const Matrix by_parameter = Transposed(choice.coefficients);
    gradient.AddAt(own, choice.weight, by_parameter * surprise);
    curvature.AddAt(own, choice.weight,
                    by_parameter * mean.covariances * choice.coefficients);
  }
}

Vector ChoiceModel::Step(const Vector& x, bool near, Vector& gradient,
                         Curvature& curvature) const {
  Vector step;
  bool definite = near;
  if (near) {
    Derivatives(x, gradient, curvature, kNoLeastPart);
    step = Solve(curvature, gradient, definite);
  }
  if (!definite) {
    Derivatives(x, gradient, curvature);
    step = Solve(curvature, gradient, definite);
  }
  if (Largest(step) < kShortStep) return step;
  const double now = LogPosterior(x);
  const double rounding = 1e-12 * (1 + std::abs(now));
  double promise = Dot(gradient, step);
  while (LogPosterior(x + step) < now + promise / 4 - rounding) {
    step *= 0.5;
    promise /= 2;
  }
  return step;
}

std::vector<int> ChoiceModel::ParametersOf(size_t first, size_t last) const {
  std::vector<int> parameters;
  for (size_t i = first; i < last; ++i) {
    const std::vector<int>& own = choices_[i].parameters;
    parameters.insert(parameters.end(), own.begin(), own.end());
  }
  std::sort(parameters.begin(), parameters.end());
  parameters.erase(std::unique(parameters.begin(), parameters.end()),
                   parameters.end());
  return parameters;
}

void ChoiceModel::MatchDerivatives(size_t first, size_t last, const Vector& x,
                                   const std::vector<int>& parameters,
                                   Vector& gradient, Matrix& curvature) const {
  const auto size = static_cast<int>(parameters.size());
  gradient = Vector(size);
  curvature = Matrix(size, size);
  ChoiceAt at;
  // By parameter: its number in the choice, or -1.
  std::vector<int> places(size);
  for (size_t i = first; i < last; ++i) {
    const std::vector<int>& own = choices_[i].parameters;
    for (int k = 0; k < size; ++k) {
      const auto found =
          std::lower_bound(own.begin(), own.end(), parameters[k]);
      const bool has = found != own.end() && *found == parameters[k];
      places[k] = has ? static_cast<int>(found - own.begin()) : -1;
    }
    at.Move(choices_[i], x);
    at.Differentiate();
    for (int k = 0; k < size; ++k) {
      if (places[k] < 0) continue;
      gradient[k] += at.Gradient(places[k]);
      for (int l = 0; l < size; ++l) {
        if (places[l] >= 0)
          curvature(k, l) += at.Curvature(places[k], places[l]);
      }
    }
  }
}

double ChoiceModel::LogEvidence(const Vector& x) const {
  Vector gradient;
  Curvature curvature;
  Derivatives(x, gradient, curvature);
  double evidence = LogPosterior(x) - LogDeterminant(curvature) / 2;
  for (int i = 0; i < x.size(); ++i) {
    evidence -= std::log(PriorOf(i).deviation);
  }
  return evidence;
}

Vector ChoiceModel::Maximum(Vector x) const {
  Vector gradient;
  Curvature curvature;
  // Of the last step and of the one before.
  double last = 1;
  double before = 1;
  for (int i = 0; i < kMaxSteps; ++i) {
    const Vector step = Step(x, last < kShortStep, gradient, curvature);
    x += step;
    const double length = Largest(step);
    const double longest = std::max({length, last, before});
    const bool stuck = longest < kTinyStep && length >= 0.98 * before;
    if (length < kNoStep || stuck) return x;
    before = std::exchange(last, length);
  }
  ARENA_CHECK(false, "no maximum after ", kMaxSteps, " steps");
}

}  // namespace arena::competition
