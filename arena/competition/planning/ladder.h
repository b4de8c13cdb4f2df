// A format without end, which chooses opponents by their estimated strengths.
#ifndef ARENA_COMPETITION_PLANNING_LADDER_H_
#define ARENA_COMPETITION_PLANNING_LADDER_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/pairing/bench.h"
#include "arena/competition/pairing/ladder_choice.h"
#include "arena/competition/pairing/relations.h"
#include "arena/competition/planning/schedule.h"

namespace arena::competition {

// The only format that depends on the order of results: a pure function of the
// specification and the log (and of the entrants that may play at the time, see
// Bench).
//
// There are as many slots as encounters may be under way. Encounter n is chosen
// at the place in the log where a slot becomes free for it: from exactly the
// results up to the end of an earlier encounter, whenever the choice is
// computed. Results after this place wait. So a restart makes the same choice.
// If matches of an encounter are already known, its entrants are taken from
// them, even if the specification has gained entrants since. In field duplicate
// the tables of a deal are chosen together, as one encounter.
//
// Choices compare floating-point ratings: the same log gives the same choices
// with the same build. Another build may choose other opponents. This is
// harmless, because encounters that have begun are taken from the log.
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
  uint32_t next_set() const override;
  bool complete() const override {
    return encounters_needed_ != 0 && encounters_.size() == encounters_needed_;
  }
  uint32_t sets_total() const override { return max_sets_; }
  // By mean rank points only; ratings say more.
  std::vector<Standing> Standings(const Results& results) const override;
  Bench* bench() override { return &bench_; }
  // By entrant, up to where the log was read; for tests.
  const std::vector<OnlineRating>& ratings() const { return ratings_; }
  void AddEntrant(const v1::Entrant& entrant) override;

 private:
  struct Encounter {
    std::vector<uint32_t> entrants;
    // Sets that are not over.
    uint32_t open_sets;
  };

  void AddContender(const v1::Entrant& entrant);
  // The variation of an encounter's first set. In field duplicate no two
  // encounters share variations, because all of an encounter's are one turn.
  uint32_t VariationOf(uint32_t encounter) const;
  // The entrants of an encounter that sit at the table of this entrant.
  absl::Span<const uint32_t> TableOf(absl::Span<const uint32_t> entrants,
                                     uint32_t entrant) const;
  // The sets of an encounter; the last one of the ladder may have fewer.
  uint32_t SetsOf(uint32_t encounter) const;
  // The tables of an encounter, each with its entrants; empty for a table
  // without known matches.
  std::vector<std::vector<uint32_t>> KnownTables(uint32_t encounter,
                                                 const Results& results) const;
  // The entrants of an encounter, as in its known matches. If there is `room`,
  // entrants that these matches do not tell are chosen now.
  std::optional<std::vector<uint32_t>> EntrantsOf(uint32_t encounter,
                                                  const Results& results,
                                                  bool room) const;
  // Adds an encounter with these entrants. Returns its sets.
  std::vector<ScheduledSet> Begin(std::vector<uint32_t> entrants);
  // The next match of the log.
  absl::Status Consume(const v1::CompetitionMatch& match);
  // Notes the versions of the entrants. An entrant with new versions keeps its
  // rating, with more uncertainty.
  void NoteVersions(const v1::CompetitionMatch& match);
  void EndSet(uint32_t set);

  v1::CompetitionSpec spec_;
  GameForm form_;
  uint32_t sets_per_encounter_;
  uint32_t max_sets_;
  uint32_t encounters_needed_;
  uint32_t slots_;
  std::vector<Contender> contenders_;
  // By entrant: whether it is a built-in player.
  std::vector<bool> built_in_;
  bool any_bot_ = false;
  Relations relations_;
  // Whether related entrants can avoid each other. If not, they may meet.
  bool kin_avoidable_;
  const Relations no_kin_ = Relations();
  // Field duplicate: as FamiliesOf has them; empty in other ladders.
  std::vector<uint32_t> families_;
  Bench bench_;
  std::vector<OnlineRating> ratings_;
  // The versions with which each entrant played last; absent: it has not
  // played.
  std::vector<std::optional<std::set<std::string>>> versions_;
  // Draws random opponents. It follows from the seed, so that no author knows
  // in advance whom a bot will meet.
  Rng draws_;
  std::vector<Encounter> encounters_;
  uint32_t completed_ = 0;
  // Results that wait until their place is reached.
  std::deque<v1::CompetitionMatch> log_;
  // The results that were read before them.
  Results consumed_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_LADDER_H_
