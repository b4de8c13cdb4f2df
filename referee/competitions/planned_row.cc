#include "referee/competitions/planned_row.h"

#include <utility>

#include "arena/competition/planning/change_log.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/lobby/match_request.h"

namespace arena::referee {

absl::StatusOr<MatchRow> RowFor(const competition::Scheduler& scheduler,
                                const competition::PlannedMatch& planned,
                                const ClockSettings& default_clock) {
  const v1::CompetitionSpec& spec = scheduler.spec();
  v1::CreateMatchRequest request;
  request.set_game(spec.game());
  *request.mutable_options() = spec.options();
  const v1::Clock* const clock = competition::ClockOf(spec, planned.set);
  if (clock != nullptr) *request.mutable_clock() = *clock;
  request.set_max_faults(spec.max_faults());
  request.set_isolation(spec.isolation());
  request.set_seed(planned.seed.data(), planned.seed.size());
  request.set_label(spec.name());
  for (v1::SeatSpec& seat :
       competition::PlayersBySeat(spec, scheduler.form(), planned.entrants)) {
    *request.add_seats() = std::move(seat);
  }
  ARENA_ASSIGN_OR_RETURN(MatchRow row,
                         RowForRequest(request, default_clock, RandomName()));
  row.place = CompetitionPlace{
      .competition = spec.name(),
      .set = planned.set,
      .match = planned.match,
      .attempt = planned.attempt,
      .entrants = {planned.entrants.begin(), planned.entrants.end()}};
  row.anonymous = spec.anonymous();
  return row;
}

}  // namespace arena::referee
