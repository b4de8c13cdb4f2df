// The function that the batch rating maximises: a sum of log-probabilities of
// choices, each log-linear in the parameters.
#ifndef ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
#define ARENA_COMPETITION_RATING_CHOICE_MODEL_H_

#include <cstddef>
#include <vector>

#include "arena/competition/rating/linear_algebra.h"

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
  ChoiceModel(std::vector<Choice> choices, Vector deviations);

  // Gives the first `count` parameters another deviation, and tails: the
  // inverse of the degrees of freedom of Student's distribution, 0 for the
  // normal one.
  void SetPrior(int count, double deviation, double tails) {
    for (int i = 0; i < count; ++i) deviations_[i] = deviation;
    for (int i = 0; i < count; ++i) tails_[i] = tails;
  }

  double LogPosterior(const Vector& x) const;
  // Fills the gradient and the curvature. The curvature is minus the matrix of
  // second derivatives, except far out in tails, where this matrix would not be
  // positive definite.
  void Derivatives(const Vector& x, Vector& gradient, Matrix& curvature) const;
  // The means of both over the normal distribution around `x` with these
  // covariances: of the choices by cubature of degree 3 (a match is nearly a
  // polynomial of that degree over such distances), of the prior by Gauss and
  // Hermite's rule of degree 5.
  void MeanDerivatives(const Vector& x, const Matrix& covariances,
                       Vector& gradient, Matrix& curvature) const;

  // The maximum, by Newton's method from `x`. Steps are halved until they
  // improve by a part of what they promise (Armijo), which converges from
  // anywhere for a concave function (Boyd, Vandenberghe 2004, section 9.5).
  // With tails there may be several maxima; the result is the maximum uphill of
  // `x`.
  Vector Maximum(Vector x) const;
  Vector Maximum() const { return Maximum(Vector(deviations_.size())); }

  // The parameters on which choices `first` to `last` - 1 depend, ascending.
  std::vector<int> ParametersOf(size_t first, size_t last) const;
  // Of choices `first` to `last` - 1 with the weight 1, the gradient with
  // respect to these parameters alone, and the curvature.
  void MatchDerivatives(size_t first, size_t last, const Vector& x,
                        const std::vector<int>& parameters, Vector& gradient,
                        Matrix& curvature) const;
  // The prior's contribution to the diagonal of the curvature.
  Vector PriorCurvature(const Vector& x) const;
  // Multiplies the weights of all choices.
  void Scale(double factor) {
    for (Choice& choice : choices_) choice.weight *= factor;
  }

  // The logarithm of the integral of the posterior over all parameters, by
  // Laplace's method at its maximum `x` and up to a constant: how probable the
  // choices are with these deviations.
  double LogEvidence(const Vector& x) const;

 private:
  Vector Step(const Vector& x, Vector& gradient, Matrix& curvature) const;
  // Adds the prior's contribution to MeanDerivatives.
  void AverageOfPrior(const Vector& x, const Matrix& covariances,
                      Vector& gradient, Matrix& curvature) const;
  // The precision of the normal distribution with the pull of the prior at x.
  Vector PriorPrecision(const Vector& x) const;

  std::vector<Choice> choices_;
  Vector deviations_;
  Vector tails_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
