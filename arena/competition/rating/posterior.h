// The mean and the covariances of the posterior of a model's parameters.
#ifndef ARENA_COMPETITION_RATING_POSTERIOR_H_
#define ARENA_COMPETITION_RATING_POSTERIOR_H_

#include "arena/competition/rating/choice_model.h"

namespace arena::competition {

struct Posterior {
  Vector means;
  Matrix covariances;
};

// The maximum `x` of the model and the inverse of the curvature there
// (Laplace). After few results the posterior is wider than its top, and its
// mean is further from equal strengths.
Posterior PosteriorAtMaximum(const ChoiceModel& model, const Vector& x);

// The normal distribution that is nearest to the posterior: over it, the mean
// of the gradient is 0, and the mean of the curvature is the inverse of its
// covariances (Opper, Archambeau 2009, "The variational Gaussian approximation
// revisited"). `x` is the maximum of the model. After many results this equals
// the distribution at the maximum. It is never far from that distribution, and
// is the same if an entrant wins everything.
Posterior NearestPosterior(const ChoiceModel& model, const Vector& x);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_POSTERIOR_H_
