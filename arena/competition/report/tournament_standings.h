// The overall table of a tournament: several competitions of one name.
#ifndef ARENA_COMPETITION_REPORT_TOURNAMENT_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_TOURNAMENT_STANDINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/competition/report/standings.h"

namespace arena::competition {

// An entrant over all events; entrants of one name are one.
struct OverallStanding {
  // 1 is best, equal ones share a place. Only who has a set in every event has
  // a place.
  std::optional<int> place;
  std::string name;
  // By event; nothing where it has no set.
  std::vector<std::optional<double>> rank_points;
  // How many of them there are, and their mean.
  int events = 0;
  double mean = 0;
};

// A value.
struct TournamentStandings {
  std::string name;
  std::vector<Standings> events;
  // Best first: those with a place, then by number of events, mean and name.
  std::vector<OverallStanding> overall;
};

// The overall order is that of the mean over the events of the mean rank
// points: shares of what there was to get, so that every event weighs the same
// whatever its game and length. The order of events only decides the order of
// columns. INVALID_ARGUMENT for no events, two of one name, and events of
// different tournaments.
absl::StatusOr<TournamentStandings> CombineStandings(
    std::vector<Standings> events);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_TOURNAMENT_STANDINGS_H_
