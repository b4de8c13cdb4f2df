// Compares the results of a competition with what its ratings expect.
#ifndef ARENA_COMPETITION_REPORT_EXPECTATIONS_H_
#define ARENA_COMPETITION_REPORT_EXPECTATIONS_H_

#include <vector>

#include "arena/competition/planning/spec_form.h"
#include "arena/competition/rating/calibration.h"
#include "arena/competition/report/entrant_ratings.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// Adds to standings that have all lines and pairs: expected scores, surprises,
// the superiority over the next entrant, ties, seats and calibration.
void AddExpectations(const EntrantRatings& ratings, const GameForm& form,
                     v1::Standings& standings);

// Adds the calibration alone.
void AddCalibration(const std::vector<PlaceCalibration>& calibration,
                    v1::Standings& standings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_EXPECTATIONS_H_
