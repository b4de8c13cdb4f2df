// Where a reader logs in and out.
#ifndef REFEREE_SITE_PAGES_TOKEN_PAGE_H_
#define REFEREE_SITE_PAGES_TOKEN_PAGE_H_

#include "referee/site/site_request.h"

namespace arena::referee {

// GET shows the form, or whether the token is good. POST sets the cookie, or
// takes it away; only for forms that a page of this site has sent. The token is
// in no page, no address and no line of the log.
net::awaitable<SiteAnswer> TokenPage(SiteRequest& request);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_TOKEN_PAGE_H_
