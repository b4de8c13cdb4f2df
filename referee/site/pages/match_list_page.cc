// Matches, filtered and page by page.
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/games/registry.h"
#include "arena/html/table.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

struct StateChoice {
  const char* value;
  const char* text;
  v1::Match::State state;
};
constexpr StateChoice kStates[] = {
    {"", "any", v1::Match::STATE_UNSPECIFIED},
    {"running", "live", v1::Match::STATE_RUNNING},
    {"pending", "waiting", v1::Match::STATE_PENDING},
    {"finished", "over", v1::Match::STATE_FINISHED},
    {"quarantined", "quarantined", v1::Match::STATE_QUARANTINED},
};

absl::StatusOr<v1::Match::State> ReadState(const std::string& text) {
  for (const StateChoice& choice : kStates) {
    if (text == choice.value) return choice.state;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("state is \"", text,
                   "\"; expected running, pending, finished or quarantined"));
}

Html Option(absl::string_view value, absl::string_view text,
            absl::string_view chosen) {
  HtmlAttributes attributes = {{"value", std::string(value)}};
  if (value == chosen) attributes.push_back({"selected", "selected"});
  return Element("option", attributes, {text});
}

Html Field(HtmlName tag, const char* name, absl::string_view title,
           const HtmlAttributes& attributes, const Html& content) {
  HtmlAttributes all = {{"id", name}, {"name", name}};
  all.insert(all.end(), attributes.begin(), attributes.end());
  const bool input = absl::string_view(tag.get()) == "input";
  return Element(
      "div", {Element("label", {{"for", name}}, {title}),
              input ? EmptyElement(tag, all) : Element(tag, all, {content})});
}

Html FilterForm(const Visit& visit) {
  Html games = Option("", "any", visit.Asked("game"));
  for (const Game& game : AllGames()) {
    games += Option(game.info->name, GameTitle(game.info->name),
                    visit.Asked("game"));
  }
  Html states;
  for (const StateChoice& choice : kStates) {
    states += Option(choice.value, choice.text, visit.Asked("state"));
  }
  return Element(
      "form", {{"method", "get"}, {"action", "/matches"}, {"class", "filter"}},
      {Field("select", "game", "Game", {}, games),
       Field("input", "bot", "Bot", {{"value", visit.Asked("bot")}}, {}),
       Field("input", "competition", "Competition",
             {{"value", visit.Asked("competition")}}, {}),
       Field("select", "state", "State", {}, states),
       Element("button", {"Show"})});
}

// The address of the same list with another page, or with its results shown or
// hidden.
std::string ListAddress(const Visit& visit, const std::string& page) {
  std::string address = "/matches";
  char separator = '?';
  const auto add = [&](const std::string& name, const std::string& value) {
    if (value.empty()) return;
    absl::StrAppend(&address, std::string(1, separator), name, "=",
                    AddressPart(value));
    separator = '&';
  };
  for (const char* name : {"game", "bot", "competition", "state"}) {
    add(name, visit.Asked(name));
  }
  add("page", page);
  return address;
}

Page MatchListPage(const Visit& visit,
                   const v1::ListMatchesResponse& response) {
  const bool spoilers = visit.Asked("spoilers") != "0";
  Html hide;
  if (!response.matches().empty()) {
    hide = SpoilerLink(ListAddress(visit, visit.Asked("page")), spoilers);
  }
  Html more;
  if (!response.next_page_token().empty()) {
    more = Element("p", {Link(ListAddress(visit, response.next_page_token()),
                              "Older matches")});
  }
  return {
      .title = "Matches",
      .description =
          "Matches of this arena, newest first, by game, bot, "
          "competition and state.",
      .body = Joined(
          {Element("h1", {"Matches"}), FilterForm(visit),
           Card("Newest first",
                Joined({MatchTable(response.matches(), {.caption = "Matches",
                                                        .spoilers = spoilers}),
                        hide, more}))}),
      .section = "/matches",
      .method = "MatchService/ListMatches"};
}

}  // namespace

net::awaitable<SiteAnswer> MatchesPage(SiteRequest& request) {
  const Visit& visit = request.visit;
  const auto state = ReadState(visit.Asked("state"));
  if (!state.ok()) co_return state.status();
  const std::string game = visit.Asked("game");
  if (!game.empty()) {
    const absl::StatusOr<const Game*> known = FindGame(game);
    if (!known.ok()) co_return known.status();
  }
  v1::ListMatchesRequest asked;
  asked.set_state(*state);
  asked.set_game(game);
  asked.set_player(visit.Asked("bot"));
  asked.set_competition(visit.Asked("competition"));
  asked.set_page_token(visit.Asked("page"));
  const auto response = co_await request.referee.Ask<v1::ListMatchesResponse>(
      "MatchService/ListMatches", asked);
  if (!response.ok()) co_return response.status();
  co_return MatchListPage(visit, *response);
}

}  // namespace arena::referee
