// What the ladder believes of an entrant's strength, to find it opponents.
// Official ratings are computed elsewhere, from all results at once.
#ifndef ARENA_COMPETITION_LADDER_ESTIMATE_H_
#define ARENA_COMPETITION_LADDER_ESTIMATE_H_

#include <vector>

#include "arena/competition/duplicate_score.h"

namespace arena::competition {

// A normal belief. A newcomer has the default.
struct Strength {
  double mean = 25;
  double deviation = 25.0 / 3;
};

// How much a result varies between entrants that do not.
inline constexpr double kPlayDeviation = 25.0 / 6;

// Updates the strengths (by index of entrant) of those who played a set: the
// full-pair update for the Bradley-Terry model of Weng and Lin, "A Bayesian
// Approximation Method for Online Ranking" (2011), algorithm 1, by places.
void Estimate(const SetOutcome& outcome, std::vector<Strength>& strengths);

// How far apart two entrants are for certain: small where a set between them
// would tell much.
double Distance(const Strength& a, const Strength& b);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_LADDER_ESTIMATE_H_
