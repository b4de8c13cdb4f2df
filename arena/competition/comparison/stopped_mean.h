// An estimate of a mean from sets that ended by a verdict.
#ifndef ARENA_COMPETITION_COMPARISON_STOPPED_MEAN_H_
#define ARENA_COMPETITION_COMPARISON_STOPPED_MEAN_H_

#include "arena/competition/comparison/sequential_test.h"

namespace arena::competition {

// The mean of the cut differences, as often too high as too low. The plain mean
// is too far from 0 after a verdict, because a lucky lead ends the test.
//
// The estimate is the mean under which the test would have ended with more for
// A as often as with less (Siegmund 1978, "Estimation following sequential
// tests", Biometrika 65). Where A leads, endings rank as follows, and where B
// leads, as the mirror image:
//   verdicts for A, the earlier the more
//   all other tests of as many sets, by their sum
//   other verdicts before that
// Endings at the same set rank by their sum.
//
// The endings are simulated: 100 to 1000 tests whose sets are drawn from the
// sets seen. For other means these tests are weighted by the probability of
// their sets, if each set x is e^(tilt x) times as frequent. The random numbers
// are always the same. The estimate is the plain mean if that is 0 or all sets
// are equal. Requires: test.sets() > 0.
double MedianUnbiasedMean(const SequentialTest& test);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_STOPPED_MEAN_H_
