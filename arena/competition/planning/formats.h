// The schedule of every format that follows from the set of results.
#ifndef ARENA_COMPETITION_PLANNING_FORMATS_H_
#define ARENA_COMPETITION_PLANNING_FORMATS_H_

#include <memory>

#include "arena/competition/planning/schedule.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// Requires: a completed specification, and no ladder (see ladder.h, which needs
// the log).
std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_FORMATS_H_
