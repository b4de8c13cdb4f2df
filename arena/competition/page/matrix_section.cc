#include "arena/competition/page/matrix_section.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/entrant_cell.h"
#include "arena/competition/page/html_page.h"
#include "arena/competition/report/pairs.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"

namespace arena::competition {
namespace {

// A class of the style sheet: a page's policy allows no styles in elements.
std::string Shade(double superiority) {
  const double strength = std::abs(2 * superiority - 1);
  return absl::StrCat(superiority >= 0.5 ? "better-" : "worse-",
                      std::lround(kShades * strength * strength));
}

std::string EncounterText(const v1::HeadToHead& met, int digits) {
  std::string text = Counted(met.sets(), "set");
  if (!met.has_score_difference()) return text;
  absl::StrAppend(&text, ", mean difference ",
                  Signed(met.score_difference().mean(), digits));
  if (met.score_difference().has_interval()) {
    const v1::Interval& interval = met.score_difference().interval();
    absl::StrAppend(&text, " (", Signed(interval.low(), digits), " to ",
                    Signed(interval.high(), digits), ")");
  }
  absl::StrAppend(&text, " points per match");
  if (!met.has_score()) return text;
  return absl::StrCat(text, "; scored ", Percent(met.score()), " %, expected ",
                      Percent(met.expected_score()), " %");
}

Html MatrixCell(const v1::HeadToHead& met, const v1::EntrantStanding& row,
                const v1::EntrantStanding& column, int digits) {
  if (&row == &column) return Element("td", {{"class", "self"}}, {});
  const std::string likelihood = Likelihood(met.superiority());
  const std::string explanation = absl::StrCat(
      PlainLine(row.name()), " against ", PlainLine(column.name()), ": ",
      EncounterText(met, digits), "; stronger with ", likelihood, " %");
  return Element(
      "td", {{"class", Shade(met.superiority())}, {"title", explanation}},
      {absl::StrCat(likelihood, " %"),
       Element("small",
               {met.sets() == 0 ? "never met"
                                : absl::StrCat(met.won(), "–", met.drawn(), "–",
                                               met.lost())})});
}

Html MatrixColumn(const v1::EntrantStanding& column) {
  return Element(
      "th", {{"scope", "col"}, {"title", PlainLine(column.name())}},
      {Element("span", {{"class", "tall"}}, {ForeignText(column.name())})});
}

}  // namespace

Html MatrixHtml(const v1::Standings& standings) {
  const Pairs pairs(standings);
  const int digits = DifferenceDigits(standings);
  Html columns = Element("th", {{"class", "who"}}, {});
  Html rows;
  for (const v1::EntrantStanding& row : standings.entrants()) {
    columns += MatrixColumn(row);
    Html cells = EntrantCell(absl::StrCat(row.place()), row.name());
    for (const v1::EntrantStanding& column : standings.entrants()) {
      cells += MatrixCell(pairs.At(row.entrant(), column.entrant()), row,
                          column, digits);
    }
    rows += Element("tr", {cells});
  }
  return Card(
      "Head to head",
      Joined({Element("p", {"How likely the entrant of the row is truly "
                            "stronger than the entrant of the column, judged "
                            "by all results; below, the sets won, drawn and "
                            "lost against it."}),
              ScrollingTable("Head to head", columns, rows, "matrix"),
              Element(
                  "p", {{"class", "legend"}},
                  {"column stronger ", Element("span", {{"class", "ramp"}}, {}),
                   " row stronger"})}));
}

}  // namespace arena::competition
