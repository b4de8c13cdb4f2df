// All pages that are made from answers of the referee's services.
#ifndef REFEREE_SITE_PAGES_PAGES_H_
#define REFEREE_SITE_PAGES_PAGES_H_

#include "referee/site/site_request.h"

namespace arena::referee {

using SitePage = net::awaitable<SiteAnswer>(SiteRequest& request);

SitePage HomePage;
SitePage CompetitionsPage;
SitePage CompetitionPage;
// The newest results of a competition, for feed readers.
SitePage CompetitionFeed;
SitePage BotsPage;
SitePage BotPage;
SitePage MatchesPage;
SitePage GamesPage;
SitePage GamePage;
// An observation of the game as bots get it.
SitePage ObservationPage;
SitePage ConnectPage;
SitePage DataPage;
// The page for logging in and out. GET shows the form, or whether the token is
// valid. POST sets the cookie, or removes it, only for forms of this site. The
// token is in no page, no address and no line of the log.
SitePage TokenPage;

// The shell of the viewer.
SitePage MatchPage;
// The match as data for the viewer.
SitePage MatchDocumentFile;
// The same for the example of a game.
SitePage SamplePage;
SitePage SampleDocumentFile;
// The shell of the viewer for the matches of a set.
SitePage SetPage;

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_PAGES_H_
