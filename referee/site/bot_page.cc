// One bot: ratings, form, faults, matches, and what its author may see.
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/report/standings_words.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/bot_author_part.h"
#include "referee/site/bot_form.h"
#include "referee/site/match_table.h"
#include "referee/site/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// For the form; as many are asked for at once.
constexpr int kMatchesOfForm = 200;
constexpr int kMatchesShown = 20;
// Each costs the reader two calls.
constexpr size_t kRatedCompetitions = 8;

// The bot in a competition.
struct Rating {
  v1::CompetitionSpec spec;
  v1::EntrantStanding standing;
};

// All that the page shows.
struct ShownBot {
  std::string name;
  // Absent for a bot that is not registered.
  std::optional<v1::Bot> bot;
  std::vector<Rating> ratings;
  // Competitions of the newest matches whose ratings are not shown.
  size_t left_out = 0;
  v1::ListMatchesResponse matches;
  AuthorPart author;
};

Html RatingCell(double rating, const v1::Interval& interval) {
  return NumberCell(absl::StrCat(
      competition::Fixed(rating, 0), " ± ",
      competition::Fixed((interval.high() - interval.low()) / 2, 0)));
}

Html RatingRow(const Html& competition, const Html& game,
               absl::string_view version, double rating,
               const v1::Interval& interval, double share, uint32_t sets) {
  return Element("tr",
                 {Cell(competition), Cell(game), Cell(ForeignText(version)),
                  RatingCell(rating, interval),
                  NumberCell(absl::StrCat(competition::Percent(share), " %")),
                  NumberCell(absl::StrCat(sets))});
}

// To what the page does not show.
Html LeftOutHtml(const ShownBot& shown) {
  if (shown.left_out == 0) return {};
  return Element("p",
                 {absl::StrCat("Older competitions that are not shown: ",
                               shown.left_out, ". "),
                  Link(absl::StrCat("/matches?bot=", AddressPart(shown.name)),
                       "All matches"),
                  " lead there."});
}

Html RatingsHtml(const ShownBot& shown) {
  Html rows;
  for (const auto& [spec, line] : shown.ratings) {
    const Html competition = CompetitionLink(spec.name());
    const Html game = GameLink(spec.game());
    rows += RatingRow(competition, game, "all", line.rating(),
                      line.rating_interval(), line.rank_points(), line.sets());
    for (const v1::VersionStanding& version : line.versions()) {
      rows += RatingRow(competition, game, version.version(), version.rating(),
                        version.rating_interval(), version.rank_points(),
                        version.sets());
    }
  }
  if (rows.empty()) {
    return Card("Ratings", Element("p", {"It has played in no competition "
                                         "lately."}));
  }
  const Html table =
      ScrollingTable("Ratings",
                     Joined({Column("Competition"), Column("Game"),
                             Column("Version"), Column("Rating", true),
                             Column("Share", true), Column("Sets", true)}),
                     rows);
  return Card("Ratings", Joined({table, LeftOutHtml(shown)}));
}

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
                                Column("Matches", true), Column("Won", true),
                                Column("Drawn", true), Column("Lost", true)}),
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
    faults += absl::StrCat(competition::FaultName(kind), " ", count);
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
           RatingsHtml(shown),
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

// The competitions of these matches, newest first.
std::vector<std::string> CompetitionsOf(const Matches& matches) {
  std::set<std::string> seen;
  std::vector<std::string> names;
  for (const v1::Match& match : matches) {
    const std::string& name = match.competition().competition();
    if (!name.empty() && seen.insert(name).second) names.push_back(name);
  }
  return names;
}

bool PlaysFor(const std::string& bot, const v1::Entrant& entrant) {
  for (const v1::SeatSpec& player : entrant.players()) {
    if (player.bot() == bot || player.built_in() == bot) return true;
  }
  return false;
}

net::awaitable<void> AddRatings(SiteRequest& request, ShownBot& shown) {
  std::vector<std::string> names = CompetitionsOf(shown.matches.matches());
  if (names.size() > kRatedCompetitions) {
    shown.left_out = names.size() - kRatedCompetitions;
    names.resize(kRatedCompetitions);
  }
  for (const std::string& name : names) {
    v1::GetCompetitionRequest named;
    named.set_name(name);
    const auto got = co_await request.referee.Ask<v1::GetCompetitionResponse>(
        "CompetitionService/GetCompetition", named);
    v1::GetStandingsRequest of;
    of.set_name(name);
    const auto standings =
        co_await request.referee.Ask<v1::GetStandingsResponse>(
            "CompetitionService/GetStandings", of);
    // One that cannot be shown, e.g. a quarantined one, hides no other.
    if (!got.ok() || !standings.ok()) continue;
    const v1::CompetitionSpec& spec = got->competition().spec();
    for (const auto& line : standings->standings().entrants()) {
      const auto index = static_cast<int>(line.entrant());
      if (index < spec.entrants_size() &&
          PlaysFor(shown.name, spec.entrants(index))) {
        shown.ratings.push_back({spec, line});
      }
    }
  }
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
  co_await AddRatings(request, shown);
  if (!request.stranger && shown.bot.has_value()) {
    shown.author = co_await ReadAuthorPart(request, shown.name);
  }
  co_return ShapedBot(shown);
}

}  // namespace arena::referee
