// Plays a competition between bots whose true strengths are known, and rates
// them.
#ifndef TESTS_MEASURE_COVERAGE_SIMULATED_COMPETITION_H_
#define TESTS_MEASURE_COVERAGE_SIMULATED_COMPETITION_H_

#include <vector>

#include "arena/competition/rating/batch_rating.h"
#include "arena/core/rng.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// How matches of one set depend on each other: the share of a match's luck
// that its deal decides, seat by seat, from 0 to 1.
using DealLuck = double;

// The rating of all entrants, in a competition whose matches are planned by a
// Scheduler and end in random order. Every match of two or more single seats
// follows Plackett and Luce's model with these strengths (in points), whatever
// the luck of the deal is: without a tie, a bot comes before another in
// proportion to the odds of their strengths.
BatchRating SimulateCompetition(const v1::CompetitionSpec& spec,
                                const std::vector<double>& strengths,
                                DealLuck luck, Rng& rng);

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_SIMULATED_COMPETITION_H_
