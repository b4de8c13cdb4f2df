#include "arena/competition/report/table_section.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"

namespace arena::competition {
namespace {

// With a minus sign instead of a hyphen.
std::string Typeset(absl::string_view number) {
  return absl::StrReplaceAll(number, {{"-", "−"}});
}

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
Html WhiskerHtml(const EntrantStanding& line, const Interval& range) {
  const auto x = [&](double rating) {
    return Fixed(6 + 118 * (rating - range.low) / std::max(range.Width(), 1.0),
                 1);
  };
  const auto& [low, high] = line.rating_interval;
  return Element(
      "svg", {{"class", "whisker"}, {"viewBox", "0 0 130 20"}},
      {Element("title", {absl::StrCat(PlainLine(line.name), ": between ",
                                      Fixed(low, 0), " and ", Fixed(high, 0))}),
       Element("line",
               {{"class", "grid"},
                {"x1", "0"},
                {"x2", "130"},
                {"y1", "10"},
                {"y2", "10"}},
               {}),
       Element("line",
               {{"class", "reach"},
                {"x1", x(low)},
                {"x2", x(high)},
                {"y1", "10"},
                {"y2", "10"}},
               {}),
       Element("circle",
               {{"fill", "currentColor"},
                {"cx", x(line.rating)},
                {"cy", "10"},
                {"r", "4"}},
               {})});
}

Html DifferenceHtml(const std::optional<MeanEstimate>& difference, int digits) {
  if (!difference.has_value()) return "–";
  Html html = Typeset(Signed(difference->mean, digits));
  if (difference->interval.has_value()) {
    const auto& [low, high] = *difference->interval;
    html += Element("small", {Typeset(absl::StrCat(Signed(low, digits), " … ",
                                                   Signed(high, digits)))});
  }
  return html;
}

// The columns that only some formats have.
Html FormatColumns(const Standings& standings) {
  if (standings.order == v1::STANDINGS_ORDER_SWISS_POINTS) {
    return Joined(
        {NumberColumn("Points",
                      "1 for a won encounter, 1/2 for a drawn "
                      "one, against each opponent"),
         NumberColumn("Buchholz", "the points of all opponents met")});
  }
  if (standings.order != v1::STANDINGS_ORDER_ROUND) return {};
  return NumberColumn("Reached", "the round that the entrant reached");
}

Html FormatCells(const Standings& standings, const EntrantStanding& line) {
  if (standings.order == v1::STANDINGS_ORDER_SWISS_POINTS) {
    return Joined({NumberCell(Fixed(line.points, 1), "key"),
                   NumberCell(Fixed(line.buchholz, 1))});
  }
  if (standings.order != v1::STANDINGS_ORDER_ROUND) return {};
  return NumberCell(RoundName(standings, line.round), "key");
}

Html SetsHtml(const EntrantStanding& line) {
  Html html = absl::StrCat(line.sets);
  if (line.void_sets > 0) {
    html += Element("small", {absl::StrCat(line.void_sets, " void")});
  }
  return html;
}

Html TableRow(const Standings& standings, const EntrantStanding& line,
              const Interval& range, PlayerHtml player_html) {
  const bool by_rating = standings.order == v1::STANDINGS_ORDER_RATING;
  const bool by_share = standings.order == v1::STANDINGS_ORDER_RANK_POINTS;
  const int faults = line.fault_count();
  HtmlAttributes attributes;
  if (line.place == 1) attributes.push_back({"class", "first"});
  return Element(
      "tr", attributes,
      {EntrantCell(standings, line, player_html), FormatCells(standings, line),
       NumberCell(absl::StrCat(Percent(line.rank_points), " %"),
                  by_share ? "key" : ""),
       NumberCell(RatingHtml(line.rating, line.rating_interval),
                  by_rating ? "key" : ""),
       NumberCell(WhiskerHtml(line, range)),
       NumberCell(DifferenceHtml(line.difference, DifferenceDigits(standings))),
       NumberCell(absl::StrCat(line.won, "–", line.drawn, "–", line.lost)),
       NumberCell(SetsHtml(line)), NumberCell(absl::StrCat(line.matches)),
       NumberCell(absl::StrCat(faults), faults > 0 ? "alarm" : "soft")});
}

Html TableColumns(const Standings& standings) {
  const std::string& anchor = standings.competition.spec().anchor();
  return Joined(
      {EntrantColumn(), FormatColumns(standings),
       NumberColumn("Share", "rank points won, out of all that could be won"),
       NumberColumn("Rating", absl::StrCat("with its 95 % interval; ",
                                           anchor.empty() ? "the mean of all"
                                                          : PlainLine(anchor),
                                           " is 1500")),
       Column("95 % interval"),
       NumberColumn("Difference per match",
                    "mean score difference to the others, with its "
                    "95 % interval"),
       NumberColumn("Won–drawn–lost",
                    "sets: alone first, first with others, not first"),
       NumberColumn("Sets", "sets that are over and count"),
       NumberColumn("Matches", "matches with a result"),
       NumberColumn("Faults", "late, illegal, malformed, gone, ...")});
}

Html AnchorHtml(const v1::CompetitionSpec& spec) {
  if (spec.anchor().empty()) return {};
  return Joined({" Ratings are distances to the anchor ",
                 ForeignText(spec.anchor()),
                 ", which has 1500 by definition."});
}

// A sentence on what the comparison of tables is worth.
Html FieldHtml(const Standings& standings) {
  const std::string text = FieldText(standings);
  if (text.empty()) return {};
  return Element("p", {"This is ", text, "."});
}

// What was changed since the beginning, and why.
Html ChangesHtml(const Standings& standings) {
  Html list;
  for (const std::string& change : ChangeTexts(standings.competition.spec())) {
    list += Element("li", {ForeignText(change)});
  }
  if (list.empty()) return {};
  return Joined(
      {Element("p", {"Changes since the beginning:"}), Element("ul", {list})});
}

}  // namespace

Html RatingHtml(double rating, const Interval& interval) {
  return Joined({absl::StrCat(Fixed(rating, 0), " "),
                 Element("small", {{"class", "inline"}},
                         {absl::StrCat("± ", Fixed(Reach(interval), 0))})});
}

Html TableHtml(const Standings& standings, PlayerHtml player_html) {
  const Interval range = RatingRange(standings);
  Html rows;
  for (const EntrantStanding& line : standings.entrants) {
    rows += TableRow(standings, line, range, player_html);
  }
  return Card(
      "Table",
      Joined({Element("p", {"Ordered by ", OrderText(standings.order), ". ",
                            OrderExplanation(standings.order),
                            AnchorHtml(standings.competition.spec())}),
              FieldHtml(standings),
              ScrollingTable("Standings", TableColumns(standings), rows),
              ChangesHtml(standings)}));
}

}  // namespace arena::competition
