#include "arena/competition/planning/formats.h"

#include <utility>

#include "arena/competition/planning/field.h"
#include "arena/competition/planning/gauntlet.h"
#include "arena/competition/planning/kinship.h"
#include "arena/competition/planning/knockout.h"
#include "arena/competition/planning/ladder.h"
#include "arena/competition/planning/round_robin.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/planning/swiss.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

std::unique_ptr<Schedule> MakeRoundRobin(const v1::CompetitionSpec& spec,
                                         const GameForm& form,
                                         const Kinship& kinship) {
  const int entrants = spec.entrants_size();
  const auto encounters =
      kinship.WithoutKin(RoundRobin(entrants, EncounterSize(spec, form)));
  const SharedDeals shared(encounters, TablesOf(spec), FamiliesOf(spec));
  const size_t tables = shared.deals().size() * TablesOf(spec);
  const uint32_t sets = SetsPerEncounter(spec, form);
  return std::make_unique<ListSchedule>(
      entrants, shared.deals(), sets,
      sets * static_cast<uint32_t>(tables - encounters.size()));
}

}  // namespace

std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form) {
  const int entrants = spec.entrants_size();
  const int sides = form.side_count();
  const uint32_t sets = SetsPerEncounter(spec, form);
  Kinship kinship(spec);
  switch (spec.format()) {
    case v1::FORMAT_ROUND_ROBIN:
      return MakeRoundRobin(spec, form, kinship);
    case v1::FORMAT_GAUNTLET:
      return std::make_unique<ListSchedule>(
          entrants, kinship.WithoutKin(Gauntlet(entrants, sides)), sets);
    case v1::FORMAT_SWISS:
      return std::make_unique<Swiss>(entrants, sides, spec.rounds(), sets,
                                     std::move(kinship), TablesOf(spec),
                                     FamiliesOf(spec));
    case v1::FORMAT_KNOCKOUT:
      return std::make_unique<Knockout>(entrants, sets, sets / spec.sets());
    case v1::FORMAT_LADDER:
      return std::make_unique<Ladder>(spec, form);
    case v1::FORMAT_UNSPECIFIED:
    case v1::Format_INT_MIN_SENTINEL_DO_NOT_USE_:
    case v1::Format_INT_MAX_SENTINEL_DO_NOT_USE_:
      break;
  }
  ARENA_CHECK(false, "format ", static_cast<int>(spec.format()));
}

}  // namespace arena::competition
