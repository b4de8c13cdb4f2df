// Says which matches of a competition are to be played now.
#ifndef ARENA_COMPETITION_PLANNING_SCHEDULER_H_
#define ARENA_COMPETITION_PLANNING_SCHEDULER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/planning/ladder.h"
#include "arena/competition/planning/results.h"
#include "arena/competition/planning/schedule.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/competition_service.pb.h"

namespace arena::competition {

// A match to start.
struct PlannedMatch {
  uint32_t set = 0;
  uint32_t match = 0;
  uint32_t attempt = 0;
  // Indices of entrants, by seat. PlayersBySeat gives their players.
  std::vector<uint32_t> entrants;
  // The same for all matches and attempts of the set.
  Seed seed = {};

  // As it is fed back, without a result.
  v1::CompetitionMatch ToMessage() const;
  friend bool operator==(const PlannedMatch&, const PlannedMatch&) = default;
};

// The schedule of one competition. It follows from the specification and the
// matches added: for every format but the ladder from their set, in any order,
// for the ladder from the results in their order. No I/O, clock or randomness.
// Movable; not thread-safe.
//
// Use: Create; after a restart Add every result in the order of the log, then
// every open match, and (ladder) bring back who is benched but had returned.
// Then again and again: start what Next returns, Add each result.
class Scheduler {
 public:
  // Completes the specification first. INVALID_ARGUMENT as Complete, and
  // without a seed.
  static absl::StatusOr<Scheduler> Create(v1::CompetitionSpec spec);

  // A match that is over or (without a result) open. Adding it again is
  // harmless. INVALID_ARGUMENT if there can be no such match, DATA_LOSS if
  // matches do not belong to this schedule: then the scheduler is of no more
  // use.
  absl::Status Add(const v1::CompetitionMatch& match);

  // The matches to start now; from here on they count as open. First what sets
  // under way still need (attempts that were void, matches that were lost),
  // then whole new sets as long as fewer than `max_open_sets`, and fewer than
  // the specification allows, are under way. DATA_LOSS as in Add.
  absl::StatusOr<std::vector<PlannedMatch>> Next(int max_open_sets);

  // Whether all is over.
  bool finished() const;
  v1::Progress progress() const;
  // The table, best first. Official ratings are computed elsewhere.
  std::vector<Standing> standings() const;
  // All results.
  const Results& results() const { return results_; }
  // Completed, with all entrants.
  const v1::CompetitionSpec& spec() const { return spec_; }
  const GameForm& form() const { return form_; }

  // ---- Ladder ----
  // Adds an entrant, or brings a benched one back; its index. Repeating it is
  // harmless. FAILED_PRECONDITION if this is no ladder or is over;
  // INVALID_ARGUMENT if the entrant is wrong, or another one of that name.
  absl::StatusOr<uint32_t> Enter(const v1::Entrant& entrant);
  // Brings a benched entrant back, also when the ladder is over.
  void BringBack(uint32_t entrant);
  // Ascending by entrant; none in other formats, which need all results.
  std::vector<Benching> benched() const;
  // From now on the entrant begins no encounter, or may again.
  void Suspend(uint32_t entrant, bool suspended);
  // Benchings up to this result, counted from 1, are known.
  uint32_t log_position() const;

 private:
  enum class Stage { kWaiting, kOpen, kOver };
  struct Entry {
    ScheduledSet set;
    Stage stage = Stage::kWaiting;
    // Matches of a void set that will never have a result.
    uint32_t missing = 0;
  };

  Scheduler(v1::CompetitionSpec spec, GameForm form);
  // Asks the format for further sets.
  absl::Status CatchUp(bool room);
  // Finds the stage of a set from its matches; DATA_LOSS if these have other
  // entrants than planned.
  absl::Status Update(Entry& entry);
  // Enters (or with -1, takes away) what a set contributes to the progress.
  void Count(const Entry& entry, int sign);
  // All matches of a set that are to be started.
  void Plan(const Entry& entry, std::vector<PlannedMatch>& planned);

  v1::CompetitionSpec spec_;
  GameForm form_;
  Results results_;
  std::unique_ptr<Schedule> schedule_;
  // The schedule, if it is a ladder.
  Ladder* ladder_ = nullptr;
  // All sets known so far, by number.
  std::map<uint32_t, Entry> entries_;
  // Their numbers by stage; those that need matches are open ones.
  std::set<uint32_t> waiting_;
  std::set<uint32_t> open_;
  std::set<uint32_t> needing_;
  // Sets that are under way but not in the schedule yet: after a restart, an
  // earlier one may have to be found out first.
  std::set<uint32_t> unplaced_;
  uint32_t missing_matches_ = 0;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_SCHEDULER_H_
