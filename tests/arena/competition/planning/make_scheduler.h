// Makes the scheduler of a valid competition.
#ifndef TESTS_ARENA_COMPETITION_PLANNING_MAKE_SCHEDULER_H_
#define TESTS_ARENA_COMPETITION_PLANNING_MAKE_SCHEDULER_H_

#include <utility>

#include "absl/status/statusor.h"
#include "arena/competition/course/scheduler.h"
#include "arena/core/check.h"

namespace arena::competition {

inline Scheduler MakeScheduler(const v1::CompetitionSpec& spec) {
  absl::StatusOr<Scheduler> scheduler = Scheduler::Create(spec);
  ARENA_CHECK(scheduler.ok(), scheduler.status().ToString());
  return *std::move(scheduler);
}

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_PLANNING_MAKE_SCHEDULER_H_
