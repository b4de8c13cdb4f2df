// Field duplicate: one deal at several tables at the same time.
#ifndef ARENA_COMPETITION_PLANNING_FIELD_H_
#define ARENA_COMPETITION_PLANNING_FIELD_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/competition/planning/schedule.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The most tables that a ladder may wait for.
inline constexpr uint32_t kMostTables = 1000;

// Whether the sets of this competition are field duplicate: a match for each
// table, all planned at once. No entrant sits at two tables of a deal, and
// entrants of one family never sit at different ones: whatever they tell each
// other, it is about other cards.
bool IsField(const v1::CompetitionSpec& spec);

// Fills in the number of tables: as many as entrants of different families can
// fill; in a ladder, which waits while fewer may play, half as many.
// INVALID_ARGUMENT if the competition cannot be field duplicate, or has tables
// although it is not.
absl::Status CompleteField(v1::CompetitionSpec& spec, const GameForm& form);

// The most tables of a set; 1 if the competition is not field duplicate.
int TablesOf(const v1::CompetitionSpec& spec);

// For each entrant the first entrant of its family: of all those that have an
// author or (as pairs may) a bot in common with it, or with another one of the
// family.
std::vector<uint32_t> FamiliesOf(const v1::CompetitionSpec& spec);

// ---- Sharing deals ----

// Encounters, some of which share their deals.
class SharedDeals {
 public:
  // Each encounter goes to the first deal that has room for it: fewer than
  // `tables`, none of them with an entrant of a family of this encounter. Only
  // lately opened deals are looked at, so some may stay with fewer tables. With
  // one table every encounter has its own deal. Without families each entrant
  // is its own.
  SharedDeals(absl::Span<const std::vector<uint32_t>> encounters, int tables,
              absl::Span<const uint32_t> families);

  // The entrants of each deal, table after table.
  const std::vector<std::vector<uint32_t>>& deals() const { return deals_; }
  // The deal of each encounter.
  const std::vector<uint32_t>& deal_of() const { return deal_of_; }

 private:
  std::vector<std::vector<uint32_t>> deals_;
  std::vector<uint32_t> deal_of_;
};

// ---- The matches of a set ----

// One for each table, as entrants by seat. In as many consecutive variations
// as there are sides every entrant holds every side once. How tables are turned
// against each other is drawn, so that no two entrants always hold the same
// side.
std::vector<std::vector<uint32_t>> FieldMatches(const GameForm& form,
                                                const ScheduledSet& set);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_FIELD_H_
