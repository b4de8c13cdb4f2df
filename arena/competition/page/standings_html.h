// Standings for a browser, in one self-contained file.
#ifndef ARENA_COMPETITION_PAGE_STANDINGS_HTML_H_
#define ARENA_COMPETITION_PAGE_STANDINGS_HTML_H_

#include <string>

#include "arena/competition/report/standings.h"
#include "arena/competition/report/tournament_standings.h"

namespace arena::competition {

// A page with the table, the head-to-head matrix coloured by likelihood of
// superiority, the rating curves, the faults, and an explanation of all parts.
// Works without scripts, in light and dark, on a telephone and on paper.
// Well-formed XML; all names are escaped.
std::string StandingsHtml(const Report& report);
// The same for all events, below the overall table.
std::string StandingsHtml(const TournamentStandings& standings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_STANDINGS_HTML_H_
