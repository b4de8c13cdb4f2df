// One competition: standings, rounds, crosstable, rating curves, matches.
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/calibration_section.h"
#include "arena/competition/page/html_sections.h"
#include "arena/competition/page/matrix_section.h"
#include "arena/competition/page/table_section.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"
#include "arena/match/entry.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/pages/competition_list.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/pages/rounds.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

constexpr int kMatchesOfCompetition = 30;
// A larger crosstable is hard to read.
constexpr int kMostInMatrix = 40;
// A larger chart is hard to read as well, and takes time to draw.
constexpr int kMostCurves = 40;
constexpr int kMostResults = 10000;

std::string EntrantName(const v1::CompetitionSpec& spec, uint32_t entrant) {
  return entrant < static_cast<uint32_t>(spec.entrants_size())
             ? spec.entrants(static_cast<int>(entrant)).name()
             : "?";
}

Html EncounterHtml(const v1::CompetitionSpec& spec,
                   const RoundEncounter& encounter) {
  Html names;
  Html wins;
  for (size_t i = 0; i < encounter.entrants.size(); ++i) {
    if (i > 0) {
      names += " – ";
      wins += " : ";
    }
    names += ForeignText(EntrantName(spec, encounter.entrants[i]));
    wins += absl::StrCat(encounter.wins[i]);
  }
  if (encounter.match_id.empty()) return Element("li", {names});
  v1::Match last;
  last.set_match_id(encounter.match_id);
  return Element("li", {names, " ", MatchLink(last, wins)});
}

Html RoundsHtml(const v1::CompetitionSpec& spec,
                const v1::ListResultsResponse& results) {
  Html rounds;
  int number = 0;
  for (const auto& round : RoundsOf(results.matches())) {
    Html encounters;
    for (const RoundEncounter& encounter : round) {
      encounters += EncounterHtml(spec, encounter);
    }
    rounds += Element("li", {Element("h3", {absl::StrCat("Round ", ++number)}),
                             Element("ul", {encounters})});
  }
  if (rounds.empty()) return {};
  return Card(
      "Rounds",
      Joined({Element("p", {"Matches won by each side; the figures lead "
                            "to the last match."}),
              Element("ol", {{"class", "rounds"}}, {rounds})}));
}

// Faults with their matches, which files of standings do not have.
Html CompetitionFaults(const v1::Standings& standings) {
  Html rows;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    for (const v1::FaultCount& fault : line.faults()) {
      Html matches;
      for (const std::string& match_id : fault.match_ids()) {
        v1::Match match;
        match.set_match_id(match_id);
        if (!matches.empty()) matches += ", ";
        matches += MatchLink(match, match_id);
      }
      rows += Element(
          "tr", {Cell(ForeignText(line.name())), Cell(FaultName(fault.kind())),
                 NumberCell(absl::StrCat(fault.count())), Cell(matches)});
    }
  }
  if (rows.empty()) return Card("Faults", Element("p", {"There were none."}));
  return Card(
      "Faults",
      ScrollingTable("Faults",
                     Joined({Column("Entrant"), Column("Kind"),
                             NumberColumn("Number"), Column("Newest matches")}),
                     rows));
}

// Rating curves of the best entrants.
Html Curves(const v1::Standings& standings) {
  v1::Standings first;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    if (first.entrants_size() < kMostCurves) *first.add_entrants() = line;
  }
  return competition::CurvesHtml(first);
}

Html StandingsHtml(const competition::Report& report) {
  const v1::Standings& standings = report.standings;
  if (standings.entrants().empty()) return {};
  Html html = competition::TableHtml(report, PlayerLink);
  html += competition::VersionsHtml(standings);
  html += competition::UnevenHtml(standings);
  if (standings.entrants_size() <= kMostInMatrix) {
    html += competition::MatrixHtml(standings);
  }
  html += Curves(standings);
  html += competition::SeatsHtml(standings);
  html += competition::CalibrationHtml(standings);
  html += CompetitionFaults(standings);
  return html;
}

Html DatesHtml(const v1::Competition& competition) {
  Html dates = Joined({"Began ", TimeHtml(competition.create_time())});
  if (competition.has_end_time()) {
    dates += ", over ";
    dates += TimeHtml(competition.end_time());
  }
  dates += ". ";
  dates += ProgressText(competition.progress());
  dates += ".";
  return Element("p", {{"class", "about"}}, {dates});
}

// The data of the page.
struct ShownCompetition {
  v1::Competition competition;
  // The standings, or the reason why there are none.
  absl::StatusOr<v1::Standings> standings;
  // For formats with rounds.
  v1::ListResultsResponse results;
  v1::ListMatchesResponse matches;
};

Html StandingsPart(const ShownCompetition& shown) {
  if (!shown.standings.ok()) {
    return Card(
        "Table",
        Element("p", {ForeignText(shown.standings.status().message())}));
  }
  const competition::Report report = {shown.competition, *shown.standings};
  return Joined({competition::AboutHtml(report), DatesHtml(shown.competition),
                 StandingsHtml(report)});
}

Page ShapedCompetition(const ShownCompetition& shown) {
  const v1::CompetitionSpec& spec = shown.competition.spec();
  const std::string address =
      absl::StrCat("/competition/", AddressPart(spec.name()));
  Page page = {
      .title = spec.name(),
      .description = absl::StrCat(
          "Standings, matches and rating curves of ", spec.name(), ", a ",
          competition::FormatOf(spec).name, " of ", GameTitle(spec.game()),
          "; ", competition::StateName(shown.competition), ".")};
  const bool anchored = !spec.anchor().empty();
  page.body = Joined(
      {Element("h1", {ForeignText(spec.name())}), StandingsPart(shown),
       RoundsHtml(spec, shown.results),
       Card("Matches",
            Joined(
                {MatchTable(shown.matches.matches(), {.caption = "Matches",
                                                      .with_game = false,
                                                      .with_competition = false,
                                                      .with_set = true}),
                 Element("p", {Link(absl::StrCat("/matches?competition=",
                                                 AddressPart(spec.name())),
                                    "All matches"),
                               " · ",
                               Link(absl::StrCat(address, "/feed.atom"),
                                    "Feed of results")})})),
       competition::HowToReadHtml(anchored)});
  page.section = "/competitions";
  page.method = "CompetitionService/GetStandings";
  page.feed = absl::StrCat(address, "/feed.atom");
  page.live = IsUnderWay(shown.competition);
  return page;
}

}  // namespace

net::awaitable<SiteAnswer> CompetitionPage(SiteRequest& request) {
  RefereeCalls& referee = request.referee;
  v1::GetCompetitionRequest named;
  named.set_name(request.name());
  auto got = co_await referee.Ask<v1::GetCompetitionResponse>(
      "CompetitionService/GetCompetition", named);
  if (!got.ok()) co_return got.status();
  ShownCompetition shown = {
      .competition = std::move(*got->mutable_competition()),
      .standings = absl::UnknownError(""),
      .results = {},
      .matches = {}};
  v1::GetStandingsRequest of;
  of.set_name(request.name());
  auto standings = co_await referee.Ask<v1::GetStandingsResponse>(
      "CompetitionService/GetStandings", of);
  if (standings.ok()) {
    shown.standings = std::move(*standings->mutable_standings());
  } else {
    shown.standings = standings.status();
  }
  if (competition::FormatOf(shown.competition.spec()).rounds) {
    v1::ListResultsRequest all;
    all.set_name(request.name());
    all.set_page_size(kMostResults);
    auto results = co_await referee.Ask<v1::ListResultsResponse>(
        "CompetitionService/ListResults", all);
    if (results.ok()) shown.results = *std::move(results);
  }
  v1::ListMatchesRequest latest;
  latest.set_competition(request.name());
  latest.set_page_size(kMatchesOfCompetition);
  auto matches = co_await referee.Ask<v1::ListMatchesResponse>(
      "MatchService/ListMatches", latest);
  if (!matches.ok()) co_return matches.status();
  shown.matches = *std::move(matches);
  co_return ShapedCompetition(shown);
}

}  // namespace arena::referee
