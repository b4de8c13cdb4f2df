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

// Maximises  sum of weight * log P(chosen)  +  sum of log prior(x_k / sd_k).
// The prior is normal or, for the first parameters, Student's distribution. If
// all are normal, the sum is strictly concave: log-sum-exp is convex, and the
// squares strictly convex.
class ChoiceModel {
 public:
  // Requires: every parameter of a choice has a deviation, and all are > 0.
  ChoiceModel(std::vector<Choice> choices, Eigen::VectorXd deviations);

  // Gives the first `count` parameters another deviation, and tails: the
  // inverse of the degrees of freedom of Student's distribution, 0 for the
  // normal one.
  void SetPrior(int count, double deviation, double tails) {
    deviations_.head(count).setConstant(deviation);
    tails_.head(count).setConstant(tails);
  }

  double LogPosterior(const Eigen::VectorXd& x) const;
  // Fills the gradient and the curvature, which is minus the matrix of second
  // derivatives, except far out in tails, where that would not be positive
  // definite.
  void Derivatives(const Eigen::VectorXd& x, Eigen::VectorXd& gradient,
                   Eigen::MatrixXd& curvature) const;
  // The means of both over the normal distribution around `x` with these
  // covariances: of the choices by cubature of degree 3 (a match is nearly a
  // polynomial of that degree over such distances), of the prior by Gauss and
  // Hermite's rule of degree 5.
  void MeanDerivatives(const Eigen::VectorXd& x,
                       const Eigen::MatrixXd& covariances,
                       Eigen::VectorXd& gradient,
                       Eigen::MatrixXd& curvature) const;

  // The maximum, by Newton's method from `x`. Steps are halved until they
  // improve by a part of what they promise (Armijo), which converges from
  // anywhere for a concave function (Boyd, Vandenberghe 2004, section 9.5).
  // With tails there may be several maxima; this one is uphill of `x`.
  Eigen::VectorXd Maximum(Eigen::VectorXd x) const;
  Eigen::VectorXd Maximum() const {
    return Maximum(Eigen::VectorXd::Zero(deviations_.size()));
  }

  // The parameters on which choices `first` to `last` - 1 depend, ascending.
  std::vector<int> ParametersOf(size_t first, size_t last) const;
  // Of choices `first` to `last` - 1 with the weight 1, the gradient with
  // respect to these parameters alone, and the curvature.
  void MatchDerivatives(size_t first, size_t last, const Eigen::VectorXd& x,
                        const std::vector<int>& parameters,
                        Eigen::VectorXd& gradient,
                        Eigen::MatrixXd& curvature) const;
  // What the prior adds to the diagonal of the curvature.
  Eigen::VectorXd PriorCurvature(const Eigen::VectorXd& x) const;
  // Multiplies the weights of all choices.
  void Scale(double factor) {
    for (Choice& choice : choices_) choice.weight *= factor;
  }

  // The logarithm of the integral of the posterior over all parameters, by
  // Laplace's method at its maximum `x` and up to a constant: how probable the
  // choices are with these deviations.
  double LogEvidence(const Eigen::VectorXd& x) const;

 private:
  Eigen::VectorXd Step(const Eigen::VectorXd& x, Eigen::VectorXd& gradient,
                       Eigen::MatrixXd& curvature) const;
  // What the prior adds to MeanDerivatives.
  void AverageOfPrior(const Eigen::VectorXd& x,
                      const Eigen::VectorXd& deviations,
                      Eigen::VectorXd& gradient,
                      Eigen::MatrixXd& curvature) const;
  // The precision of the normal distribution with the pull of the prior at x.
  Eigen::VectorXd PriorPrecision(const Eigen::VectorXd& x) const;

  std::vector<Choice> choices_;
  Eigen::VectorXd deviations_;
  Eigen::VectorXd tails_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
