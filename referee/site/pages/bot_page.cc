// One bot: ratings, form, faults, matches, and a part for its author.
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/html.h"
#include "arena/html/table.h"
#include "arena/match/entry.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/pages/bot_form.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/site_request.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// The part of the page for the bot's author. Empty for every other reader,
// because the referee refuses the calls.
struct AuthorPart {
  v1::ListVersionsResponse versions;
  // The newest version, with its build log.
  v1::SubmittedVersion newest;
  // The first match of the version's validation that has not begun, if there is
  // one.
  v1::Match waiting;
  v1::ListSeatReportsResponse reports;
};

constexpr int kVersions = 10;
constexpr int kReports = 20;

std::string StateWord(v1::SubmittedVersion::State state) {
  // "STATE_ACTIVE" -> "active"
  return absl::AsciiStrToLower(
      v1::SubmittedVersion::State_Name(state).substr(6));
}

std::string Milliseconds(const google::protobuf::Duration& time) {
  return absl::StrCat(time.seconds() * 1000 + time.nanos() / 1000000, " ms");
}

Html Output(absl::string_view title, absl::string_view text) {
  if (text.empty()) return {};
  return Element("details",
                 {Element("summary", {title}),
                  Element("pre", {{"tabindex", "0"}, {"class", "foreign"}},
                          {ForeignText(text)})});
}

// Why the version is in its state, or does not leave it.
Html Note(const AuthorPart& part, const v1::SubmittedVersion& version) {
  const v1::VersionFailure& failure = version.failure();
  if (version.state() == v1::SubmittedVersion::STATE_UPLOADED) {
    return Html("it waits for a runner that is free");
  }
  const bool waits = version.version() == part.newest.version() &&
                     !part.waiting.match_id().empty();
  if (version.state() == v1::SubmittedVersion::STATE_VALIDATING && waits) {
    return Joined({MatchLink(part.waiting, "a match"),
                   " has not begun: ", ForeignText(part.waiting.waits_for())});
  }
  return Joined({ForeignText(failure.reason()),
                 Output("printed text", failure.output())});
}

Html VersionRow(const AuthorPart& part, const v1::SubmittedVersion& version) {
  return Element(
      "tr",
      {Cell(ForeignText(version.version())), Cell(StateWord(version.state())),
       Cell(TimeHtml(version.submitted_time())),
       NumberCell(absl::StrCat(version.matches())),
       NumberCell(absl::StrCat(version.wins())),
       NumberCell(absl::StrCat(version.faults())), Cell(Note(part, version))});
}

Html SubmittedVersions(const AuthorPart& part) {
  if (part.versions.versions().empty()) return {};
  Html rows;
  for (const v1::SubmittedVersion& version : part.versions.versions()) {
    rows += VersionRow(part, version);
  }
  return Card(
      "Submitted versions",
      Joined(
          {ScrollingTable(
               "Submitted versions",
               Joined({Column("Version"), Column("State"), Column("Submitted"),
                       NumberColumn("Matches"), NumberColumn("Won"),
                       NumberColumn("Faults"), Column("Why")}),
               rows),
           Output(absl::StrCat("Build log of ", part.newest.version()),
                  part.newest.build_log())}));
}

// The slowest decision, as a link to it.
Html Worst(const v1::SeatReport& report) {
  const v1::DecisionTimes& times = report.decision_times();
  return Link(absl::StrCat("/match/", AddressPart(report.match_id()), "?view=",
                           report.seat(), "#d", times.worst_decision()),
              Milliseconds(times.worst()));
}

Html ReportRow(const v1::SeatReport& report) {
  v1::Match match;
  match.set_match_id(report.match_id());
  const v1::DecisionTimes& times = report.decision_times();
  const bool decided = report.has_decision_times();
  return Element(
      "tr",
      {Cell(report.match_id().empty()
                ? Html("no match")
                : MatchLink(match, TimeText(report.time()))),
       Cell(ForeignText(report.version())),
       NumberCell(absl::StrCat(report.seat())),
       NumberCell(decided ? Html(Milliseconds(times.median())) : Html("–")),
       NumberCell(decided ? Html(Milliseconds(times.p99())) : Html("–")),
       NumberCell(decided ? Worst(report) : Html("–")),
       NumberCell(absl::StrCat(report.faults_size())),
       Cell(Joined({ForeignText(report.ended_with()),
                    Output("printed text", report.output())}))});
}

Html ReportsHtml(const v1::ListSeatReportsResponse& reports) {
  if (reports.reports().empty()) return {};
  Html rows;
  for (const v1::SeatReport& report : reports.reports()) {
    rows += ReportRow(report);
  }
  return Card(
      "Its processes",
      ScrollingTable("Its processes",
                     Joined({Column("Match"), Column("Version"),
                             NumberColumn("Seat"), NumberColumn("Median"),
                             NumberColumn("99 of 100"), NumberColumn("Worst"),
                             NumberColumn("Faults"), Column("End")}),
                     rows));
}

// The first match of the version's validation that has not begun; empty if
// there is none.
net::awaitable<v1::Match> ReadWaiting(SiteRequest& request,
                                      v1::SubmittedVersion version) {
  for (const std::string& match_id : version.validation_matches()) {
    v1::GetMatchRequest wanted;
    wanted.set_match_id(match_id);
    auto found = co_await request.referee.Ask<v1::GetMatchResponse>(
        "MatchService/GetMatch", wanted);
    if (!found.ok()) break;
    if (found->match().state() == v1::Match::STATE_PENDING) {
      co_return found->match();
    }
  }
  co_return v1::Match();
}

net::awaitable<AuthorPart> ReadAuthorPart(SiteRequest& request,
                                          std::string bot) {
  AuthorPart part;
  v1::ListVersionsRequest all;
  all.set_bot(bot);
  all.set_page_size(kVersions);
  auto versions = co_await request.referee.Ask<v1::ListVersionsResponse>(
      "BotService/ListVersions", all);
  if (!versions.ok()) co_return part;
  part.versions = *std::move(versions);
  if (!part.versions.versions().empty()) {
    v1::GetVersionRequest newest;
    newest.set_bot(bot);
    newest.set_version(part.versions.versions(0).version());
    auto version = co_await request.referee.Ask<v1::GetVersionResponse>(
        "BotService/GetVersion", newest);
    if (version.ok()) part.newest = std::move(*version->mutable_version());
    if (part.newest.state() == v1::SubmittedVersion::STATE_VALIDATING) {
      part.waiting = co_await ReadWaiting(request, part.newest);
    }
  }
  v1::ListSeatReportsRequest latest;
  latest.set_bot(bot);
  latest.set_page_size(kReports);
  auto reports = co_await request.referee.Ask<v1::ListSeatReportsResponse>(
      "BotService/ListSeatReports", latest);
  if (reports.ok()) part.reports = *std::move(reports);
  co_return part;
}

// Versions and the build log. For each seat of a match, the output of its
// process and the times of its decisions. Empty if there is nothing.
Html AuthorPartHtml(const AuthorPart& part) {
  Html html = SubmittedVersions(part);
  html += ReportsHtml(part.reports);
  if (html.empty()) return {};
  return Joined({Element("h2", {"For its author"}), html});
}

// The matches for the form. So many are read at once.
constexpr int kMatchesOfForm = 200;
constexpr int kMatchesShown = 20;

// The data of the page.
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
  MatchList latest;
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
