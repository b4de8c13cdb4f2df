// A sum of log-probabilities of choices, each log-linear in the parameters:
// what the batch rating maximises.
#ifndef ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
#define ARENA_COMPETITION_RATING_CHOICE_MODEL_H_

#include <Eigen/Core>
#include <vector>

namespace arena::competition {

// One term of a linear function of the parameters.
struct Term {
  int parameter = 0;
  double coefficient = 0;
};
// The log of the propensity to choose this alternative, up to a constant.
using Alternative = std::vector<Term>;

// One of the alternatives was chosen, with a probability in proportion to the
// exponential of its linear function.
struct Choice {
  double weight = 1;
  std::vector<Alternative> alternatives;
  int chosen = 0;
};

// Maximises  sum of weight * log P(chosen)  -  sum of (x_k / sd_k)^2 / 2.
// Strictly concave: log-sum-exp is convex, and the last sum strictly convex.
class ChoiceModel {
 public:
  // Requires: every parameter of a choice has a deviation, and all are > 0.
  ChoiceModel(std::vector<Choice> choices, Eigen::VectorXd deviations);

  double LogPosterior(const Eigen::VectorXd& x) const;
  // Fills the gradient and the curvature, which is minus the matrix of second
  // derivatives and positive definite.
  void Derivatives(const Eigen::VectorXd& x, Eigen::VectorXd& gradient,
                   Eigen::MatrixXd& curvature) const;

  // The maximum, by Newton's method from 0. Steps are halved until they
  // improve by a part of what they promise (Armijo), which converges from
  // anywhere for such a function (Boyd, Vandenberghe 2004, section 9.5).
  Eigen::VectorXd Maximum() const;

 private:
  Eigen::VectorXd Step(const Eigen::VectorXd& x, Eigen::VectorXd& gradient,
                       Eigen::MatrixXd& curvature) const;

  std::vector<Choice> choices_;
  Eigen::VectorXd deviations_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
