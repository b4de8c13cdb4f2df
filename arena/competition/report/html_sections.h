// The parts of a page of standings; each is an HTML element by itself.
#ifndef ARENA_COMPETITION_REPORT_HTML_SECTIONS_H_
#define ARENA_COMPETITION_REPORT_HTML_SECTIONS_H_

#include <string>

#include "arena/competition/report/standings.h"
#include "arena/competition/report/tournament_standings.h"

namespace arena::competition {

// What was played, and how much of it.
std::string AboutHtml(const Standings& standings);
std::string TableHtml(const Standings& standings);
std::string MatrixHtml(const Standings& standings);
// Empty if no entrant has a set.
std::string CurvesHtml(const Standings& standings);
// Empty if no entrant has played with several versions.
std::string VersionsHtml(const Standings& standings);
std::string FaultsHtml(const Standings& standings);
std::string OverallHtml(const TournamentStandings& standings);
// `anchored`: the ratings of a table have an anchor.
std::string HowToReadHtml(bool anchored);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_HTML_SECTIONS_H_
