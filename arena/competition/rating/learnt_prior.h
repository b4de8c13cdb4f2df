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
// of e for one standard deviation. This keeps a deviation that few results say
// nothing about from becoming 0 or infinite, and hardly shows with ten entrants
// or more. It lies between 1 and 5000 points.

// The deviation under which the choices are most probable; if there are several
// hills, the top of the widest. In a large field (kLargeField) a parabola
// through three places is the hill, if wanted one that is uphill of `near`.
double LearntPrior(ChoiceModel model, int strengths, double tails,
                   std::optional<double> near = std::nullopt);

// A deviation, and how probable it is.
struct LikelyDeviation {
  double deviation = 0;
  double weight = 0;
};
// Deviations around `learnt`, the result of LearntPrior, that stand for all
// deviations which the choices allow: the fewer strengths there are, the wider
// they lie. The widest come first, and their weights sum to 1.
std::vector<LikelyDeviation> LikelyDeviations(ChoiceModel model, int strengths,
                                              double tails, double learnt);

// Gives the model such a prior. Returns its maximum.
Vector MaximumWith(ChoiceModel& model, int strengths, double tails,
                   double deviation);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_
