#include "arena/competition/rating/choice_model.h"

#include <Eigen/Cholesky>
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

}  // namespace

ChoiceModel::ChoiceModel(std::vector<Choice> choices,
                         Eigen::VectorXd deviations)
    : choices_(std::move(choices)), deviations_(std::move(deviations)) {}

double ChoiceModel::LogPosterior(const Eigen::VectorXd& x) const {
  double sum = 0;
  for (const Choice& choice : choices_) {
    const std::vector<double> values = ValuesOf(choice, x);
    sum += choice.weight * (values[choice.chosen] - LogSumExp(values));
  }
  return sum - x.cwiseQuotient(deviations_).squaredNorm() / 2;
}

void ChoiceModel::Derivatives(const Eigen::VectorXd& x,
                              Eigen::VectorXd& gradient,
                              Eigen::MatrixXd& curvature) const {
  const Eigen::VectorXd precisions = deviations_.cwiseAbs2().cwiseInverse();
  gradient = -precisions.cwiseProduct(x);
  curvature = precisions.asDiagonal();
  for (const Choice& choice : choices_) {
    AddDerivatives(choice, x, gradient, curvature);
  }
}

Eigen::VectorXd ChoiceModel::Step(const Eigen::VectorXd& x,
                                  Eigen::VectorXd& gradient,
                                  Eigen::MatrixXd& curvature) const {
  Derivatives(x, gradient, curvature);
  Eigen::VectorXd step = curvature.ldlt().solve(gradient);
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

Eigen::VectorXd ChoiceModel::Maximum() const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(deviations_.size());
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  double last_length = 1;
  for (int i = 0; i < kMaxSteps; ++i) {
    const Eigen::VectorXd step = Step(x, gradient, curvature);
    x += step;
    // The length of short steps is squared each time, until only rounding
    // errors are left.
    const double length = step.lpNorm<Eigen::Infinity>();
    const double longest = std::max(length, last_length);
    if (longest < kShortStep && length >= last_length / 2) return x;
    last_length = length;
  }
  ARENA_CHECK(false, "no maximum after ", kMaxSteps, " steps");
}

}  // namespace arena::competition
