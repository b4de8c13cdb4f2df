// Linear algebra with curvatures, which are symmetric and positive definite.
#ifndef ARENA_COMPETITION_RATING_CURVATURE_H_
#define ARENA_COMPETITION_RATING_CURVATURE_H_

#include <Eigen/Core>

namespace arena::competition {

// In a larger field fewer fits are made, by faster methods: whatever a fit
// costs grows with the cube of the entrants. The results of smaller fields do
// not depend on that to the last bit.
inline constexpr Eigen::Index kLargeField = 100;

// `curvature` times the result is `vector`.
Eigen::VectorXd Solve(const Eigen::MatrixXd& curvature,
                      const Eigen::VectorXd& vector);
Eigen::MatrixXd Inverse(const Eigen::MatrixXd& curvature);
double LogDeterminant(const Eigen::MatrixXd& curvature);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CURVATURE_H_
