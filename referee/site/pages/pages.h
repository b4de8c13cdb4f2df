// All pages that are made of what the referee's services say.
#ifndef REFEREE_SITE_PAGES_PAGES_H_
#define REFEREE_SITE_PAGES_PAGES_H_

#include "referee/site/site_request.h"

namespace arena::referee {

using SitePage = net::awaitable<SiteAnswer>(SiteRequest& request);

SitePage HomePage;
SitePage CompetitionsPage;
SitePage CompetitionPage;
// The results of a competition as they come, for readers of feeds.
SitePage CompetitionFeed;
SitePage BotsPage;
SitePage BotPage;
SitePage MatchesPage;
SitePage GamesPage;
SitePage GamePage;
// What a bot sees of the game.
SitePage ObservationPage;
SitePage ConnectPage;
SitePage DataPage;
// Where a reader logs in and out. GET shows the form, or whether the token is
// good. POST sets the cookie, or takes it away; only for forms that a page of
// this site has sent. The token is in no page, no address and no line of the
// log.
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
