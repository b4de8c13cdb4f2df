// Simulated competitions of bots whose true strengths are known.
#ifndef TESTS_MEASURE_COVERAGE_SIMULATED_H_
#define TESTS_MEASURE_COVERAGE_SIMULATED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/competition/course/scheduler.h"
#include "arena/competition/report/entrant_ratings.h"
#include "arena/core/rng.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// How a bot keeps away from stronger opponents.
enum class Dodge {
  kNever,
  // It commits a fault.
  kForfeit,
  // It is away in every attempt, until the set is void.
  kAbsent,
};

// Bots that do not simply play: the actor, the entrants after the actor that
// help it, and some others. All but the honest play only in matches of two
// seats with shared deals.
struct Conduct {
  // For tables; empty: all are honest.
  std::string name;
  uint32_t actor = 0;
  // Until half of all sets are over, the actor's version is stronger by so many
  // points, or weaker if below 0.
  double older_points = 0;
  // The actor gets a new version name after so many sets; 0: never.
  int sets_of_version = 0;
  // With `sets_of_version`: only as long as its rating is not too high by
  // luck. From then on so often that no new version gets a place.
  bool until_lucky = false;
  // So many helpers lose to the actor on purpose.
  int helpers = 0;
  // So many further entrants are the actor's program, which draws nothing at
  // random; and whether all are known to be of one author.
  int clones = 0;
  bool one_author = false;
  // The share of its sets that the actor forfeits, because it is down.
  double down = 0;
  // So many of the last entrants enter when half of the sets are over.
  int newcomers = 0;
  // Matches of so many entrants, from the actor on, last twenty times as long.
  int slow = 0;
  Dodge dodge = Dodge::kNever;
  // The actor is weaker by so many points against stronger opponents.
  double bogey = 0;

  bool any() const { return !name.empty(); }
};

struct Simulated {
  Scheduler scheduler;
  // In the order in which the matches ended.
  std::vector<v1::CompetitionMatch> log;
};

// The share of a match's luck that its deal decides, seat by seat, from 0 to 1.
// Matches of one set have the same deal.
using DealLuck = double;

// Plays a competition. A Scheduler plans its matches, and they end in random
// order. Every match of two or more single seats follows Plackett and Luce's
// model with these strengths (in points), whatever the luck of the deal is:
// without a tie, a bot comes before another in proportion to the odds of their
// strengths.
Simulated Simulate(const v1::CompetitionSpec& spec,
                   const std::vector<double>& strengths, DealLuck luck,
                   const Conduct& conduct, Rng& rng);

// The ratings as standings have them.
EntrantRatings RatingsOf(const Simulated& simulated);
// The ratings as they were before bots were rated by version: one strength for
// all versions of a bot, and every set tells of luck.
BatchRating RatingsByBot(const Simulated& simulated);

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_SIMULATED_H_
