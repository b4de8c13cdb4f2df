// One bot: ratings, form, faults, matches, and what its author may see.
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"
#include "arena/match/entry.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/pages/bot_author_part.h"
#include "referee/site/pages/bot_form.h"
#include "referee/site/pages/bot_ratings.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// For the form; as many are asked for at once.
constexpr int kMatchesOfForm = 200;
constexpr int kMatchesShown = 20;

// All that the page shows.
struct ShownBot {
  std::string name;
  // Absent for a bot that is not registered.
  std::optional<v1::Bot> bot;
  BotRatings ratings;
  v1::ListMatchesResponse matches;
  AuthorPart author;
};

Html TallyRow(const Html& name, const Tally& tally) {
  const int lost = tally.played - tally.won - tally.drawn;
  return Element("tr", {Cell(name), NumberCell(absl::StrCat(tally.played)),
                        NumberCell(absl::StrCat(tally.won)),
                        NumberCell(absl::StrCat(tally.drawn)),
                        NumberCell(absl::StrCat(lost))});
}

Html TallyTable(const std::string& what, const Html& rows) {
  if (rows.empty()) return {};
  return ScrollingTable(absl::StrCat("Form by ", what),
                        Joined({Column(what == "game" ? "Game" : "Against"),
                                NumberColumn("Matches"), NumberColumn("Won"),
                                NumberColumn("Drawn"), NumberColumn("Lost")}),
                        rows);
}

std::string MatchesOfFormText(int matches) {
  if (matches == 0) return "None of its matches is over.";
  if (matches == 1) return "Its only match that is over.";
  return absl::StrCat("Its last ", matches, " matches that are over.");
}

Html FormHtml(const BotForm& form, int matches) {
  Html games;
  for (const auto& [game, tally] : form.by_game) {
    games += TallyRow(GameLink(game), tally);
  }
  Html opponents;
  for (const auto& [name, tally] : form.by_opponent) {
    opponents += TallyRow(BotLink(name), tally);
  }
  Html faults;
  for (const auto& [kind, count] : form.faults) {
    if (!faults.empty()) faults += ", ";
    faults += absl::StrCat(FaultName(kind), " ", count);
  }
  if (faults.empty()) faults = "none";
  return Card("Form", Joined({Element("p", {MatchesOfFormText(matches)}),
                              TallyTable("game", games),
                              TallyTable("opponent", opponents),
                              Element("p", {"Faults: ", faults, "."})}));
}

std::string StatusText(v1::Bot::Status status) {
  switch (status) {
    case v1::Bot::STATUS_BENCHED:
      return "benched: ladders give it no matches";
    case v1::Bot::STATUS_RETIRED:
      return "retired";
    default:
      return "active";
  }
}

Html AboutBot(const std::optional<v1::Bot>& bot) {
  if (!bot.has_value()) {
    return Element("p", {{"class", "about"}}, {"This bot is not registered."});
  }
  Html about = Joined({"By ", ForeignText(bot->author()), " · ",
                       StatusText(bot->status()), " · since ",
                       TimeHtml(bot->created_time()), " · ",
                       absl::StrCat(bot->matches(), " matches, ",
                                    bot->fault_count(), " faults")});
  if (!bot->active_version().empty()) {
    about += " · version ";
    about += ForeignText(bot->active_version());
  }
  Html html = Element("p", {{"class", "about"}}, {about});
  if (!bot->description().empty()) {
    html +=
        Element("p", {{"class", "foreign"}}, {ForeignText(bot->description())});
  }
  return html;
}

Html ConnectedVersions(const std::optional<v1::Bot>& bot) {
  if (!bot.has_value() || bot->versions().empty()) return {};
  Html rows;
  for (const v1::BotVersion& version : bot->versions()) {
    rows += Element("tr", {Cell(ForeignText(version.version())),
                           Cell(ForeignText(version.language())),
                           Cell(TimeHtml(version.first_seen_time())),
                           Cell(TimeHtml(version.last_seen_time()))});
  }
  return Card(
      "Versions that have connected",
      ScrollingTable("Versions that have connected",
                     Joined({Column("Version"), Column("Language"),
                             Column("First seen"), Column("Last seen")}),
                     rows));
}

Page ShapedBot(const ShownBot& shown) {
  const auto& matches = shown.matches.matches();
  Matches latest;
  for (int i = 0; i < matches.size() && i < kMatchesShown; ++i) {
    *latest.Add() = matches[i];
  }
  return {
      .title = shown.name,
      .description = absl::StrCat("The bot ", shown.name,
                                  ": ratings, form by game and opponent, "
                                  "faults and matches."),
      .body = Joined(
          {Element("h1", {ForeignText(shown.name)}), AboutBot(shown.bot),
           RatingsHtml(shown.name, shown.ratings),
           FormHtml(FormOfBot(shown.name, matches), matches.size()),
           Card(
               "Latest matches",
               Joined({MatchTable(latest, {.caption = "Latest matches"}),
                       Element("p", {Link(absl::StrCat("/matches?bot=",
                                                       AddressPart(shown.name)),
                                          "All matches")})})),
           ConnectedVersions(shown.bot), AuthorPartHtml(shown.author)}),
      .section = "/bots",
      .method = "BotService/GetBot"};
}

}  // namespace

net::awaitable<SiteAnswer> BotPage(SiteRequest& request) {
  ShownBot shown;
  shown.name = request.name();
  v1::GetBotRequest named;
  named.set_name(shown.name);
  const auto bot = co_await request.referee.Ask<v1::GetBotResponse>(
      "BotService/GetBot", named);
  const bool unknown = bot.status().code() == absl::StatusCode::kNotFound;
  if (!bot.ok() && !unknown) co_return bot.status();
  if (bot.ok()) shown.bot = bot->bot();
  v1::ListMatchesRequest over;
  over.set_player(shown.name);
  over.set_state(v1::Match::STATE_FINISHED);
  over.set_page_size(kMatchesOfForm);
  auto matches = co_await request.referee.Ask<v1::ListMatchesResponse>(
      "MatchService/ListMatches", over);
  if (!matches.ok()) co_return matches.status();
  shown.matches = *std::move(matches);
  if (unknown && shown.matches.matches().empty()) co_return bot.status();
  shown.ratings =
      co_await ReadRatings(request, shown.name, shown.matches.matches());
  if (!request.stranger && shown.bot.has_value()) {
    shown.author = co_await ReadAuthorPart(request, shown.name);
  }
  co_return ShapedBot(shown);
}

}  // namespace arena::referee
