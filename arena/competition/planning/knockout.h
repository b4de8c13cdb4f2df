// Knockout: winners go on until one entrant is left.
#ifndef ARENA_COMPETITION_PLANNING_KNOCKOUT_H_
#define ARENA_COMPETITION_PLANNING_KNOCKOUT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/schedule.h"

namespace arena::competition {

// The most tie-breaks of an encounter. After them the better seed goes on.
inline constexpr uint32_t kMostTieBreaks = 3;

// A bracket of two-sided encounters. Entrants are seeded in their order: the
// first two can only meet in the final, and the first entrants have byes if the
// bracket is larger than the field. A round begins when the round before it is
// over. Every encounter has its own range of set numbers with room for all
// tie-breaks, so numbers do not depend on the order of ties. Unused numbers are
// left out. A change of the number of sets holds from the next round on. An
// opponent of a disqualified entrant goes on at once, unless the next round has
// begun.
class Knockout final : public Schedule {
 public:
  // `sets_per_tie_break`: 1, or 2 with independent deals, one for each order of
  // the seats. One of CompetitionSpec.sets is as many sets. Requires: entrants
  // >= 2.
  Knockout(int entrants, uint32_t sets_per_tie_break, ChangeLog log);

  absl::StatusOr<std::vector<ScheduledSet>> Extend(const Results& results,
                                                   bool room) override;
  uint32_t next_set() const override {
    return first_ + static_cast<uint32_t>(encounters_.size()) * range();
  }
  bool complete() const override { return slots_.size() == 1; }
  // Does not count tie-breaks that may still come.
  uint32_t sets_total() const override;
  // By the round that entrants reached; losers of one round share a place.
  std::vector<Standing> Standings(const Results& results) const override;

 private:
  struct Encounter {
    // The better seed first.
    std::vector<uint32_t> entrants;
    std::vector<uint32_t> sets;
    uint32_t tie_breaks = 0;
    std::optional<uint32_t> winner;
  };
  // An entrant, or nothing (its opponent has a bye).
  using Slot = std::optional<uint32_t>;

  // Begins the round between neighbouring slots. Returns its first sets.
  std::vector<ScheduledSet> BeginRound();
  // Looks for the winner. Returns the sets of a tie-break if there is none yet.
  std::vector<ScheduledSet> Decide(Encounter& encounter,
                                   const Results& results);
  bool RoundIsOver() const;
  void EndRound();
  // The count of numbers that an encounter of the round has.
  uint32_t range() const {
    return sets_per_encounter_ + kMostTieBreaks * sets_per_tie_break_;
  }
  // Whether the entrant of this place is disqualified from the next round on.
  bool IsOut(const Encounter& encounter, size_t place) const {
    return log_.IsOutAt(encounter.entrants[place], next_set());
  }
  // The next `count` sets of an encounter.
  std::vector<ScheduledSet> MoreSets(Encounter& encounter, uint32_t count);

  int entrants_;
  uint32_t sets_per_tie_break_;
  ChangeLog log_;
  // The sets per encounter in this round.
  uint32_t sets_per_encounter_ = 0;
  // The entrants of the round, by place in the bracket.
  std::vector<Slot> slots_;
  // The encounters of the round, ascending by place.
  std::vector<Encounter> encounters_;
  // The number of the first set of the round.
  uint32_t first_ = 0;
  // Encounters that are decided, and all sets so far.
  uint32_t decided_ = 0;
  uint32_t scheduled_ = 0;
  int round_ = 0;
  // The round that each entrant reached.
  std::vector<int> reached_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_KNOCKOUT_H_
