#include "arena/competition/rating/choice_model.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "arena/competition/rating/curvature.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Newton needs about ten steps; far more would be a bug.
constexpr int kMaxSteps = 1000;
// Within a step this short the curvature hardly changes, as probabilities
// change by less than a tenth: Newton converges quadratically without search.
constexpr double kShortStep = 0.05;
// A step so short changes no digit that anyone sees.
constexpr double kNoStep = 1e-9;
// The least part of its precision that a prior adds to the curvature.
constexpr double kLeastPart = 0.1;

double ValueOf(const Alternative& alternative, const Eigen::VectorXd& x) {
  double value = 0;
  for (const Term& term : alternative) {
    value += term.coefficient * x[term.parameter];
  }
  return value;
}

std::vector<double> ValuesOf(const Choice& choice, const Eigen::VectorXd& x) {
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

// Adds what a choice contributes: with probabilities p and alternatives as
// vectors a, w * (a_chosen - E[a]) and w * (E[a a'] - E[a] E[a]').
void AddDerivatives(const Choice& choice, const Eigen::VectorXd& x,
                    Eigen::VectorXd& gradient, Eigen::MatrixXd& curvature) {
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
Eigen::MatrixXd CoefficientsOf(const Choice& choice,
                               const std::vector<int>& parameters) {
  const auto rows = static_cast<Eigen::Index>(choice.alternatives.size());
  const auto columns = static_cast<Eigen::Index>(parameters.size());
  Eigen::MatrixXd coefficients = Eigen::MatrixXd::Zero(rows, columns);
  for (Eigen::Index row = 0; row < rows; ++row) {
    for (const Term& term : choice.alternatives[row]) {
      const auto place = std::lower_bound(parameters.begin(), parameters.end(),
                                          term.parameter);
      coefficients(row, place - parameters.begin()) += term.coefficient;
    }
  }
  return coefficients;
}

// How probable the alternatives of a choice are, and the covariances of which
// of them is chosen.
struct Chances {
  Eigen::VectorXd probabilities;
  Eigen::MatrixXd covariances;
};

// The means over a normal distribution of the parameters. A choice depends only
// on the differences of its alternatives, which are one fewer than these: there
// is a point to either side along every principal axis of the differences.
Chances MeanChances(const Eigen::MatrixXd& coefficients, int chosen,
                    const Eigen::VectorXd& x,
                    const Eigen::MatrixXd& covariances) {
  const Eigen::VectorXd values = coefficients * x;
  const Eigen::MatrixXd differences =
      coefficients.rowwise() - coefficients.row(chosen);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(
      differences * covariances * differences.transpose());
  const Eigen::Index count = values.size();
  const auto lengths = static_cast<double>(count - 1);
  Chances mean = {Eigen::VectorXd::Zero(count),
                  Eigen::MatrixXd::Zero(count, count)};
  // The first axis has no length: the chosen alternative, less itself.
  for (Eigen::Index axis = 1; axis < count; ++axis) {
    const double length =
        std::sqrt(lengths * std::max(0.0, axes.eigenvalues()[axis]));
    for (const double step : {-length, length}) {
      const Eigen::VectorXd near =
          values + step * axes.eigenvectors().col(axis);
      Eigen::VectorXd chances = (near.array() - near.maxCoeff()).exp();
      chances /= chances.sum();
      mean.probabilities += chances;
      mean.covariances.diagonal() += chances;
      mean.covariances -= chances * chances.transpose();
    }
  }
  mean.probabilities /= 2 * lengths;
  mean.covariances /= 2 * lengths;
  return mean;
}

// Of Student's distribution with 1 / tails degrees of freedom, or the normal
// one, up to a constant.
double LogDensity(double x, double tails) {
  if (tails == 0) return -x * x / 2;
  return -(1 + tails) / (2 * tails) * std::log1p(tails * x * x);
}

}  // namespace

ChoiceModel::ChoiceModel(std::vector<Choice> choices,
                         Eigen::VectorXd deviations)
    : choices_(std::move(choices)),
      deviations_(std::move(deviations)),
      tails_(Eigen::VectorXd::Zero(deviations_.size())) {}

double ChoiceModel::LogPosterior(const Eigen::VectorXd& x) const {
  double sum = 0;
  for (const Choice& choice : choices_) {
    const std::vector<double> values = ValuesOf(choice, x);
    sum += choice.weight * (values[choice.chosen] - LogSumExp(values));
  }
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    sum += LogDensity(x[i] / deviations_[i], tails_[i]);
  }
  return sum;
}

Eigen::VectorXd ChoiceModel::PriorPrecision(const Eigen::VectorXd& x) const {
  return (1 + tails_.array()) /
         (deviations_.array().square() + tails_.array() * x.array().square());
}

Eigen::VectorXd ChoiceModel::PriorCurvature(const Eigen::VectorXd& x) const {
  const Eigen::ArrayXd near = deviations_.array().square();
  const Eigen::ArrayXd far = tails_.array() * x.array().square();
  // Far out in a tail it would be below 0.
  const Eigen::ArrayXd part = ((near - far) / (near + far)).max(kLeastPart);
  return PriorPrecision(x).array() * part;
}

void ChoiceModel::Derivatives(const Eigen::VectorXd& x,
                              Eigen::VectorXd& gradient,
                              Eigen::MatrixXd& curvature) const {
  gradient = -PriorPrecision(x).cwiseProduct(x);
  curvature = PriorCurvature(x).asDiagonal();
  for (const Choice& choice : choices_) {
    AddDerivatives(choice, x, gradient, curvature);
  }
}

void ChoiceModel::MeanDerivatives(const Eigen::VectorXd& x,
                                  const Eigen::MatrixXd& covariances,
                                  Eigen::VectorXd& gradient,
                                  Eigen::MatrixXd& curvature) const {
  AverageOfPrior(x, covariances.diagonal().cwiseSqrt(), gradient, curvature);
  for (size_t i = 0; i < choices_.size(); ++i) {
    const std::vector<int> own = ParametersOf(i, i + 1);
    const Eigen::MatrixXd coefficients = CoefficientsOf(choices_[i], own);
    const Chances mean = MeanChances(coefficients, choices_[i].chosen, x(own),
                                     covariances(own, own));
    const double weight = choices_[i].weight;
    gradient(own) += weight * (coefficients.row(choices_[i].chosen) -
                               mean.probabilities.transpose() * coefficients)
                                  .transpose();
    curvature(own, own) +=
        weight * coefficients.transpose() * mean.covariances * coefficients;
  }
}

void ChoiceModel::AverageOfPrior(const Eigen::VectorXd& x,
                                 const Eigen::VectorXd& deviations,
                                 Eigen::VectorXd& gradient,
                                 Eigen::MatrixXd& curvature) const {
  gradient = Eigen::VectorXd::Zero(x.size());
  curvature = Eigen::MatrixXd::Zero(x.size(), x.size());
  for (const double place : {-1.0, 0.0, 1.0}) {
    const double weight = place == 0 ? 2.0 / 3 : 1.0 / 6;
    const Eigen::VectorXd near = x + place * std::sqrt(3) * deviations;
    gradient -= weight * PriorPrecision(near).cwiseProduct(near);
    curvature.diagonal() += weight * PriorCurvature(near);
  }
}

Eigen::VectorXd ChoiceModel::Step(const Eigen::VectorXd& x,
                                  Eigen::VectorXd& gradient,
                                  Eigen::MatrixXd& curvature) const {
  Derivatives(x, gradient, curvature);
  Eigen::VectorXd step = Solve(curvature, gradient);
  if (step.lpNorm<Eigen::Infinity>() < kShortStep) return step;
  const double now = LogPosterior(x);
  const double rounding = 1e-12 * (1 + std::abs(now));
  double promise = gradient.dot(step);
  while (LogPosterior(x + step) < now + promise / 4 - rounding) {
    step /= 2;
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

void ChoiceModel::MatchDerivatives(size_t first, size_t last,
                                   const Eigen::VectorXd& x,
                                   const std::vector<int>& parameters,
                                   Eigen::VectorXd& gradient,
                                   Eigen::MatrixXd& curvature) const {
  const auto size = static_cast<Eigen::Index>(parameters.size());
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(size);
  gradient = nothing;
  curvature = Eigen::MatrixXd::Zero(size, size);
  for (size_t i = first; i < last; ++i) {
    const Choice& choice = choices_[i];
    const std::vector<double> values = ValuesOf(choice, x);
    const double log_sum = LogSumExp(values);
    Eigen::VectorXd mean = nothing;
    for (size_t k = 0; k < values.size(); ++k) {
      Eigen::VectorXd alternative = nothing;
      for (const Term& term : choice.alternatives[k]) {
        const auto place =
            std::find(parameters.begin(), parameters.end(), term.parameter);
        if (place == parameters.end()) continue;
        alternative[place - parameters.begin()] += term.coefficient;
      }
      const double probability = std::exp(values[k] - log_sum);
      mean += probability * alternative;
      curvature += probability * alternative * alternative.transpose();
      if (static_cast<int>(k) == choice.chosen) gradient += alternative;
    }
    gradient -= mean;
    curvature -= mean * mean.transpose();
  }
}

double ChoiceModel::LogEvidence(const Eigen::VectorXd& x) const {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  Derivatives(x, gradient, curvature);
  return LogPosterior(x) - deviations_.array().log().sum() -
         LogDeterminant(curvature) / 2;
}

Eigen::VectorXd ChoiceModel::Maximum(Eigen::VectorXd x) const {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  double last_length = 1;
  for (int i = 0; i < kMaxSteps; ++i) {
    const Eigen::VectorXd step = Step(x, gradient, curvature);
    x += step;
    // Short steps get ever shorter, until only rounding errors are left.
    const double length = step.lpNorm<Eigen::Infinity>();
    const double longest = std::max(length, last_length);
    const bool stuck = longest < kShortStep && length >= 0.98 * last_length;
    if (length < kNoStep || stuck) return x;
    last_length = length;
  }
  ARENA_CHECK(false, "no maximum after ", kMaxSteps, " steps");
}

}  // namespace arena::competition
