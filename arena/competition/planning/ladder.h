// Goes on for ever: the next opponents follow from estimated strength.
#ifndef ARENA_COMPETITION_PLANNING_LADDER_H_
#define ARENA_COMPETITION_PLANNING_LADDER_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "arena/competition/planning/ladder_choice.h"
#include "arena/competition/planning/schedule.h"

namespace arena::competition {

// Why an entrant is benched. It follows from the log alone, so that the same
// one is known again after a restart.
struct Benching {
  uint32_t entrant = 0;
  // The result of the log, counted from 1, that benched it, and the first one
  // of those that count.
  uint32_t at = 0;
  uint32_t since = 0;
  // Its matches among them, and the faults in these.
  uint32_t matches = 0;
  uint32_t faults = 0;
};

// The one format that depends on the order of results, and on that alone: a
// pure function of specification and log (and of who has returned or is
// suspended at the time).
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

  // The next match of the log that is over. Each once, in order.
  void Log(v1::CompetitionMatch match) { log_.push_back(std::move(match)); }
  // There is one more entrant.
  void Enter() { contenders_.emplace_back(); }
  // Brings a benched entrant back. What it did before is forgiven when its next
  // encounter is chosen.
  void Return(uint32_t entrant) {
    contenders_[entrant].returned = contenders_[entrant].benched;
  }
  // From now on it begins no encounter, or may again.
  void Suspend(uint32_t entrant, bool suspended) {
    contenders_[entrant].suspended = suspended;
  }
  // Who is benched for faults and has not returned, ascending.
  std::vector<Benching> benched() const;
  // How much of the log has been taken in.
  uint32_t log_position() const { return log_position_; }

  // DATA_LOSS if the log does not belong to this ladder.
  absl::StatusOr<std::vector<ScheduledSet>> Extend(const Results& results,
                                                   bool room) override;
  bool complete() const override {
    return encounters_needed_ != 0 && encounters_.size() == encounters_needed_;
  }
  uint32_t sets_total() const override { return max_sets_; }
  // By mean rank points; ratings say more.
  std::vector<Standing> Standings(const Results& results) const override;

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
  void CountFaults(const v1::CompetitionMatch& match);
  // Benches it if its last matches have too many faults.
  void Judge(uint32_t entrant);
  void EndSet(uint32_t set);

  v1::CompetitionSpec spec_;
  GameForm form_;
  uint32_t sets_per_encounter_;
  uint32_t max_sets_;
  uint32_t encounters_needed_;
  uint32_t slots_;
  std::vector<Contender> contenders_;
  // By entrant: the latest.
  std::map<uint32_t, Benching> benchings_;
  std::vector<OnlineRating> ratings_;
  std::vector<Encounter> encounters_;
  uint32_t completed_ = 0;
  std::deque<v1::CompetitionMatch> log_;
  uint32_t log_position_ = 0;
  // What the log has told so far.
  Results consumed_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_LADDER_H_
