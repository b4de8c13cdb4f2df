// A fixed number of rounds, each between entrants of about equal score.
#ifndef ARENA_COMPETITION_PLANNING_SWISS_H_
#define ARENA_COMPETITION_PLANNING_SWISS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "arena/competition/planning/field.h"
#include "arena/competition/planning/kinship.h"
#include "arena/competition/planning/schedule.h"
#include "arena/competition/planning/swiss_pairing.h"

namespace arena::competition {

// A round is paired when all sets of the round before are over. Points as in
// EncounterPoints. A bye is worth what an encounter with equals is expected to
// be worth: a draw with every opponent. Buchholz counts opponents of a bye that
// have as many points as the entrant itself.
class Swiss final : public Schedule {
 public:
  // `tables` and `families` as in SharedDeals.
  Swiss(int entrants, int sides, uint32_t rounds, uint32_t sets_per_encounter,
        Kinship kinship, int tables = 1, std::vector<uint32_t> families = {})
      : entrants_(entrants),
        sides_(sides),
        planned_rounds_(rounds),
        sets_per_encounter_(sets_per_encounter),
        kinship_(std::move(kinship)),
        tables_(tables),
        families_(std::move(families)) {}

  absl::StatusOr<std::vector<ScheduledSet>> Extend(const Results& results,
                                                   bool room) override;
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
  };

  uint32_t EncountersPerRound() const {
    return static_cast<uint32_t>(entrants_ / sides_);
  }
  // Every round has so many numbers of sets. Where encounters share deals, the
  // last ones are left out.
  uint32_t NumbersPerRound() const {
    return EncountersPerRound() * sets_per_encounter_;
  }
  // Half a point for every opponent, in half points.
  int64_t ByePoints() const { return sides_ - 1; }
  bool LastRoundIsOver(const Results& results) const;
  // The entrants after the rounds so far, by index; an encounter that is not
  // over gives no points yet.
  std::vector<SwissEntrant> Score(const Results& results) const;

  int entrants_;
  int sides_;
  uint32_t planned_rounds_;
  uint32_t sets_per_encounter_;
  Kinship kinship_;
  int tables_;
  std::vector<uint32_t> families_;
  std::vector<Round> rounds_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_SWISS_H_
