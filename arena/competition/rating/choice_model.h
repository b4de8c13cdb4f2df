// The function that the batch rating maximises: a sum of log-probabilities of
// choices, each log-linear in the parameters.
#ifndef ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
#define ARENA_COMPETITION_RATING_CHOICE_MODEL_H_

#include <array>
#include <cstddef>
#include <vector>

#include "arena/competition/rating/curvature.h"
#include "arena/competition/rating/linear_algebra.h"

namespace arena::competition {

// One of the alternatives was chosen, with a probability in proportion to the
// exponential of its linear function of the parameters.
struct Choice {
  double weight = 1;
  // Ascending.
  std::vector<int> parameters;
  // A row for each alternative, a column for each parameter.
  Matrix coefficients;
  int chosen = 0;
};

// Parameters of one kind have one prior.
enum class Kind {
  // The log-strength of a competitor.
  kStrength,
  // The log-strength of a competitor that succeeds another one.
  kSuccessor,
  // The logarithm of how common ties are.
  kTie,
};
inline constexpr int kKinds = 3;

struct Parameter {
  Kind kind = Kind::kStrength;
  // A successor: the earlier parameter that it succeeds. The prior is about the
  // distance between the two.
  int predecessor = -1;
};

struct Prior {
  // The scale: the standard deviation if the prior is normal.
  double deviation = 1;
  // The inverse of the degrees of freedom of Student's distribution, 0 for the
  // normal one.
  double tails = 0;
};

// Maximises  sum of weight * log P(chosen)  +  sum of log prior(z_k / sd_k),
// where z_k is the parameter x_k, less its predecessor if it has one. The
// prior is normal or Student's distribution. If all are normal, the sum is
// strictly concave: log-sum-exp is convex, and the squares strictly convex.
class ChoiceModel {
 public:
  static constexpr double kLeastPart = 0.1;

  // Requires: every parameter of a choice is among `parameters`.
  ChoiceModel(std::vector<Choice> choices, std::vector<Parameter> parameters);

  // Replaces the prior of a kind. Requires: a deviation above 0.
  void SetPrior(Kind kind, const Prior& prior) {
    priors_[static_cast<int>(kind)] = prior;
  }
  // The number of parameters of these kinds.
  int Count(Kind kind) const;
  int Competitors() const {
    return Count(Kind::kStrength) + Count(Kind::kSuccessor);
  }

  double LogPosterior(const Vector& x) const;
  // Fills the gradient and the curvature. The curvature is minus the matrix of
  // second derivatives, except far out in tails, where this matrix would not be
  // positive definite: a prior adds at least this part of its precision.
  void Derivatives(const Vector& x, Vector& gradient, Curvature& curvature,
                   double least_part = kLeastPart) const;
  // The means of both over the normal distribution around `x` with these
  // covariances: of the choices by cubature of degree 3 (a match is nearly a
  // polynomial of that degree over such distances), of the prior by Gauss and
  // Hermite's rule of degree 5.
  void MeanDerivatives(const Vector& x, const Matrix& covariances,
                       Vector& gradient, Curvature& curvature) const;

  // The maximum, by Newton's method from `x`. Steps are halved until they
  // improve by a part of what they promise (Armijo), which converges from
  // anywhere for a concave function (Boyd, Vandenberghe 2004, section 9.5).
  // With tails there may be several maxima; the result is the maximum uphill of
  // `x`.
  Vector Maximum(Vector x) const;
  Vector Maximum() const {
    return Maximum(Vector(static_cast<int>(parameters_.size())));
  }

  // The parameters on which choices `first` to `last` - 1 depend, ascending.
  std::vector<int> ParametersOf(size_t first, size_t last) const;
  // Of choices `first` to `last` - 1 with the weight 1, the gradient with
  // respect to these parameters alone, and the curvature.
  void MatchDerivatives(size_t first, size_t last, const Vector& x,
                        const std::vector<int>& parameters, Vector& gradient,
                        Matrix& curvature) const;
  // The prior's contribution to the curvature, of the first parameters only.
  Matrix PriorCurvature(const Vector& x, int parameters) const;
  // Multiplies the weights of all choices.
  void Scale(double factor) {
    for (Choice& choice : choices_) choice.weight *= factor;
  }

  // The logarithm of the integral of the posterior over all parameters, by
  // Laplace's method at its maximum `x` and up to a constant: how probable the
  // choices are with these deviations.
  double LogEvidence(const Vector& x) const;

 private:
  // Newton's step from `x`, by whether it is near the maximum.
  Vector Step(const Vector& x, bool near, Vector& gradient,
              Curvature& curvature) const;
  // Adds the curvature of the prior of these first parameters.
  void AddPriorCurvature(const Vector& x, int parameters, double least_part,
                         Curvature& curvature) const;
  const Prior& PriorOf(int parameter) const {
    return priors_[static_cast<int>(parameters_[parameter].kind)];
  }
  // The parameter, less its predecessor.
  double Distance(const Vector& x, int parameter) const;
  // Adds the pull of a parameter's prior to the gradient.
  void AddPull(int parameter, double pull, Vector& gradient) const;
  // Adds the curvature of a parameter's prior.
  void AddCurvature(int parameter, double curvature, Curvature& sum) const;

  std::vector<Choice> choices_;
  std::vector<Parameter> parameters_;
  // By kind.
  std::array<Prior, kKinds> priors_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CHOICE_MODEL_H_
