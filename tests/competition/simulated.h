// Competitions between bots of known strength, for the tests of standings.
#ifndef TESTS_COMPETITION_SIMULATED_H_
#define TESTS_COMPETITION_SIMULATED_H_

#include <string>
#include <vector>

#include "arena/competition/scheduler.h"
#include "arena/v1/competition_service.pb.h"

namespace arena::competition {

// A game of two, three or four sides of one seat, with these entrants; each is
// a bot of its own name.
v1::CompetitionSpec SimulatedSpec(v1::Format format, int sides,
                                  const std::vector<std::string>& names);

// What happens in the matches. The score of a side is drawn around its
// entrant's strength, by a generator that depends on the match alone.
struct Simulation {
  // In points, by index.
  std::vector<double> strengths;
  // Standard deviation of a score; 0: strength is all.
  double luck = 10;
  // Chances in per cent: that a seat has a fault, that an attempt has no
  // result.
  int fault_percent = 0;
  int void_percent = 0;
  // All attempts of this set have no result.
  int void_set = -1;

  v1::CompetitionMatch Play(const GameForm& form,
                            const PlannedMatch& match) const;
};

// Plays a competition to its end, or about `most_matches`; the results.
std::vector<v1::CompetitionMatch> Simulate(const v1::CompetitionSpec& spec,
                                           const Simulation& simulation,
                                           int most_matches = 1'000'000);

// The competition as a referee shows it, over.
v1::Competition FinishedCompetition(const v1::CompetitionSpec& spec);

}  // namespace arena::competition

#endif  // TESTS_COMPETITION_SIMULATED_H_
