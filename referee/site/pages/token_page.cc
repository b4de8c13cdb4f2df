#include <map>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/site/answer.h"
#include "referee/site/pages/pages.h"
#include "referee/site/reader_token.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

constexpr absl::string_view kNoToken =
    "This is no token of this referee: perhaps it is not complete, has been "
    "revoked, or has expired.";
// The page for a reader that has shown a wrong token. The browser has forgotten
// the token.
constexpr char kWrongAddress[] = "/token?wrong=yes";

Html LogOutForm() {
  return Element(
      "form", {{"method", "post"}, {"action", "/token"}},
      {Element("button", {{"name", "leave"}, {"value", "yes"}}, {"Log out"})});
}

Html LogInForm() {
  return Element("form",
                 {{"method", "post"}, {"action", "/token"}, {"id", "log-in"}},
                 {Element("label", {{"for", "token"}}, {"Token"}),
                  EmptyElement("input", {{"id", "token"},
                                         {"name", "token"},
                                         {"type", "password"},
                                         {"autocomplete", "off"},
                                         {"spellcheck", "false"},
                                         {"required", "required"}}),
                  Element("button", {"Log in"})});
}

// `wrong`: why the token that the browser shows, or has shown, is invalid;
// empty if it is valid.
Html TokenState(const SiteRequest& request, absl::string_view wrong) {
  if (!wrong.empty()) {
    return Element("p", {{"class", "error"}}, {ForeignText(wrong)});
  }
  if (request.visit.has_token()) {
    return Element("p", {"Your browser sends a valid token with every page. "
                         "Go on to the ",
                         Link("/", "home page"), "."});
  }
  if (request.stranger) return {};
  return Element("p", {"The pages of this referee need no token."});
}

Page FormPage(const SiteRequest& request, absl::string_view wrong) {
  const bool has_token = request.visit.has_token();
  const char* const title = has_token ? "Your token" : "Log in";
  Html forms;
  if (has_token) {
    forms = Joined({LogOutForm(), Element("h2", {"Another token"})});
  }
  forms += LogInForm();
  return {
      .title = title,
      .description = "Read pages that need a token of this referee.",
      .body = Joined(
          {Element("h1", {title}),
           Element("p", {"With a token you see what its owner may see: an "
                         "author sees the build logs and the output of its own "
                         "bots. An admin makes a token with ",
                         Element("code", {"arena bots token create"}),
                         ". The browser forgets the token when it is closed."}),
           TokenState(request, wrong), forms}),
      .section = "/token"};
}

// Makes the browser forget an invalid token: with it no page could be read, not
// even by a reader that needs no token.
net::awaitable<SiteAnswer> ShowToken(SiteRequest& request, bool secure) {
  const HttpRequest& asked = request.exchange.request();
  const bool told = !request.visit.Asked("wrong").empty();
  if (!request.visit.has_token()) {
    co_return FormPage(request, told ? kNoToken : "");
  }
  v1::ListCompetitionsRequest any;
  any.set_page_size(1);
  const auto tried = co_await request.referee.Ask<v1::ListCompetitionsResponse>(
      "CompetitionService/ListCompetitions", any);
  if (!absl::IsUnauthenticated(tried.status())) {
    co_return FormPage(request, tried.ok() ? "" : tried.status().message());
  }
  const bool of_cookie = asked.find(http::field::authorization) == asked.end();
  if (told || !of_cookie) co_return FormPage(request, kNoToken);
  HttpResponse again = SeeOther(kWrongAddress);
  again.set(http::field::set_cookie, NoTokenCookie(secure));
  co_return again;
}

}  // namespace

net::awaitable<SiteAnswer> TokenPage(SiteRequest& request) {
  const HttpRequest& asked = request.exchange.request();
  // A proxy in front of the referee may have the TLS.
  const bool secure =
      request.exchange.secure() || asked["X-Forwarded-Proto"] == "https";
  if (asked.method() != http::verb::post) {
    co_return co_await ShowToken(request, secure);
  }
  if (!ComesFromThisSite(asked, secure)) {
    co_return absl::PermissionDeniedError(
        "the form was not sent by a page of this site");
  }
  const std::map<std::string, std::string> fields = ReadFields(asked.body());
  HttpResponse done = SeeOther("/token");
  if (fields.count("leave") > 0) {
    done.set(http::field::set_cookie, NoTokenCookie(secure));
    co_return done;
  }
  const auto found = fields.find("token");
  const std::string token(
      absl::StripAsciiWhitespace(found == fields.end() ? "" : found->second));
  if (!LooksLikeToken(token)) {
    co_return absl::InvalidArgumentError(
        "that is no token: expected the line that was printed when it was "
        "made, without blanks");
  }
  done.set(http::field::set_cookie, TokenCookie(token, secure));
  co_return done;
}

}  // namespace arena::referee
