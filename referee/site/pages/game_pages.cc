// The games: rules, options, and an observation.
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/games/registry.h"
#include "arena/html/table.h"
#include "arena/rulebook/game_readmes.h"
#include "referee/site/document_maker.h"
#include "referee/site/markdown.h"
#include "referee/site/pages/pages.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

std::string AddressOf(const GameInfo& info) {
  return absl::StrCat("/game/", info.name);
}

std::string SeatsText(const GameInfo& info) {
  return info.min_seats == info.max_seats
             ? absl::StrCat(info.min_seats, " seats")
             : absl::StrCat(info.min_seats, " to ", info.max_seats, " seats");
}

Html Summary(const Game& game) {
  const GameInfo& info = *game.info;
  return Card(
      GameTitle(info.name),
      Joined(
          {Element("p", {info.summary}),
           Element(
               "p",
               {SeatsText(info), " · ", Link(AddressOf(info), "rules"), " · ",
                Link(absl::StrCat("/sample/", info.name), "a sample match"),
                " · ",
                Link(absl::StrCat("/matches?game=", info.name), "matches")})}));
}

Page Games() {
  Html games = Element("h1", {"Games"});
  for (const Game& game : AllGames()) games += Summary(game);
  return {.title = "Games",
          .description =
              "The games of this arena: rules, what bots see, and "
              "a sample match of each.",
          .body = games,
          .section = "/games",
          .method = "CatalogueService/ListGames"};
}

Page Rules(const Game& game) {
  const GameInfo& info = *game.info;
  return {
      .title = absl::StrCat(GameTitle(info.name), ", the rules"),
      .description = std::string(info.summary),
      .body = Joined(
          {Element("h1", {GameTitle(info.name)}),
           Element("p", {{"class", "about"}},
                   {SeatsText(info), " · version ",
                    absl::StrCat(info.rules_version), " of the rules"}),
           Element(
               "p",
               {Link(absl::StrCat("/sample/", info.name), "A sample match"),
                " · ",
                Link(absl::StrCat(AddressOf(info), "/observation"),
                     "What a bot sees"),
                " · ",
                Link(absl::StrCat("/matches?game=", info.name), "Matches")}),
           Element("section", {{"class", "card prose"}},
                   {MarkdownHtml(rulebook::GameReadme(info.name))})}),
      .section = "/games",
      .method = "CatalogueService/ListGames"};
}

Page Observation(const Game& game, const std::string& text) {
  const GameInfo& info = *game.info;
  return {.title = absl::StrCat(GameTitle(info.name), ", what a bot sees"),
          .description = absl::StrCat(
              "The observation of ", GameTitle(info.name),
              ": every field, the numbers of cards or squares, and a prompt."),
          .body = Joined(
              {Element("h1", {Link(AddressOf(info), GameTitle(info.name)),
                              ": what a bot sees"}),
               Element("section", {{"class", "card"}},
                       {Element("pre", {{"tabindex", "0"}}, {text})})}),
          .section = "/games"};
}

}  // namespace

net::awaitable<SiteAnswer> GamesPage(SiteRequest& /*request*/) {
  co_return Games();
}

net::awaitable<SiteAnswer> GamePage(SiteRequest& request) {
  const absl::StatusOr<const Game*> game = FindGame(request.name());
  if (!game.ok()) co_return game.status();
  co_return Rules(**game);
}

net::awaitable<SiteAnswer> ObservationPage(SiteRequest& request) {
  const absl::StatusOr<const Game*> game = FindGame(request.name());
  if (!game.ok()) co_return game.status();
  const absl::StatusOr<std::string> text =
      co_await request.documents.ObservationText(**game, request.address,
                                                 request.exchange);
  if (!text.ok()) co_return text.status();
  co_return Observation(**game, *text);
}

}  // namespace arena::referee
