// Makes the schedule of any format.
#ifndef ARENA_COMPETITION_PLANNING_FORMATS_H_
#define ARENA_COMPETITION_PLANNING_FORMATS_H_

#include <memory>

#include "arena/competition/planning/schedule.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// Requires: a completed specification.
std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_FORMATS_H_
