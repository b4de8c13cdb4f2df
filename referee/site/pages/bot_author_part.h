// What the author of a bot sees on its page.
#ifndef REFEREE_SITE_PAGES_BOT_AUTHOR_PART_H_
#define REFEREE_SITE_PAGES_BOT_AUTHOR_PART_H_

#include <string>

#include "arena/html/html.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/site_request.h"

namespace arena::referee {

// Empty for every other reader: the referee refuses the calls.
struct AuthorPart {
  v1::ListVersionsResponse versions;
  // The newest one, with its build log.
  v1::SubmittedVersion newest;
  // The match of its validation that has not begun, if there is one.
  v1::Match waiting;
  v1::ListSeatReportsResponse reports;
};

net::awaitable<AuthorPart> ReadAuthorPart(SiteRequest& request,
                                          std::string bot);

// Versions, the build log, and for each seat of a match what its process
// printed and how long its decisions took. Empty if there is nothing.
Html AuthorPartHtml(const AuthorPart& part);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_BOT_AUTHOR_PART_H_
