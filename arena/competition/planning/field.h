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

// The most tables for which a ladder may wait.
inline constexpr uint32_t kMostTables = 1000;

// Whether the sets of this competition are field duplicate: a match for each
// table, all planned at once. No entrant sits at two tables of a deal, and
// entrants of one family never sit at different tables. So entrants that
// exchange secrets cannot exchange secrets about the same cards.
bool IsField(const v1::CompetitionSpec& spec);

// Fills in the number of tables: as many as entrants of different families can
// fill. A ladder gets half as many, because it waits while fewer entrants may
// play. INVALID_ARGUMENT if the competition cannot be field duplicate, or if it
// has tables but is not field duplicate.
absl::Status CompleteField(v1::CompetitionSpec& spec, const GameForm& form);

// The most tables of a set; 1 if the competition is not field duplicate.
int TablesOf(const v1::CompetitionSpec& spec);

// For each entrant the first entrant of its family. Two entrants with a common
// author or (in pairs) a common bot are in one family, and so are all entrants
// linked by a chain of such entrants.
std::vector<uint32_t> FamiliesOf(const v1::CompetitionSpec& spec);

// ---- Sharing deals ----

// Distributes encounters over shared deals.
class SharedDeals {
 public:
  // Each encounter goes to the first deal that has room: fewer than `tables`
  // tables, and no entrant of a family of this encounter. Only recently opened
  // deals are searched, so some deals may keep fewer tables. With one table
  // every encounter has its own deal. Without families each entrant is a
  // family.
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

// One match for each table, as entrants by seat. Over as many consecutive
// variations as there are sides, every entrant holds every side once. The
// rotation between tables is drawn, so that no two entrants always hold the
// same side.
std::vector<std::vector<uint32_t>> FieldMatches(const GameForm& form,
                                                const ScheduledSet& set);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_FIELD_H_
