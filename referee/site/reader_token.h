// The token that a reader's browser shows with every request.
#ifndef REFEREE_SITE_READER_TOKEN_H_
#define REFEREE_SITE_READER_TOKEN_H_

#include <string>

#include "absl/strings/string_view.h"
#include "referee/http/exchange.h"

namespace arena::referee {

// Whether the text can be a token, which fits into a cookie as it is.
bool LooksLikeToken(absl::string_view text);

// "Bearer TOKEN" for a request for a page: the header Authorization, or else
// the token of the cookie; empty if the request has neither.
std::string AuthorizationOf(const HttpRequest& request);

// The same for a call of the protocol. A browser adds the cookie to every
// request, even to requests of other sites' pages. So the cookie counts only if
// the browser says that a page of this very site is asking (Sec-Fetch-Site,
// which no page can set).
std::string CookieAuthorizationOfCall(const HttpRequest& request);

// Whether a form was sent by a page of this very site.
bool ComesFromThisSite(const HttpRequest& request, bool secure);

// The value of Set-Cookie. The browser forgets the token when it is closed,
// hides it from scripts, and sends it with no request of another site. Cookies
// are shared by all ports of a host, so do not log in on a host where strangers
// have other ports.
std::string TokenCookie(absl::string_view token, bool secure);
// The value of Set-Cookie that makes the browser forget the token now.
std::string NoTokenCookie(bool secure);

}  // namespace arena::referee

#endif  // REFEREE_SITE_READER_TOKEN_H_
