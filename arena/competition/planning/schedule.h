// The interface of all formats: they turn results into further sets.
#ifndef ARENA_COMPETITION_PLANNING_SCHEDULE_H_
#define ARENA_COMPETITION_PLANNING_SCHEDULE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "arena/competition/pairing/bench.h"
#include "arena/competition/planning/results.h"
#include "arena/competition/planning/spec_form.h"

namespace arena::competition {

// A set of the schedule.
struct ScheduledSet {
  uint32_t number;
  // Its entrants, as many as sides; in field duplicate the entrants of the
  // first table, then of the second table, and so on.
  std::vector<uint32_t> entrants;
  // Counts the sets of an encounter, so that they differ in the cyclic order
  // (and if a set has one match of an encounter, in the rotation).
  uint32_t variation;
  // The number of the first set of the encounter.
  uint32_t encounter = 0;
};

// The matches of a set, as entrants by seat.
std::vector<std::vector<uint32_t>> MatchesOf(const v1::CompetitionSpec& spec,
                                             const GameForm& form,
                                             const ScheduledSet& set);

// A line of the table of a competition.
struct Standing {
  // 1 is best; equal entrants share a place.
  int place = 1;
  uint32_t entrant = 0;
  // Sets that are over and not void.
  int sets = 0;
  // Half points for won (2) and drawn (1) encounters against each opponent,
  // and for byes (1). Swiss only.
  int64_t half_points = 0;
  // Sum of the half points of the opponents, those of byes included. Swiss
  // only.
  int64_t buchholz = 0;
  // The round in which the entrant was knocked out, from 1; for the winner, the
  // number after the final. Knockout only.
  int round = 0;
  // The sum over its sets.
  EntrantOutcome total;
};

// A format: decides which sets are played. The sets must follow from the
// specification and the SET of results, never from their order (but see
// Ladder).
class Schedule {
 public:
  virtual ~Schedule() = default;

  // Takes the next match that is over, each once, in the order of the log. Only
  // for formats that depend on this order.
  virtual void Log(const v1::CompetitionMatch& /*match*/) {}

  // The known sets that were not returned before; none while results are
  // missing. With `room`, a schedule without end adds an encounter.
  virtual absl::StatusOr<std::vector<ScheduledSet>> Extend(
      const Results& results, bool room) = 0;
  // The number of the first set that is not known yet.
  virtual uint32_t next_set() const = 0;
  // Whether Extend has returned the last set.
  virtual bool complete() const = 0;
  // Sets of the whole competition as far as is known; 0 if it has no end.
  virtual uint32_t sets_total() const = 0;
  // Field duplicate: the number of tables that the sets lack.
  virtual uint32_t missing_tables() const { return 0; }
  // The table, best first.
  virtual std::vector<Standing> Standings(const Results& results) const = 0;

  // The entrants that do not take part at present. Null in a closed format,
  // whose entrants are there from the beginning and play to the end.
  virtual Bench* bench() { return nullptr; }
  // Adds one more entrant. Requires: the format is not closed.
  virtual void AddEntrant(const v1::Entrant& entrant);
};

// ---- Standings ----

// One line per entrant with the sums of all sets that count, by index. Sets
// that only repeat games do not count (see EqualGames).
std::vector<Standing> Totals(int entrants, const Results& results);
// Sorts and gives places. `compare` is negative if a is better.
void Rank(std::vector<Standing>& standings,
          absl::FunctionRef<int(const Standing& a, const Standing& b)> compare);
// By mean rank points, then by mean score difference.
int CompareTotals(const Standing& a, const Standing& b);

// ---- A fixed list of encounters ----

// Encounters that are played several times: the first set of each, then the
// second of each, and so on, so that all entrants play early.
struct EncounterList {
  // In field duplicate an encounter is all tables of a deal.
  std::vector<std::vector<uint32_t>> encounters;
  uint32_t sets_per_encounter = 0;
  // The variation of the first sets.
  uint32_t variation = 0;
  // Field duplicate: the number of tables that these sets lack.
  uint32_t missing_tables = 0;
};

// Plays lists of encounters, one after the other: first the competition's list,
// then lists that changes have added. For round robin and gauntlet.
class ListSchedule final : public Schedule {
 public:
  ListSchedule(int entrants, std::vector<EncounterList> lists)
      : entrants_(entrants), lists_(std::move(lists)) {}

  absl::StatusOr<std::vector<ScheduledSet>> Extend(const Results& results,
                                                   bool room) override;
  uint32_t next_set() const override { return complete_ ? sets_total() : 0; }
  bool complete() const override { return complete_; }
  uint32_t sets_total() const override;
  uint32_t missing_tables() const override;
  std::vector<Standing> Standings(const Results& results) const override;

 private:
  int entrants_;
  std::vector<EncounterList> lists_;
  bool complete_ = false;
};

// The sets of a list of encounters, numbered from `first`. The first pass has
// this `variation`.
std::vector<ScheduledSet> SetsOf(
    const std::vector<std::vector<uint32_t>>& encounters,
    uint32_t sets_per_encounter, uint32_t first, uint32_t variation);

// The half points of an encounter, by place in `entrants`: 2 for each opponent
// with fewer rank points over these sets, 1 for each with as many. Void sets do
// not count. Nothing as long as a set is missing.
std::optional<std::vector<int64_t>> EncounterPoints(
    const Results& results, const std::vector<uint32_t>& entrants,
    const std::vector<uint32_t>& sets);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_SCHEDULE_H_
