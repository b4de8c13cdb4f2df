// A match that a competition plans, as a row of the store.
#ifndef REFEREE_COMPETITIONS_PLANNED_ROW_H_
#define REFEREE_COMPETITIONS_PLANNED_ROW_H_

#include "absl/status/statusor.h"
#include "arena/competition/planning/scheduler.h"
#include "arena/match/clock.h"
#include "referee/store/match_row.h"

namespace arena::referee {

// The match as if it had been requested, with a new id. A competition that
// names no clock gets the default clock.
absl::StatusOr<MatchRow> RowFor(const competition::Scheduler& scheduler,
                                const competition::PlannedMatch& planned,
                                const ClockSettings& default_clock);

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_PLANNED_ROW_H_
