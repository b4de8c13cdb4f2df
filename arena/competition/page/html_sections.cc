#include "arena/competition/page/html_sections.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/page/entrant_cell.h"
#include "arena/competition/page/rating_chart.h"
#include "arena/competition/page/table_section.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/entrant_ratings.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"
#include "arena/match/entry.h"

namespace arena::competition {
namespace {

Html AboutLine(const Html& text) {
  return Element("p", {{"class", "about"}}, {text});
}

Html FactHtml(uint32_t count, absl::string_view what) {
  return Element("li", {Element("b", {absl::StrCat(count)}), what});
}

// A fact with a count; empty for the count 0.
Html OptionalFactHtml(uint32_t count, absl::string_view what) {
  return count == 0 ? Html() : FactHtml(count, what);
}

std::string PlacesText(const v1::FaultCount& fault) {
  const bool all = fault.count() == static_cast<uint32_t>(fault.places_size());
  return absl::StrCat(absl::StrJoin(PlaceTexts(fault), "; "), all ? "" : "; …");
}

Html VersionRow(const v1::EntrantStanding& line,
                const v1::VersionStanding& version) {
  return Element(
      "tr",
      {EntrantCell("", line.name()), Cell(ForeignText(VersionText(version))),
       NumberCell(RatingHtml(version.rating(), version.rating_interval())),
       NumberCell(absl::StrCat(Percent(version.rank_points()), " %")),
       NumberCell(absl::StrCat(version.sets()))});
}

Html OverallRow(const OverallStanding& line) {
  Html cells = Joined(
      {EntrantCell(line.place ? absl::StrCat(*line.place) : "–", line.name),
       NumberCell(
           line.events == 0 ? "–" : absl::StrCat(Percent(line.mean), " %"),
           "key"),
       NumberCell(absl::StrCat(line.events))});
  for (const std::optional<double>& share : line.rank_points) {
    cells += NumberCell(share ? absl::StrCat(Percent(*share), " %") : "–");
  }
  HtmlAttributes attributes;
  if (line.place == 1) attributes.push_back({"class", "first"});
  return Element("tr", attributes, {cells});
}

// Terms with their meanings.
Html Definitions(
    const std::vector<std::pair<absl::string_view, std::string>>& terms) {
  Html list;
  for (const auto& [term, meaning] : terms) {
    list += Element("dt", {term});
    list += Element("dd", {meaning});
  }
  return Element("dl", {list});
}

}  // namespace

Html AboutHtml(const Report& report) {
  const v1::CompetitionSpec& spec = report.competition.spec();
  const v1::Standings& standings = report.standings;
  Html html =
      AboutLine(Joined({ForeignText(spec.game()),
                        absl::StrCat(", ", Counted(spec.seats(), "seat"), ", ",
                                     FormatOf(spec).name, ", ",
                                     StateName(report.competition))}));
  if (const std::string options = OptionsText(spec); !options.empty()) {
    html += AboutLine(ForeignText(options));
  }
  if (const absl::string_view caution = DealsCaution(spec); !caution.empty()) {
    html += AboutLine(caution);
  }
  for (const std::string& pair : AlikeTexts(standings)) {
    html += AboutLine(ForeignText(pair));
  }
  html += Element(
      "ul", {{"class", "facts"}},
      {FactHtml(static_cast<uint32_t>(spec.entrants_size()), "entrants"),
       FactHtml(standings.sets(), "sets"),
       FactHtml(standings.matches(), "matches"),
       FactHtml(standings.faults(), "faults"),
       OptionalFactHtml(standings.void_sets(), "void sets"),
       OptionalFactHtml(standings.equal_games(),
                        "matches that only repeated the same game"),
       OptionalFactHtml(standings.repeated_matches(), "matches played again"),
       OptionalFactHtml(standings.cancelled_matches(), "matches cancelled")});
  return html;
}

Html CurvesHtml(const v1::Standings& standings) {
  int curves = 0;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    if (!line.curve().empty()) ++curves;
  }
  if (curves == 0) return {};
  std::string text =
      "The rating after more and more sets, in the order of the schedule, with "
      "its 95 % band.";
  if (curves > kColouredCurves) {
    absl::StrAppend(&text, " The best ", kColouredCurves,
                    " are named; point at another curve to see its name.");
  }
  return Card(
      "Rating curves",
      Joined({Element("p", {text}), RatingChart(standings, 1120, 420, "wide"),
              RatingChart(standings, 400, 380, "narrow")}));
}

Html VersionsHtml(const v1::Standings& standings) {
  if (!HasVersions(standings)) return {};
  Html rows;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    for (const v1::VersionStanding& version : line.versions()) {
      rows += VersionRow(line, version);
    }
  }
  return Card(
      "Versions",
      Joined(
          {Element("p",
                   {absl::StrCat(
                       "Each version of a bot, the newest first. The one "
                       "marked * gives the bot its rating: the newest whose "
                       "rating is known to ± ",
                       kPlacingHalfWidth,
                       " points, or one after it that is certainly stronger "
                       "or weaker. At most ",
                       kMostVersions, " of a bot are shown.")}),
           ScrollingTable("Versions",
                          Joined({EntrantColumn(), Column("Version"),
                                  NumberColumn("Rating"), NumberColumn("Share"),
                                  NumberColumn("Sets")}),
                          rows)}));
}

Html UnevenHtml(const v1::Standings& standings) {
  Html lines;
  for (const std::string& uneven : UnevenTexts(standings)) {
    lines += Element("p", {ForeignText(uneven)});
  }
  if (lines.empty()) return {};
  return Card("Uneven results",
              Joined({Element("p", {std::string(kUnevenNote)}), lines}));
}

Html SeatsHtml(const v1::Standings& standings) {
  Html lines;
  for (const std::string& sentence : SeatTexts(standings)) {
    lines += Element("p", {sentence});
  }
  return lines.empty() ? lines : Card("Ties and seats", lines);
}

Html FaultsHtml(const v1::Standings& standings) {
  if (standings.faults() == 0) {
    return Card("Faults", Element("p", {"There were none."}));
  }
  Html rows;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    for (const v1::FaultCount& fault : line.faults()) {
      rows += Element(
          "tr", {EntrantCell("", line.name()), Cell(FaultName(fault.kind())),
                 NumberCell(absl::StrCat(fault.count())),
                 Cell(Element("small", {PlacesText(fault)}))});
    }
  }
  return Card("Faults", ScrollingTable("Faults",
                                       Joined({EntrantColumn(), Column("Kind"),
                                               NumberColumn("Number"),
                                               Column("Last ones")}),
                                       rows));
}

Html OverallHtml(const TournamentStandings& standings) {
  Html columns = Joined(
      {EntrantColumn(),
       NumberColumn("Mean", "mean of the shares of all events"),
       NumberColumn("Events", "events in which the entrant has played")});
  for (const Report& event : standings.events) {
    columns += NumberColumn(PlainLine(EventName(event.competition.spec())));
  }
  Html rows;
  for (const OverallStanding& line : standings.overall) {
    rows += OverallRow(line);
  }
  return Card(
      "Overall",
      Joined({Element("p", {"Ordered by the mean over all events of the share "
                            "of rank points, so that every event weighs the "
                            "same. Only entrants that have played in every "
                            "event have a place."}),
              ScrollingTable("Overall", columns, rows)}));
}

Html HowToReadHtml(bool anchored) {
  const absl::string_view scale =
      anchored ? "the anchor that a table names is 1500, or without an anchor "
                 "the mean of all. A rating"
               : "the mean of all entrants is 1500. It";
  return Card(
      "How to read this",
      Definitions(
          {{"Set",
            "The same deals, played in every rotation of the seats: luck with "
            "the cards and the advantage of a seat cancel out. The matches of "
            "a set depend on each other; how much a set tells is learnt from "
            "the results. In field duplicate: one deal at several tables at "
            "the same time, where no entrant sits at two of them. The common "
            "part of the scores of all entrants in the same seat counts as "
            "luck."},
           {"Share",
            "Rank points: in every match each entrant is compared with each "
            "of its opponents, 1 for the better rank and 1/2 for an equal "
            "one. 50 % is the average."},
           {"Rating",
            absl::StrCat("The strength that explains all results best, "
                         "whatever their order, on the Elo scale: 400 points "
                         "more mean odds of ten to one, and ",
                         scale,
                         " only compares entrants of this "
                         "competition.")},
           {"95 % interval",
            "The range that the results leave open: about 95 of 100 such "
            "intervals contain the true value. An interval shrinks to half "
            "with four times as many sets. Two entrants whose intervals "
            "overlap may well differ in strength; the matrix shows this."},
           {"Stronger with 97 %",
            "The probability that the entrant truly is stronger, given the "
            "results and the assumption that strengths do not change. Near "
            "50 % the results do not tell."},
           {"Difference per match",
            "The mean score minus the mean score of the opponents, in points "
            "of the game. Its interval comes from drawing sets at random many "
            "times (bootstrap)."},
           {"Void sets, faults",
            "A set is void, and counts for nothing, if one of its matches "
            "never had a result. A set of which every match was the same game "
            "as an earlier one, between the same entrants in the same seats, "
            "counts for nothing either. A fault is a late or wrong answer, or "
            "a bot that was gone."}}));
}

}  // namespace arena::competition
