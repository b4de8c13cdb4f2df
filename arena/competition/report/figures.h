// Rounds the figures of standings to six digits after the point. Other builds
// compute a fit with other last digits, and readers compare standings.
#ifndef ARENA_COMPETITION_REPORT_FIGURES_H_
#define ARENA_COMPETITION_REPORT_FIGURES_H_

#include "arena/competition/comparison/bootstrap.h"
#include "arena/competition/comparison/interval.h"
#include "arena/competition/comparison/set_ratio.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// Never -0.
double Rounded(double value);
v1::Interval Rounded(const Interval& interval);
v1::MeanDifference Rounded(const MeanEstimate& mean);
v1::Estimate Rounded(const RatioEstimate& estimate);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_FIGURES_H_
