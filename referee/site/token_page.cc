#include "referee/site/token_page.h"

#include <map>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/site/answer.h"
#include "referee/site/reader_token.h"

namespace arena::referee {
namespace {

// `wrong`: why the token that the browser shows is none; empty if it is good.
Html Form(bool has_token, absl::string_view wrong) {
  if (has_token) {
    return Element(
        "form", {{"method", "post"}, {"action", "/token"}},
        {wrong.empty()
             ? Element("p",
                       {"Your browser shows a good token with every page."})
             : Element("p", {{"class", "error"}}, {ForeignText(wrong)}),
         Element("button", {{"name", "leave"}, {"value", "yes"}},
                 {"Log out"})});
  }
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

Page FormPage(bool has_token, absl::string_view wrong) {
  return {
      .title = has_token ? "Your token" : "Log in",
      .description = "Read pages that need a token of this referee.",
      .body = Joined(
          {Element("h1", {has_token ? "Your token" : "Log in"}),
           Element("p", {"A token shows what its owner may see: an author "
                         "sees the build logs and the output of its own bots. "
                         "An admin makes one with ",
                         Element("code", {"arena bots token create"}),
                         ". The browser forgets it when it is closed."}),
           Form(has_token, wrong)}),
      .section = "/token"};
}

}  // namespace

net::awaitable<SiteAnswer> TokenPage(SiteRequest& request) {
  const HttpRequest& asked = request.exchange.request();
  if (asked.method() != http::verb::post) {
    if (!request.visit.has_token()) co_return FormPage(false, "");
    v1::ListCompetitionsRequest any;
    any.set_page_size(1);
    const auto tried =
        co_await request.referee.Ask<v1::ListCompetitionsResponse>(
            "CompetitionService/ListCompetitions", any);
    co_return FormPage(true, tried.ok() ? "" : tried.status().message());
  }
  // A proxy in front of the referee may have the TLS.
  const bool secure =
      request.exchange.secure() || asked["X-Forwarded-Proto"] == "https";
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
