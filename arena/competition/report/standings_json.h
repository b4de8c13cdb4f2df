// Standings for programs.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_JSON_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_JSON_H_

#include <nlohmann/json_fwd.hpp>

#include "arena/competition/report/standings.h"
#include "arena/competition/report/tournament_standings.h"

namespace arena::competition {

// All figures; keys in an order that tells the story. Shares, ratings and
// likelihoods are rounded to six digits after the point. A value that does not
// exist (interval of one value, points in a knockout) is null or left out.
nlohmann::ordered_json StandingsJson(const Standings& standings);
// {"tournament", "ordered_by", "overall": [...], "events": [...]}.
nlohmann::ordered_json StandingsJson(const TournamentStandings& standings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_JSON_H_
