// Learns from the results of a field how far its strengths differ.
#ifndef ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_
#define ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_

#include <optional>
#include <vector>

#include "arena/competition/rating/choice_model.h"

namespace arena::competition {

// The deviation of the first `strengths` parameters before any result, in
// log-units; `tails` are as in ChoiceModel::SetPrior.
//
// The deviation itself is log-normal, with a median of 200 points and a factor
// of e for one standard deviation. So the deviation does not become 0 or
// infinite if few results tell nothing about it. With ten entrants or more this
// hardly matters. The deviation lies between 1 and 5000 points.

// The deviation under which the choices are most probable; if there are several
// hills, the top of the widest hill. In a large field (kLargeField) the hill is
// a parabola through three places, if wanted uphill of `near`.
double LearntPrior(ChoiceModel model, int strengths, double tails,
                   std::optional<double> near = std::nullopt);

// A deviation, and how probable it is.
struct LikelyDeviation {
  double deviation = 0;
  double weight = 0;
};
// Deviations around `learnt`, the result of LearntPrior, which represent all
// deviations that the choices allow. With fewer strengths they lie further
// apart. The largest deviations come first, and the weights sum to 1.
std::vector<LikelyDeviation> LikelyDeviations(ChoiceModel model, int strengths,
                                              double tails, double learnt);

// Gives the model such a prior. Returns its maximum.
Vector MaximumWith(ChoiceModel& model, int strengths, double tails,
                   double deviation);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_
