// The overall table of a tournament: several competitions of one name.
#ifndef ARENA_COMPETITION_REPORT_TOURNAMENT_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_TOURNAMENT_STANDINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/competition/report/standings.h"

namespace arena::competition {

// An entrant over all events. Entrants with the same name count as one entrant.
struct OverallStanding {
  // 1 is best; equal entrants share a place. Only an entrant with a set in
  // every event has a place.
  std::optional<int> place;
  std::string name;
  // By event; nothing for an event in which the entrant has no set.
  std::vector<std::optional<double>> rank_points;
  // The number of events with a set, and the mean of their rank points.
  int events = 0;
  double mean = 0;
};

// A value.
struct TournamentStandings {
  std::string name;
  std::vector<Report> events;
  // Best first: entrants with a place, then by number of events, mean and name.
  std::vector<OverallStanding> overall;
};

// The overall order is by the mean over the events of the mean rank points.
// These are shares of the possible points, so that every event weighs the same,
// whatever its game and length. The order of events decides only the order of
// columns. INVALID_ARGUMENT for no events, two events of one name, and events
// of different tournaments.
absl::StatusOr<TournamentStandings> CombineStandings(
    std::vector<Report> events);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_TOURNAMENT_STANDINGS_H_
