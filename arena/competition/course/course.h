// A schedule together with the changes of its competition.
#ifndef ARENA_COMPETITION_COURSE_COURSE_H_
#define ARENA_COMPETITION_COURSE_COURSE_H_

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/results.h"
#include "arena/competition/planning/schedule.h"

namespace arena::competition {

// Follows a schedule. Applies each judgement of the log to the results as soon
// as all sets that were planned before the judgement are known. So earlier
// pairings stay the same, whenever the schedule is computed. Movable; not
// thread-safe.
class Course {
 public:
  // Requires: a completed specification.
  Course(const v1::CompetitionSpec& spec, const GameForm& form);

  // As Schedule::Extend. Also tells the results which sets of a field have
  // fewer tables than the others, and applies judgements to sets.
  // INVALID_ARGUMENT if matches of further tables are known.
  absl::StatusOr<std::vector<ScheduledSet>> Extend(Results& results, bool room);
  // The sets, returned earlier, that judgements have changed since the last
  // call.
  std::set<uint32_t> TakeJudged();

  Schedule& schedule() const { return *schedule_; }

 private:
  // Applies the judgements that hold by now to a set.
  void Judge(const ScheduledSet& set, Results& results);

  v1::CompetitionSpec spec_;
  GameForm form_;
  std::unique_ptr<Schedule> schedule_;
  std::vector<Judgement> judgements_;
  size_t in_force_ = 0;
  // All sets returned so far, if there are judgements.
  std::vector<ScheduledSet> sets_;
  std::set<uint32_t> judged_;
};

// Applies all judgements of a ladder to the known matches. The ladder itself
// follows its log, and finishes the encounters that it has begun.
void JudgeLadder(const v1::CompetitionSpec& spec, Results& results);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COURSE_COURSE_H_
