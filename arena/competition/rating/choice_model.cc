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
// A step this short changes no visible digit.
constexpr double kNoStep = 1e-9;
// The least part of its precision that a prior adds to the curvature.
constexpr double kLeastPart = 0.1;

double ValueOf(const Alternative& alternative, const Vector& x) {
  double value = 0;
  for (const Term& term : alternative) {
    value += term.coefficient * x[term.parameter];
  }
  return value;
}

std::vector<double> ValuesOf(const Choice& choice, const Vector& x) {
  std::vector<double> values;
  values.reserve(choice.alternatives.size());
  for (const Alternative& alternative : choice.alternatives) {
    values.push_back(ValueOf(alternative, x));
  }
  return values;
}

double LogSumExp(const std::vector<double>& values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

// Adds the contribution of a choice: with probabilities p and alternatives as
// vectors a, w * (a_chosen - E[a]) and w * (E[a a'] - E[a] E[a]').
void AddDerivatives(const Choice& choice, const Vector& x, Vector& gradient,
                    Matrix& curvature) {
  const std::vector<double> values = ValuesOf(choice, x);
  const double log_sum = LogSumExp(values);
  std::vector<Term> mean;
  for (size_t i = 0; i < values.size(); ++i) {
    const double mass = choice.weight * std::exp(values[i] - log_sum);
    const Alternative& terms = choice.alternatives[i];
    for (const Term& a : terms) {
      mean.push_back({a.parameter, mass * a.coefficient});
      for (const Term& b : terms) {
        curvature(a.parameter, b.parameter) +=
            mass * a.coefficient * b.coefficient;
      }
    }
  }
  for (const Term& term : choice.alternatives[choice.chosen]) {
    gradient[term.parameter] += choice.weight * term.coefficient;
  }
  std::sort(mean.begin(), mean.end(), [](const Term& a, const Term& b) {
    return a.parameter < b.parameter;
  });
  std::vector<Term> sums;
  for (const Term& term : mean) {
    if (sums.empty() || sums.back().parameter != term.parameter) {
      sums.push_back({term.parameter, 0});
    }
    sums.back().coefficient += term.coefficient;
  }
  for (const Term& a : sums) {
    gradient[a.parameter] -= a.coefficient;
    for (const Term& b : sums) {
      curvature(a.parameter, b.parameter) -=
          a.coefficient * b.coefficient / choice.weight;
    }
  }
}

// A row for each alternative, a column for each of the parameters.
Matrix CoefficientsOf(const Choice& choice,
                      const std::vector<int>& parameters) {
  const auto rows = static_cast<int>(choice.alternatives.size());
  const auto columns = static_cast<int>(parameters.size());
  Matrix coefficients(rows, columns);
  for (int row = 0; row < rows; ++row) {
    for (const Term& term : choice.alternatives[row]) {
      const auto place = std::lower_bound(parameters.begin(), parameters.end(),
                                          term.parameter);
      coefficients(row, place - parameters.begin()) += term.coefficient;
    }
  }
  return coefficients;
}

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

double CurvatureOf(const Prior& prior, double distance) {
  const double near = prior.deviation * prior.deviation;
  const double far = prior.tails * distance * distance;
  // Far out in a tail the curvature would be below 0.
  return PrecisionOf(prior, distance) *
         std::max((near - far) / (near + far), kLeastPart);
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
                               Matrix& sum) const {
  const int predecessor = parameters_[parameter].predecessor;
  sum(parameter, parameter) += curvature;
  if (predecessor < 0) return;
  sum(predecessor, predecessor) += curvature;
  sum(parameter, predecessor) -= curvature;
  sum(predecessor, parameter) -= curvature;
}

double ChoiceModel::LogPosterior(const Vector& x) const {
  double sum = 0;
  for (const Choice& choice : choices_) {
    const std::vector<double> values = ValuesOf(choice, x);
    sum += choice.weight * (values[choice.chosen] - LogSumExp(values));
  }
  for (int i = 0; i < x.size(); ++i) {
    sum += LogDensity(PriorOf(i), Distance(x, i));
  }
  return sum;
}

void ChoiceModel::AddPriorCurvature(const Vector& x, Matrix& curvature) const {
  for (int i = 0; i < curvature.rows(); ++i) {
    AddCurvature(i, CurvatureOf(PriorOf(i), Distance(x, i)), curvature);
  }
}

void ChoiceModel::Derivatives(const Vector& x, Vector& gradient,
                              Matrix& curvature) const {
  gradient = Vector(x.size());
  for (int i = 0; i < x.size(); ++i) {
    const double distance = Distance(x, i);
    AddPull(i, -PrecisionOf(PriorOf(i), distance) * distance, gradient);
  }
  curvature = Matrix(x.size(), x.size());
  AddPriorCurvature(x, curvature);
  for (const Choice& choice : choices_) {
    AddDerivatives(choice, x, gradient, curvature);
  }
}

void ChoiceModel::MeanDerivatives(const Vector& x, const Matrix& covariances,
                                  Vector& gradient, Matrix& curvature) const {
  gradient = Vector(x.size());
  curvature = Matrix(x.size(), x.size());
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
      AddCurvature(i, weight * CurvatureOf(PriorOf(i), distance), curvature);
    }
  }
  for (size_t i = 0; i < choices_.size(); ++i) {
    const std::vector<int> own = ParametersOf(i, i + 1);
    const Matrix coefficients = CoefficientsOf(choices_[i], own);
    const Chances mean = MeanChances(coefficients, choices_[i].chosen,
                                     x.At(own), covariances.At(own));
    Vector surprise = -1 * mean.probabilities;
    surprise[choices_[i].chosen] += 1;
    const Matrix by_parameter = Transposed(coefficients);
    gradient.AddAt(own, choices_[i].weight, by_parameter * surprise);
    curvature.AddAt(own, choices_[i].weight,
                    by_parameter * mean.covariances * coefficients);
  }
}

Vector ChoiceModel::Step(const Vector& x, Vector& gradient,
                         Matrix& curvature) const {
  Derivatives(x, gradient, curvature);
  Vector step = Solve(curvature, gradient);
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
    for (const Alternative& alternative : choices_[i].alternatives) {
      for (const Term& term : alternative) {
        parameters.push_back(term.parameter);
      }
    }
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
  const Vector nothing(size);
  gradient = nothing;
  curvature = Matrix(size, size);
  for (size_t i = first; i < last; ++i) {
    const Choice& choice = choices_[i];
    const std::vector<double> values = ValuesOf(choice, x);
    const double log_sum = LogSumExp(values);
    Vector mean = nothing;
    for (size_t k = 0; k < values.size(); ++k) {
      Vector alternative = nothing;
      for (const Term& term : choice.alternatives[k]) {
        const auto place =
            std::find(parameters.begin(), parameters.end(), term.parameter);
        if (place == parameters.end()) continue;
        alternative[place - parameters.begin()] += term.coefficient;
      }
      const double probability = std::exp(values[k] - log_sum);
      mean += probability * alternative;
      curvature.AddSquare(probability, alternative);
      if (static_cast<int>(k) == choice.chosen) gradient += alternative;
    }
    gradient -= mean;
    curvature.AddSquare(-1, mean);
  }
}

double ChoiceModel::LogEvidence(const Vector& x) const {
  Vector gradient;
  Matrix curvature;
  Derivatives(x, gradient, curvature);
  double evidence = LogPosterior(x) - LogDeterminant(curvature) / 2;
  for (int i = 0; i < x.size(); ++i) {
    evidence -= std::log(PriorOf(i).deviation);
  }
  return evidence;
}

Vector ChoiceModel::Maximum(Vector x) const {
  Vector gradient;
  Matrix curvature;
  double last_length = 1;
  for (int i = 0; i < kMaxSteps; ++i) {
    const Vector step = Step(x, gradient, curvature);
    x += step;
    // Short steps get ever shorter, until only rounding errors are left.
    const double length = Largest(step);
    const double longest = std::max(length, last_length);
    const bool stuck = longest < kShortStep && length >= 0.98 * last_length;
    if (length < kNoStep || stuck) return x;
    last_length = length;
  }
  ARENA_CHECK(false, "no maximum after ", kMaxSteps, " steps");
}

}  // namespace arena::competition
