// A fixed number of rounds, each between entrants of about equal score.
#ifndef ARENA_COMPETITION_PLANNING_SWISS_H_
#define ARENA_COMPETITION_PLANNING_SWISS_H_

#include <cstdint>
#include <vector>

#include "arena/competition/pairing/swiss_pairing.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/schedule.h"

namespace arena::competition {

// A round is paired when all sets of the round before are over. Points as in
// EncounterPoints. A bye is worth the expected points of an encounter with
// equals: a draw with every opponent. Buchholz counts opponents of a bye that
// have as many points as the entrant itself. A change of the entrants or of the
// sets of an encounter holds from the next round on.
class Swiss final : public Schedule {
 public:
  // `factor`: sets of an encounter for one of CompetitionSpec.sets.
  Swiss(const v1::CompetitionSpec& spec, int sides, uint32_t factor);

  absl::StatusOr<std::vector<ScheduledSet>> Extend(const Results& results,
                                                   bool room) override;
  uint32_t next_set() const override { return next_set_; }
  bool complete() const override { return rounds_.size() == planned_rounds_; }
  // Counts rounds that are not paired yet as if their deals had all tables.
  uint32_t sets_total() const override;
  uint32_t missing_tables() const override;
  // By points, then Buchholz, then mean rank points and score difference.
  std::vector<Standing> Standings(const Results& results) const override;

 private:
  struct Round {
    SwissRound pairing;
    SharedDeals shared;
    // The number of the round's first set. The round has as many numbers of
    // sets as without shared deals. If encounters share deals, the last numbers
    // are left out.
    uint32_t first;
    uint32_t sets_per_encounter;
  };

  // The entrants that are paired from the next round on.
  std::vector<uint32_t> Present() const;
  uint32_t SetsOfNextRound() const { return log_.SetsAt(next_set_) * factor_; }
  // Encounters of each of the rounds that are not paired yet.
  uint32_t EncountersToCome() const {
    return static_cast<uint32_t>(Present().size()) / sides_;
  }
  // Half a point for every opponent, in half points.
  int64_t ByePoints() const { return sides_ - 1; }
  bool LastRoundIsOver(const Results& results) const;
  // The next round.
  void BeginRound(const Results& results);
  // The entrants after the rounds so far, by index. An unfinished encounter
  // gives no points yet.
  std::vector<SwissEntrant> Score(const Results& results) const;

  const v1::CompetitionSpec spec_;
  const ChangeLog log_;
  const int sides_;
  const uint32_t planned_rounds_;
  const uint32_t factor_;
  const int tables_;
  const std::vector<uint32_t> families_;
  std::vector<Round> rounds_;
  uint32_t next_set_ = 0;
  // The sum of the sets per encounter over all rounds so far.
  uint32_t variation_ = 0;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_SWISS_H_
