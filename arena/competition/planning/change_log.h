// The log of changes of a competition, and the changes that hold for a set.
#ifndef ARENA_COMPETITION_PLANNING_CHANGE_LOG_H_
#define ARENA_COMPETITION_PLANNING_CHANGE_LOG_H_

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/core/rng.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The ruling of a change about the sets of an entrant. It replaces their
// results.
struct Judgement {
  uint32_t entrant = 0;
  v1::CompetitionChange::Ruling ruling =
      v1::CompetitionChange::RULING_UNSPECIFIED;
  // Pairings of earlier sets were made without this judgement.
  uint32_t from_set = 0;
  // Only sets with smaller numbers are judged.
  uint32_t below = std::numeric_limits<uint32_t>::max();
  // If present, only matches against this entrant are judged.
  std::optional<uint32_t> opponent = std::nullopt;
};

// The changes of a specification. A value.
class ChangeLog {
 public:
  explicit ChangeLog(const v1::CompetitionSpec& spec);

  // CompetitionSpec.sets for the encounters that begin with this set.
  uint32_t SetsAt(uint32_t set) const;
  // The number of entrants for pairings from this set on, disqualified entrants
  // included.
  int EntrantsAt(uint32_t set) const;
  // Whether the entrant was disqualified before the pairings from this set on.
  bool IsOutAt(uint32_t entrant, uint32_t set) const;
  // In the order in which they were made.
  const std::vector<Judgement>& judgements() const { return judgements_; }

 private:
  // Pairs of a set and the number of sets of an encounter from this set on; the
  // first entry begins at set 0.
  std::vector<std::pair<uint32_t, uint32_t>> sets_;
  // By entrant: the first set in which it takes part.
  std::vector<uint32_t> entered_;
  // By entrant that is out: the set from which on it is out.
  std::map<uint32_t, uint32_t> out_;
  std::vector<Judgement> judgements_;
};

// ---- Single questions ----

// The index of the entrant of this name.
std::optional<uint32_t> EntrantNamed(const v1::CompetitionSpec& spec,
                                     absl::string_view name);
// The disqualified entrants.
std::set<uint32_t> DisqualifiedIn(const v1::CompetitionSpec& spec);
// The change that disqualified the entrant; null if it is not.
const v1::CompetitionChange* DisqualificationOf(const v1::CompetitionSpec& spec,
                                                absl::string_view entrant);
// The clock of the matches of a set; null: the specification has none.
const v1::Clock* ClockOf(const v1::CompetitionSpec& spec, uint32_t set);
// The seed that all matches of a set share. Requires: 32 bytes of seed in the
// specification.
Seed SeedOfSet(const v1::CompetitionSpec& spec, uint32_t set);
// The number of the entrant's program in this set. It is 1 until a program is
// replaced by another program with the same names and versions.
int ProgramOf(const v1::CompetitionSpec& spec, uint32_t entrant, uint32_t set);

// INVALID_ARGUMENT unless the log agrees with the other fields.
absl::Status CheckChanges(const v1::CompetitionSpec& spec);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_CHANGE_LOG_H_
