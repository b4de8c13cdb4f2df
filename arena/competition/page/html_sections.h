// The smaller parts of a page of standings.
#ifndef ARENA_COMPETITION_PAGE_HTML_SECTIONS_H_
#define ARENA_COMPETITION_PAGE_HTML_SECTIONS_H_

#include "arena/competition/report/standings.h"
#include "arena/competition/report/tournament_standings.h"
#include "arena/html/html.h"

namespace arena::competition {

// The settings and the progress of the competition.
Html AboutHtml(const Report& report);
// Empty if no entrant has a set.
Html CurvesHtml(const v1::Standings& standings);
// Empty if no entrant has played with several versions.
Html VersionsHtml(const v1::Standings& standings);
Html UnevenHtml(const v1::Standings& standings);
// Ties and the worth of seats; empty as long as too few sets are played.
Html SeatsHtml(const v1::Standings& standings);
Html FaultsHtml(const v1::Standings& standings);
Html OverallHtml(const TournamentStandings& standings);
// `anchored`: the ratings of a table have an anchor.
Html HowToReadHtml(bool anchored);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_HTML_SECTIONS_H_
