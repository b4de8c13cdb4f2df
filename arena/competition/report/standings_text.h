// Standings for a terminal.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_TEXT_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_TEXT_H_

#include <string>

#include "arena/competition/report/standings.h"
#include "arena/competition/report/tournament_standings.h"

namespace arena::competition {

// Head, table, head-to-head matrix and faults, in lines of at most `width`
// characters (at least 40). If the width is small, less important columns are
// left out and long names are cut. UTF-8.
std::string StandingsText(const Report& report, int width = 100);
// Predicted against observed places, as a table; empty without a set.
std::string CalibrationText(const Report& report, int width = 100);
// The overall table, then the tables of all events.
std::string StandingsText(const TournamentStandings& standings,
                          int width = 100);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_TEXT_H_
