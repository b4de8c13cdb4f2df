// The token that a reader's browser shows with every request.
#ifndef REFEREE_SITE_READER_TOKEN_H_
#define REFEREE_SITE_READER_TOKEN_H_

#include <string>

#include "absl/strings/string_view.h"
#include "referee/http/exchange.h"

namespace arena::referee {

// Whether the text may be a token: it fits into a cookie as it is.
bool LooksLikeToken(absl::string_view text);

// "Bearer TOKEN" for a request for a page: what its header Authorization says,
// else the token of its cookie; empty if it has neither.
std::string AuthorizationOf(const HttpRequest& request);

// The same for a call of the protocol. A browser adds the cookie to whatever a
// page of any site asks for, so it counts only if the browser says that a page
// of this very site is asking (Sec-Fetch-Site, which no page can set).
std::string CookieAuthorizationOfCall(const HttpRequest& request);

// Whether a form was sent by a page of this very site.
bool ComesFromThisSite(const HttpRequest& request, bool secure);

// The value of Set-Cookie. The browser forgets the token when it is closed,
// shows it to no script, and sends it with nothing that another site asks for.
// Cookies know no ports: do not log in where strangers have other ports of the
// same host.
std::string TokenCookie(absl::string_view token, bool secure);
// Makes the browser forget it now.
std::string NoTokenCookie(bool secure);

}  // namespace arena::referee

#endif  // REFEREE_SITE_READER_TOKEN_H_
