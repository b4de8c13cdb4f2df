// Learns from the results of a field how far its strengths differ, and how far
// bots change from one version to the next.
#ifndef ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_
#define ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_

#include <optional>
#include <vector>

#include "arena/competition/rating/choice_model.h"

namespace arena::competition {

// The deviation of the prior of a kind of parameters, strengths or successors,
// before any result, in log-units. Its tails are as in Prior.
//
// The deviation itself is log-normal, with a median of 200 points for strengths
// and 100 for successors, and a factor of e for one standard deviation. So the
// deviation does not become 0 or infinite if few results tell nothing about it.
// With ten entrants or more this hardly matters. The deviation lies between 1
// and 5000 points.

// The deviation under which the choices are most probable; if there are several
// hills, the top of the widest hill. In a large field (kLargeField) the hill is
// a parabola through three places, if wanted uphill of `near`.
double LearntDeviation(ChoiceModel model, Kind kind, double tails,
                       std::optional<double> near = std::nullopt);

// A deviation, and how probable it is.
struct LikelyDeviation {
  double deviation = 0;
  double weight = 0;
};
// Deviations around `learnt`, the result of LearntDeviation, which represent
// all deviations that the choices allow. With fewer strengths they lie further
// apart. The largest deviations come first, and the weights sum to 1.
std::vector<LikelyDeviation> LikelyDeviations(ChoiceModel model, Kind kind,
                                              double tails, double learnt);

// Gives a kind this prior. Returns the maximum.
Vector MaximumWith(ChoiceModel& model, Kind kind, const Prior& prior);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_LEARNT_PRIOR_H_
