#include "referee/site/pages/bot_author_part.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/html/table.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

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

// Why it is in its state, or does not leave it.
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
                 Output("what it printed", failure.output())});
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
                    Output("what it printed", report.output())}))});
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

// The first match of its validation that has not begun; empty if there is none.
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

}  // namespace

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

Html AuthorPartHtml(const AuthorPart& part) {
  Html html = SubmittedVersions(part);
  html += ReportsHtml(part.reports);
  if (html.empty()) return {};
  return Joined({Element("h2", {"For its author"}), html});
}

}  // namespace arena::referee
