// All pages that are made of what the referee's services say.
#ifndef REFEREE_SITE_PAGES_H_
#define REFEREE_SITE_PAGES_H_

#include "referee/site/site_request.h"

namespace arena::referee {

using SitePage = net::awaitable<SiteAnswer>(SiteRequest& request);

// The shell of the viewer.
SitePage MatchPage;
// The match as data for the viewer.
SitePage MatchDocumentFile;

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_H_
