// Competitions with made-up results, for tests of schedules.
#ifndef TESTS_ARENA_COMPETITION_MADE_UP_H_
#define TESTS_ARENA_COMPETITION_MADE_UP_H_

#include <map>
#include <string>
#include <vector>

#include "arena/competition/course/scheduler.h"
#include "arena/core/rng.h"

namespace arena::competition {

// A form of a game: the properties that the schedules depend on.
struct NamedForm {
  const char* name;
  const char* game;
  uint32_t seats;
  std::map<std::string, std::string> options;
  int sides;
};
// Two, three and four sides of one seat each; two sides of two seats each; one
// seat against two.
const std::vector<NamedForm>& Forms();
const NamedForm& FormNamed(const std::string& name);

// Entrants a0, a1, ... with bots of these names.
v1::CompetitionSpec SpecOf(const NamedForm& form, v1::Format format,
                           int entrants);
v1::Entrant EntrantOf(int index);

// A result that follows from the match alone: an entrant with a smaller index
// is stronger. `void_percent` of the attempts do not count. `fault_percent` of
// the seats have a fault.
struct MadeUp {
  int void_percent = 0;
  int fault_percent = 0;
  // No entrant is ever better than another.
  bool always_ties = false;
  // All attempts of this set are void.
  int void_set = -1;

  v1::CompetitionMatch Play(const Scheduler& scheduler,
                            const PlannedMatch& match) const;
};

using Log = std::vector<v1::CompetitionMatch>;

// Plays a competition to its end, or up to `most` matches, and returns the log.
// Open matches end in an order drawn from `rng`.
Log PlayAll(Scheduler& scheduler, const MadeUp& made_up, Rng& rng,
            int most = 100'000, int max_open_sets = 1000);

// Standings as text, for comparisons.
std::string TableOf(const Scheduler& scheduler);
// One line per match, ascending: the log as a set.
std::vector<std::string> LinesOf(const Log& log);
std::vector<std::string> LinesOf(const std::vector<PlannedMatch>& matches);
// One match: set, match, attempt, entrants.
std::string LineOf(const v1::CompetitionMatch& match);

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_MADE_UP_H_
