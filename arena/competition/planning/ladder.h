// Goes on for ever: the next opponents follow from estimated strength.
#ifndef ARENA_COMPETITION_PLANNING_LADDER_H_
#define ARENA_COMPETITION_PLANNING_LADDER_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "arena/competition/planning/bench.h"
#include "arena/competition/planning/ladder_choice.h"
#include "arena/competition/planning/schedule.h"

namespace arena::competition {

// The one format that depends on the order of results, and on that alone: a
// pure function of specification and log (and of who may play at the time, see
// Bench).
//
// There are as many slots as encounters may be under way. Encounter n is
// chosen at the very place in the log where a slot becomes free for it, i.e.
// by exactly the results up to the end of an earlier encounter, whenever that
// happens to be asked for; results behind that place wait. So a restart chooses
// the same again. Where matches of an encounter are known already, its
// entrants are taken from them, even if the specification has gained entrants
// since.
//
// Choices compare floating-point ratings: the same log gives the same choices
// with the same build. Another build may choose other opponents, which does no
// harm, as encounters that have begun are taken from the log.
class Ladder final : public Schedule {
 public:
  // Requires: a completed specification.
  Ladder(const v1::CompetitionSpec& spec, const GameForm& form);

  void Log(const v1::CompetitionMatch& match) override {
    log_.push_back(match);
  }
  // DATA_LOSS if the log does not belong to this ladder.
  absl::StatusOr<std::vector<ScheduledSet>> Extend(const Results& results,
                                                   bool room) override;
  bool complete() const override {
    return encounters_needed_ != 0 && encounters_.size() == encounters_needed_;
  }
  uint32_t sets_total() const override { return max_sets_; }
  // By mean rank points; ratings say more.
  std::vector<Standing> Standings(const Results& results) const override;
  Bench* bench() override { return &bench_; }
  void AddEntrant() override;

 private:
  struct Encounter {
    std::vector<uint32_t> entrants;
    // Sets that are not over.
    uint32_t open_sets;
  };

  // The sets of an encounter; the last one of the ladder may have fewer.
  uint32_t SetsOf(uint32_t encounter) const;
  // The entrants of an encounter of which matches are known.
  std::optional<std::vector<uint32_t>> FromResults(
      uint32_t encounter, const Results& results) const;
  // Enters an encounter with these entrants; its sets.
  std::vector<ScheduledSet> Begin(std::vector<uint32_t> entrants);
  // The next match of the log.
  absl::Status Consume(const v1::CompetitionMatch& match);
  void EndSet(uint32_t set);

  v1::CompetitionSpec spec_;
  GameForm form_;
  uint32_t sets_per_encounter_;
  uint32_t max_sets_;
  uint32_t encounters_needed_;
  uint32_t slots_;
  std::vector<Contender> contenders_;
  Bench bench_;
  std::vector<OnlineRating> ratings_;
  std::vector<Encounter> encounters_;
  uint32_t completed_ = 0;
  // Results that wait for their place.
  std::deque<v1::CompetitionMatch> log_;
  // What those before them have told.
  Results consumed_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_LADDER_H_
