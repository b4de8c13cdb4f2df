#include "arena/competition/rating/curvature.h"

#include <Eigen/Cholesky>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

namespace arena::competition {
namespace {

// Of a solution, against the vector: Newton's steps are not longer for it.
constexpr double kTolerance = 1e-12;

bool IsLarge(const Eigen::MatrixXd& curvature) {
  return curvature.rows() > kLargeField;
}

}  // namespace

Eigen::VectorXd Solve(const Eigen::MatrixXd& curvature,
                      const Eigen::VectorXd& vector) {
  if (!IsLarge(curvature)) return curvature.ldlt().solve(vector);
  // Most entrants of a large field have never met.
  const Eigen::SparseMatrix<double> sparse = curvature.sparseView();
  Eigen::ConjugateGradient<Eigen::SparseMatrix<double>,
                           Eigen::Lower | Eigen::Upper>
      gradients(sparse);
  gradients.setTolerance(kTolerance);
  Eigen::VectorXd solution = gradients.solve(vector);
  if (gradients.info() == Eigen::Success) return solution;
  return curvature.llt().solve(vector);
}

Eigen::MatrixXd Inverse(const Eigen::MatrixXd& curvature) {
  const auto unit =
      Eigen::MatrixXd::Identity(curvature.rows(), curvature.rows());
  if (!IsLarge(curvature)) return curvature.ldlt().solve(unit);
  return curvature.llt().solve(unit);
}

double LogDeterminant(const Eigen::MatrixXd& curvature) {
  if (!IsLarge(curvature)) {
    return curvature.ldlt().vectorD().array().log().sum();
  }
  return 2 * curvature.llt().matrixLLT().diagonal().array().log().sum();
}

}  // namespace arena::competition
