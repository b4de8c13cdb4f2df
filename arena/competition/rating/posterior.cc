#include "arena/competition/rating/posterior.h"

#include <Eigen/Cholesky>
#include <utility>

namespace arena::competition {
namespace {

// A round leaves a tenth of the error of the one before, or less.
constexpr int kRounds = 3;

Eigen::MatrixXd Inverse(const Eigen::MatrixXd& matrix) {
  return matrix.ldlt().solve(
      Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols()));
}

}  // namespace

Posterior PosteriorAtMaximum(const ChoiceModel& model,
                             const Eigen::VectorXd& x) {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  model.Derivatives(x, gradient, curvature);
  return {x, Inverse(curvature)};
}

Posterior NearestPosterior(const ChoiceModel& model, const Eigen::VectorXd& x) {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  model.Derivatives(x, gradient, curvature);
  Posterior posterior = {x, Inverse(curvature)};
  for (int round = 0; round < kRounds; ++round) {
    Eigen::MatrixXd mean_curvature;
    model.MeanDerivatives(posterior.means, posterior.covariances, gradient,
                          mean_curvature);
    // A wide distribution swings to and fro: the last step goes half way.
    if (round + 1 == kRounds) mean_curvature = (curvature + mean_curvature) / 2;
    curvature = std::move(mean_curvature);
    posterior.covariances = Inverse(curvature);
    posterior.means += posterior.covariances * gradient;
  }
  return posterior;
}

}  // namespace arena::competition
