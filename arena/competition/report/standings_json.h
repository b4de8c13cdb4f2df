// Standings for programs.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_JSON_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_JSON_H_

#include <nlohmann/json_fwd.hpp>

#include "arena/competition/report/standings.h"
#include "arena/competition/report/tournament_standings.h"

namespace arena::competition {

// All of it; keys in an order that tells the story. Shares, ratings and
// likelihoods are rounded to six digits behind the point. What does not exist
// (an interval of one value, points in a knockout) is null or left out.
nlohmann::ordered_json StandingsJson(const Standings& standings);
// {"tournament", "ordered_by", "overall": [...], "events": [...]}.
nlohmann::ordered_json StandingsJson(const TournamentStandings& standings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_JSON_H_
