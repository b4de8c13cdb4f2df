#include "arena/competition/report/html_sections.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/competition/report/html_text.h"
#include "arena/competition/report/rating_chart.h"
#include "arena/competition/report/standings_words.h"

namespace arena::competition {
namespace {

// With a minus sign instead of a hyphen.
std::string Typeset(absl::string_view number) {
  return absl::StrReplaceAll(number, {{"-", "−"}});
}

std::string Card(absl::string_view title, absl::string_view content) {
  return absl::StrCat("<section class=\"card\">\n<h3>", title, "</h3>\n",
                      content, "</section>\n");
}

// It takes the focus, so that keys can move it where it is too wide.
std::string Scrolling(absl::string_view name, absl::string_view css_class,
                      absl::string_view head, absl::string_view rows) {
  return absl::StrCat(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"",
      name, "\"><table class=\"", css_class, "\">\n<thead><tr>", head,
      "</tr></thead>\n<tbody>\n", rows, "</tbody></table></div>\n");
}

std::string Cell(absl::string_view content, absl::string_view css_class = "") {
  return absl::StrCat(
      "<td",
      css_class.empty() ? "" : absl::StrCat(" class=\"", css_class, "\""), ">",
      content, "</td>");
}

std::string Head(absl::string_view title, absl::string_view explanation) {
  return absl::StrCat("<th scope=\"col\" title=\"", Escaped(explanation), "\">",
                      title, "</th>");
}

// A name with its place. It stays in view when the table is scrolled.
std::string WhoHtml(absl::string_view place, absl::string_view name,
                    absl::string_view behind = "") {
  return absl::StrCat(
      "<th scope=\"row\" class=\"who\">",
      place.empty() ? ""
                    : absl::StrCat("<span class=\"place\">", place, "</span>"),
      "<span class=\"name\" title=\"", Escaped(name), "\">", Escaped(name),
      "</span>", behind, "</th>");
}

constexpr char kOut[] =
    "<span class=\"mark\" title=\"gets no more matches: benched, retired, or "
    "it "
    "has left\">out</span>";

std::string WhoHtml(const EntrantStanding& line) {
  const std::string players = PlayersText(line);
  return WhoHtml(
      absl::StrCat(line.place), line.name,
      absl::StrCat(line.benched ? kOut : "",
                   players.empty() ? ""
                                   : absl::StrCat("<small>", Escaped(players),
                                                  "</small>")));
}

// ---- The table ----

// The range from the lowest to the highest end of all rating intervals.
Interval RatingRange(const Standings& standings) {
  Interval range = standings.entrants.front().rating_interval;
  for (const EntrantStanding& line : standings.entrants) {
    range.low = std::min(range.low, line.rating_interval.low);
    range.high = std::max(range.high, line.rating_interval.high);
  }
  return range;
}

// The rating as a dot with its interval, on the scale of all.
std::string WhiskerHtml(const EntrantStanding& line, const Interval& range) {
  const auto x = [&](double rating) {
    return Fixed(6 + 118 * (rating - range.low) / std::max(range.Width(), 1.0),
                 1);
  };
  return absl::StrCat(
      "<svg class=\"whisker\" viewBox=\"0 0 130 20\"><title>",
      Escaped(line.name), ": between ", Fixed(line.rating_interval.low, 0),
      " and ", Fixed(line.rating_interval.high, 0),
      "</title><line class=\"grid\" x1=\"0\" x2=\"130\" y1=\"10\" "
      "y2=\"10\"/><line stroke=\"currentColor\" stroke-width=\"5\" "
      "stroke-opacity=\"0.35\" stroke-linecap=\"round\" x1=\"",
      x(line.rating_interval.low), "\" x2=\"", x(line.rating_interval.high),
      "\" y1=\"10\" y2=\"10\"/><circle fill=\"currentColor\" cx=\"",
      x(line.rating), "\" cy=\"10\" r=\"4\"/></svg>");
}

std::string DifferenceHtml(const std::optional<MeanEstimate>& difference,
                           int digits) {
  if (!difference.has_value()) return "–";
  std::string html = Signed(difference->mean, digits);
  if (difference->interval.has_value()) {
    absl::StrAppend(&html, "<small>", Signed(difference->interval->low, digits),
                    " … ", Signed(difference->interval->high, digits),
                    "</small>");
  }
  return Typeset(html);
}

// The columns that only some formats have.
std::string FormatHeads(const Standings& standings) {
  if (standings.order == Order::kSwissPoints) {
    return absl::StrCat(Head("Points",
                             "1 for a won encounter, 1/2 for a drawn "
                             "one, against each opponent"),
                        Head("Buchholz", "the points of all opponents met"));
  }
  if (standings.order != Order::kRound) return "";
  return Head("Reached", "the round that the entrant reached");
}

std::string FormatCells(const Standings& standings,
                        const EntrantStanding& line) {
  if (standings.order == Order::kSwissPoints) {
    return absl::StrCat(Cell(Fixed(line.points, 1), "key"),
                        Cell(Fixed(line.buchholz, 1)));
  }
  if (standings.order != Order::kRound) return "";
  return Cell(RoundName(standings, line.round), "key");
}

std::string TableRow(const Standings& standings, const EntrantStanding& line,
                     const Interval& range) {
  const bool by_rating = standings.order == Order::kRating;
  const bool by_share = standings.order == Order::kRankPoints;
  const int faults = line.fault_count();
  return absl::StrCat(
      line.place == 1 ? "<tr class=\"first\">" : "<tr>", WhoHtml(line),
      FormatCells(standings, line),
      Cell(absl::StrCat(Percent(line.rank_points), " %"),
           by_share ? "key" : ""),
      Cell(absl::StrCat(Fixed(line.rating, 0), " <small class=\"inline\">± ",
                        Fixed(Reach(line.rating_interval), 0), "</small>"),
           by_rating ? "key" : ""),
      Cell(WhiskerHtml(line, range)),
      Cell(DifferenceHtml(line.difference, DifferenceDigits(standings))),
      Cell(absl::StrCat(line.won, "–", line.drawn, "–", line.lost)),
      Cell(absl::StrCat(line.sets, line.void_sets == 0
                                       ? ""
                                       : absl::StrCat("<small>", line.void_sets,
                                                      " void</small>"))),
      Cell(absl::StrCat(line.matches)),
      Cell(absl::StrCat(faults), faults > 0 ? "alarm" : "soft"), "</tr>\n");
}

// ---- Head to head ----

// A class of the style sheet: a page's policy allows no styles in elements.
std::string Shade(double superiority) {
  const double strength = std::abs(2 * superiority - 1);
  return absl::StrCat(superiority >= 0.5 ? "better-" : "worse-",
                      std::lround(kShades * strength * strength));
}

std::string EncounterText(const Encounter& met, int digits) {
  std::string text = Counted(met.sets, "set");
  if (!met.difference.has_value()) return text;
  absl::StrAppend(&text, ", mean difference ",
                  Signed(met.difference->mean, digits));
  if (met.difference->interval.has_value()) {
    const Interval& interval = *met.difference->interval;
    absl::StrAppend(&text, " (", Signed(interval.low, digits), " to ",
                    Signed(interval.high, digits), ")");
  }
  return absl::StrCat(text, " points per match");
}

std::string MatrixCell(const Standings& standings, const EntrantStanding& row,
                       const EntrantStanding& column) {
  if (&row == &column) return "<td class=\"self\"></td>";
  const auto a = static_cast<int>(row.entrant);
  const auto b = static_cast<int>(column.entrant);
  const Encounter& met = standings.head_to_head.At(a, b);
  const double superiority = met.superiority;
  const std::string tooltip =
      absl::StrCat(row.name, " against ", column.name, ": ",
                   EncounterText(met, DifferenceDigits(standings)),
                   "; stronger with ", Likelihood(superiority), " %");
  return absl::StrCat(
      "<td class=\"", Shade(superiority), "\" title=\"", Escaped(tooltip),
      "\">", Escaped(Likelihood(superiority)), " %<small>",
      met.sets == 0 ? "never met"
                    : absl::StrCat(met.wins, "–", met.draws, "–", met.losses),
      "</small></td>");
}

// ---- Faults ----

std::string PlacesText(const FaultCount& fault) {
  std::vector<std::string> places;
  for (const FaultPlace& place : fault.last) {
    places.push_back(PlaceText(place));
  }
  const bool all = fault.count == static_cast<int>(places.size());
  return absl::StrCat(absl::StrJoin(places, "; "), all ? "" : "; …");
}

std::string AnchorHtml(const v1::CompetitionSpec& spec) {
  if (spec.anchor().empty()) return "";
  return absl::StrCat(" Ratings are distances to the anchor ",
                      Escaped(spec.anchor()),
                      ", which has 1500 by definition.");
}

std::string FactHtml(absl::string_view value, absl::string_view what) {
  return absl::StrCat("<li><b>", value, "</b>", what, "</li>");
}

}  // namespace

std::string AboutHtml(const Standings& standings) {
  const v1::CompetitionSpec& spec = standings.competition.spec();
  const std::string options = OptionsText(spec);
  std::string html =
      absl::StrCat("<p class=\"about\">", Escaped(spec.game()), ", ",
                   Counted(static_cast<int>(spec.seats()), "seat"), ", ",
                   FormatName(spec.format()), ", ",
                   StateName(standings.competition), "</p>\n");
  if (!options.empty()) {
    absl::StrAppend(&html, "<p class=\"about\">", Escaped(options), "</p>\n");
  }
  if (const absl::string_view caution = DealsCaution(spec); !caution.empty()) {
    absl::StrAppend(&html, "<p class=\"about\">", caution, "</p>\n");
  }
  absl::StrAppend(&html, "<ul class=\"facts\">",
                  FactHtml(absl::StrCat(spec.entrants_size()), "entrants"),
                  FactHtml(absl::StrCat(standings.sets), "sets"),
                  FactHtml(absl::StrCat(standings.matches), "matches"),
                  FactHtml(absl::StrCat(standings.faults), "faults"));
  if (standings.void_sets > 0) {
    absl::StrAppend(&html,
                    FactHtml(absl::StrCat(standings.void_sets), "void sets"));
  }
  if (standings.equal_games > 0) {
    absl::StrAppend(&html,
                    FactHtml(absl::StrCat(standings.equal_games),
                             "matches that only repeated the same game"));
  }
  if (standings.repeated_matches > 0) {
    absl::StrAppend(&html, FactHtml(absl::StrCat(standings.repeated_matches),
                                    "matches played again"));
  }
  if (standings.cancelled_matches > 0) {
    absl::StrAppend(&html, FactHtml(absl::StrCat(standings.cancelled_matches),
                                    "matches cancelled"));
  }
  return absl::StrCat(html, "</ul>\n");
}

// A sentence on what the comparison of tables is worth.
std::string FieldHtml(const Standings& standings) {
  const std::string text = FieldText(standings);
  if (text.empty()) return "";
  return absl::StrCat("<p>This is ", Escaped(text), ".</p>\n");
}

std::string TableHtml(const Standings& standings) {
  const Interval range = RatingRange(standings);
  const v1::CompetitionSpec& spec = standings.competition.spec();
  const std::string head = absl::StrCat(
      "<th scope=\"col\" class=\"who\">Entrant</th>", FormatHeads(standings),
      Head("Share", "rank points won, out of all that could be won"),
      Head("Rating", absl::StrCat("with its 95 % interval; ",
                                  spec.anchor().empty() ? "the mean of all"
                                                        : spec.anchor(),
                                  " is 1500")),
      "<th scope=\"col\" class=\"left\">95 % interval</th>",
      Head("Difference per match",
           "mean score difference to the others, with its "
           "95 % interval"),
      Head("Won–drawn–lost", "sets: alone first, first with others, not first"),
      Head("Sets", "sets that are over and count"),
      Head("Matches", "matches with a result"),
      Head("Faults", "late, illegal, malformed, gone, ..."));
  std::string rows;
  for (const EntrantStanding& line : standings.entrants) {
    absl::StrAppend(&rows, TableRow(standings, line, range));
  }
  return Card("Table",
              absl::StrCat("<p>Ordered by ", OrderText(standings.order), ". ",
                           OrderExplanation(standings.order), AnchorHtml(spec),
                           "</p>\n", FieldHtml(standings),
                           Scrolling("Standings", "table", head, rows)));
}

std::string MatrixHtml(const Standings& standings) {
  std::string head = "<th class=\"who\"></th>";
  std::string rows;
  for (const EntrantStanding& row : standings.entrants) {
    absl::StrAppend(&head, "<th scope=\"col\" title=\"", Escaped(row.name),
                    "\"><span class=\"tall\">", Escaped(row.name),
                    "</span></th>");
    absl::StrAppend(&rows, "<tr>", WhoHtml(absl::StrCat(row.place), row.name));
    for (const EntrantStanding& column : standings.entrants) {
      absl::StrAppend(&rows, MatrixCell(standings, row, column));
    }
    absl::StrAppend(&rows, "</tr>\n");
  }
  return Card(
      "Head to head",
      absl::StrCat("<p>How likely the entrant of the row is truly stronger "
                   "than the entrant of the column, judged by all results; "
                   "below, the sets won, drawn and lost against it.</p>\n",
                   Scrolling("Head to head", "matrix", head, rows),
                   "<p class=\"legend\">column stronger <span class=\"ramp\">"
                   "</span> row stronger</p>\n"));
}

std::string CurvesHtml(const Standings& standings) {
  int curves = 0;
  for (const EntrantStanding& line : standings.entrants) {
    if (!line.curve.empty()) ++curves;
  }
  if (curves == 0) return "";
  std::string text =
      "<p>The rating after more and more sets, in the order of the "
      "schedule, with its 95 % band.";
  if (curves > kColouredCurves) {
    absl::StrAppend(&text, " The best ", kColouredCurves,
                    " are named; point at another curve to see its name.");
  }
  return Card(
      "Rating curves",
      absl::StrCat(text, "</p>\n", RatingChart(standings, 1120, 420, "wide"),
                   RatingChart(standings, 400, 380, "narrow")));
}

std::string VersionsHtml(const Standings& standings) {
  if (!HasVersions(standings)) return "";
  std::string rows;
  for (const EntrantStanding& line : standings.entrants) {
    for (const VersionStanding& version : line.versions) {
      absl::StrAppend(
          &rows, "<tr>", WhoHtml("", line.name),
          Cell(Escaped(VersionText(version)), "left"),
          Cell(absl::StrCat(
              Fixed(version.rating, 0), " <small class=\"inline\">± ",
              Fixed(Reach(version.rating_interval), 0), "</small>")),
          Cell(absl::StrCat(Percent(version.rank_points), " %")),
          Cell(absl::StrCat(version.sets)), "</tr>\n");
    }
  }
  return Card(
      "Versions",
      absl::StrCat("<p>Each version of a bot, the newest first, rated as an "
                   "entrant of its own. At most ",
                   kMostVersions, " of an entrant are shown.</p>\n",
                   Scrolling("Versions", "table",
                             "<th scope=\"col\" class=\"who\">Entrant</th>"
                             "<th scope=\"col\" class=\"left\">Version</th>"
                             "<th scope=\"col\">Rating</th>"
                             "<th scope=\"col\">Share</th>"
                             "<th scope=\"col\">Sets</th>",
                             rows)));
}

std::string FaultsHtml(const Standings& standings) {
  if (standings.faults == 0) {
    return Card("Faults", "<p>There were none.</p>\n");
  }
  std::string rows;
  for (const EntrantStanding& line : standings.entrants) {
    for (const FaultCount& fault : line.faults) {
      absl::StrAppend(
          &rows, "<tr>", WhoHtml("", line.name),
          Cell(FaultName(fault.kind), "left"), Cell(absl::StrCat(fault.count)),
          Cell(absl::StrCat("<small>", PlacesText(fault), "</small>"), "left"),
          "</tr>\n");
    }
  }
  return Card("Faults",
              Scrolling("Faults", "table",
                        "<th scope=\"col\" class=\"who\">Entrant</th>"
                        "<th scope=\"col\" class=\"left\">Kind</th>"
                        "<th scope=\"col\">Number</th>"
                        "<th scope=\"col\" class=\"left\">Last ones</th>",
                        rows));
}

std::string OverallHtml(const TournamentStandings& standings) {
  std::string head =
      absl::StrCat("<th scope=\"col\" class=\"who\">Entrant</th>",
                   Head("Mean", "mean of the shares of all events"),
                   Head("Events", "events in which the entrant has played"));
  for (const Standings& event : standings.events) {
    absl::StrAppend(&head, "<th scope=\"col\">",
                    Escaped(EventName(event.competition.spec())), "</th>");
  }
  std::string rows;
  for (const OverallStanding& line : standings.overall) {
    absl::StrAppend(
        &rows, line.place == 1 ? "<tr class=\"first\">" : "<tr>",
        WhoHtml(line.place ? absl::StrCat(*line.place) : "–", line.name),
        Cell(line.events == 0 ? "–" : absl::StrCat(Percent(line.mean), " %"),
             "key"),
        Cell(absl::StrCat(line.events)));
    for (const std::optional<double>& share : line.rank_points) {
      absl::StrAppend(&rows,
                      Cell(share ? absl::StrCat(Percent(*share), " %") : "–"));
    }
    absl::StrAppend(&rows, "</tr>\n");
  }
  return Card("Overall",
              absl::StrCat("<p>Ordered by the mean over all events of the "
                           "share of rank points, so that every event weighs "
                           "the same. Only entrants that have played in every "
                           "event have a place.</p>\n",
                           Scrolling("Overall", "table", head, rows)));
}

std::string HowToReadHtml(bool anchored) {
  const absl::string_view scale =
      anchored ? "the anchor that\na table names is 1500, or without an anchor "
                 "the mean of all. A rating"
               : "the mean of all\nentrants is 1500. It";
  return Card("How to read this", absl::StrCat(R"(<dl>
<dt>Set</dt>
<dd>The same deals, played in every rotation of the seats: luck with the cards
and the advantage of a seat cancel out. The matches of a set depend on each
other; how much a set says is learnt from the results. In field duplicate: one
deal at several tables at the same time, where no entrant sits at two of them.
What entrants in the same seat have in common is taken for luck.</dd>
<dt>Share</dt>
<dd>Rank points: in every match each entrant is compared with each of its
opponents, 1 for the better rank and 1/2 for an equal one. 50 % is the
average.</dd>
<dt>Rating</dt>
<dd>The strength that explains all results best, whatever their order, on the
Elo scale: 400 points more mean odds of ten to one, and )",
                                               scale, R"(
only compares entrants of this competition.</dd>
<dt>95 % interval</dt>
<dd>What the results leave open: about 95 of 100 such intervals contain the true
value. An interval shrinks to half with four times as many sets. Two entrants
whose intervals overlap may well differ in strength; the matrix shows this.</dd>
<dt>Stronger with 97 %</dt>
<dd>The probability that the entrant truly is stronger, given the results and
the assumption that strengths do not change. Near 50 % the results do not
tell.</dd>
<dt>Difference per match</dt>
<dd>The mean score minus the mean score of the opponents, in points of the game.
Its interval comes from drawing sets at random many times (bootstrap).</dd>
<dt>Void sets, faults</dt>
<dd>A set is void, and counts for nothing, if one of its matches never had a
result. A set of which every match was the same game as an earlier one, between
the same entrants in the same seats, counts for nothing either. A fault is a
late or wrong answer, or a bot that was gone.</dd>
</dl>
)"));
}

}  // namespace arena::competition
