// Decides which matches of a competition must be played now.
#ifndef ARENA_COMPETITION_COURSE_SCHEDULER_H_
#define ARENA_COMPETITION_COURSE_SCHEDULER_H_

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/course/course.h"
#include "arena/competition/pairing/bench.h"
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
  // Indices of entrants, by seat. PlayersBySeat gives the players.
  std::vector<uint32_t> entrants;
  // The same for all matches and attempts of the set. All matches of a set are
  // planned at once, so that no table learns the deal from another table.
  Seed seed = {};

  // The match as Scheduler::Add takes it, without a result.
  v1::CompetitionMatch ToMessage() const;
  friend bool operator==(const PlannedMatch&, const PlannedMatch&) = default;
};

// Entrants that keep matches from beginning. Only the order of planning depends
// on them, never the schedule.
struct Hindrance {
  // Entrants that could not begin a match now: sets without them go first.
  std::set<uint32_t> unable;
  // Entrants for which matches have waited too long: their sets under way do
  // not count against the limit of open sets.
  std::set<uint32_t> stalled;
};

// The schedule of one competition. It follows from the specification and the
// matches added: for every format but the ladder from their set, in any order,
// for the ladder from the results in their order. No I/O, clock or randomness.
// Movable; not thread-safe.
//
// Use: Create; after a restart Add every result in the order of the log, then
// every open match, and tell the bench which entrants were back. Then repeat:
// start what Next returns, Add each result.
class Scheduler {
 public:
  // Completes the specification first. INVALID_ARGUMENT as for Complete, and if
  // there is no seed.
  static absl::StatusOr<Scheduler> Create(v1::CompetitionSpec spec);

  // Adds a match that is over or (without a result) open. Adding a match twice
  // is harmless. INVALID_ARGUMENT if the match is impossible. DATA_LOSS if
  // matches do not belong to this schedule; then do not use the scheduler any
  // more.
  absl::Status Add(const v1::CompetitionMatch& match);

  // The matches to start now; from here on they count as open. First come
  // matches that sets under way still need (after void attempts or lost
  // matches), then whole new sets while fewer than `max_open_sets`, and fewer
  // than the specification allows, are under way; with stalled entrants, up to
  // twice as many. DATA_LOSS as for Add.
  absl::StatusOr<std::vector<PlannedMatch>> Next(
      int max_open_sets, const Hindrance& hindrance = {});

  // The first set for which a change of pairings may hold: this set and later
  // sets are not known yet, or belong to the change.
  uint32_t next_set() const { return course_.schedule().next_set(); }
  // Whether all pairings are made.
  bool complete() const { return course_.schedule().complete(); }
  // The number after the last set that has begun.
  uint32_t first_untouched_set() const;
  // How many sets are under way.
  int open_sets() const { return static_cast<int>(open_.size()); }
  // Whether the competition is over.
  bool finished() const;
  v1::Progress progress() const;
  // The table, best first. Official ratings are computed elsewhere.
  std::vector<Standing> standings() const;
  // All results.
  const Results& results() const { return results_; }
  // The completed specification, with all entrants.
  const v1::CompetitionSpec& spec() const { return spec_; }
  const GameForm& form() const { return form_; }

  // ---- Formats that are not closed ---- Adds an entrant, or brings a benched
  // one back. Returns its index. Repeating the call is harmless.
  // FAILED_PRECONDITION if the format is closed or the competition is over;
  // INVALID_ARGUMENT if the entrant is invalid or its name belongs to another
  // entrant.
  absl::StatusOr<uint32_t> Enter(const v1::Entrant& entrant);
  // The entrants that do not take part at present; null in closed formats.
  Bench* bench() { return course_.schedule().bench(); }
  const Bench* bench() const { return course_.schedule().bench(); }

 private:
  enum class Stage { kWaiting, kOpen, kOver };
  // A set that the format has returned.
  struct PlannedSet {
    ScheduledSet set;
    Stage stage = Stage::kWaiting;
    // Matches that will never have a result.
    uint32_t missing = 0;
  };

  Scheduler(v1::CompetitionSpec spec, GameForm form);
  // Asks the format for further sets.
  absl::Status CatchUp(bool room);
  // Finds the stage of a set from its matches. DATA_LOSS if they have other
  // entrants than planned.
  absl::Status Update(PlannedSet& planned);
  // Adds (with sign -1, takes away) what a set contributes to the progress.
  void Count(const PlannedSet& planned, int sign);
  // At most `count` sets that have not begun, those without these entrants
  // first, otherwise by number.
  std::vector<uint32_t> FirstWaiting(size_t count,
                                     const std::set<uint32_t>& unable) const;
  // How many of the sets under way are without these entrants.
  size_t OpenWithout(const std::set<uint32_t>& stalled) const;
  // Appends the matches of a set that should start now.
  void Plan(uint32_t number, std::vector<PlannedMatch>& matches);

  v1::CompetitionSpec spec_;
  GameForm form_;
  Results results_;
  Course course_;
  // All sets known so far, by number.
  std::map<uint32_t, PlannedSet> sets_;
  // Their numbers by stage; the sets that need matches are open.
  std::set<uint32_t> waiting_;
  std::set<uint32_t> open_;
  std::set<uint32_t> needing_;
  // Sets with matches that are not in the schedule yet: after a restart, the
  // schedule may have to find out earlier sets first.
  std::set<uint32_t> unplaced_;
  uint32_t missing_matches_ = 0;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COURSE_SCHEDULER_H_
