#include "referee/site/reader_token.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena::referee {
namespace {

constexpr absl::string_view kName = "arena-token";
// A browser accepts a cookie of this name only with Secure, for all paths and
// for no other host.
constexpr absl::string_view kSecureName = "__Host-arena-token";
constexpr size_t kLongestToken = 512;

std::string ValueOf(const HttpRequest& request, http::field field) {
  const auto value = request[field];
  return {value.data(), value.size()};
}

std::string FetchSite(const HttpRequest& request) {
  const auto value = request["Sec-Fetch-Site"];
  return {value.data(), value.size()};
}

// Prefers the secure cookie: a neighbouring host may have set the other one.
std::string TokenOfCookie(const HttpRequest& request) {
  std::string token;
  bool has_secure = false;
  for (absl::string_view cookie :
       absl::StrSplit(ValueOf(request, http::field::cookie), ';')) {
    cookie = absl::StripAsciiWhitespace(cookie);
    const bool secure = absl::ConsumePrefix(&cookie, kSecureName);
    if (!secure && (has_secure || !absl::ConsumePrefix(&cookie, kName))) {
      continue;
    }
    if (!absl::ConsumePrefix(&cookie, "=")) continue;
    has_secure = has_secure || secure;
    token = std::string(cookie);
  }
  return LooksLikeToken(token) ? token : "";
}

std::string CookieAuthorization(const HttpRequest& request) {
  const std::string token = TokenOfCookie(request);
  return token.empty() ? "" : absl::StrCat("Bearer ", token);
}

std::string Attributes(bool secure) {
  return absl::StrCat("; Path=/; HttpOnly; SameSite=Strict",
                      secure ? "; Secure" : "");
}

}  // namespace

bool LooksLikeToken(absl::string_view text) {
  return !text.empty() && text.size() <= kLongestToken &&
         absl::c_all_of(text, [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.' ||
                  c == '+' || c == '/' || c == '=' || c == ':' || c == '~';
         });
}

std::string AuthorizationOf(const HttpRequest& request) {
  std::string header = ValueOf(request, http::field::authorization);
  return header.empty() ? CookieAuthorization(request) : header;
}

std::string CookieAuthorizationOfCall(const HttpRequest& request) {
  const bool own = FetchSite(request) == "same-origin";
  const bool has_header =
      request.find(http::field::authorization) != request.end();
  return own && !has_header ? CookieAuthorization(request) : "";
}

bool ComesFromThisSite(const HttpRequest& request, bool secure) {
  if (const std::string site = FetchSite(request); !site.empty()) {
    return site == "same-origin";
  }
  // Browsers send Sec-Fetch-Site only to servers that are secure or on their
  // own machine.
  const std::string origin = ValueOf(request, http::field::origin);
  return absl::AsciiStrToLower(origin) ==
         absl::AsciiStrToLower(
             absl::StrCat(secure ? "https://" : "http://",
                          ValueOf(request, http::field::host)));
}

std::string TokenCookie(absl::string_view token, bool secure) {
  return absl::StrCat(secure ? kSecureName : kName, "=", token,
                      Attributes(secure));
}

std::string NoTokenCookie(bool secure) {
  return absl::StrCat(TokenCookie("", secure), "; Max-Age=0");
}

}  // namespace arena::referee
