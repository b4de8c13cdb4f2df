#include "arena/competition/page/table_section.h"

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
v1::Interval RatingRange(const v1::Standings& standings) {
  v1::Interval range = standings.entrants(0).rating_interval();
  for (const v1::EntrantStanding& line : standings.entrants()) {
    const v1::Interval& own = line.rating_interval();
    range.set_low(std::min(range.low(), own.low()));
    range.set_high(std::max(range.high(), own.high()));
  }
  return range;
}

// The rating as a dot with its interval, on the common scale of all entrants.
Html WhiskerHtml(const v1::EntrantStanding& line, const v1::Interval& range) {
  const double width = std::max(range.high() - range.low(), 1.0);
  const auto x = [&](double rating) {
    return Fixed(6 + 118 * (rating - range.low()) / width, 1);
  };
  const double low = line.rating_interval().low();
  const double high = line.rating_interval().high();
  return Element(
      "svg", {{"class", "whisker"}, {"viewBox", "0 0 130 20"}},
      {Element("title", {absl::StrCat(PlainLine(line.name()), ": between ",
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
                {"cx", x(line.rating())},
                {"cy", "10"},
                {"r", "4"}},
               {})});
}

Html DifferenceHtml(const v1::EntrantStanding& line, int digits) {
  if (!line.has_score_difference()) return "–";
  Html html = Typeset(Signed(line.score_difference().mean(), digits));
  if (line.score_difference().has_interval()) {
    const v1::Interval& interval = line.score_difference().interval();
    html += Element("small",
                    {Typeset(absl::StrCat(Signed(interval.low(), digits), " … ",
                                          Signed(interval.high(), digits)))});
  }
  return html;
}

// The columns that only some formats have.
Html FormatColumns(const v1::Standings& standings) {
  if (standings.order() == v1::STANDINGS_ORDER_SWISS_POINTS) {
    return Joined(
        {NumberColumn("Points",
                      "1 for a won encounter, 1/2 for a drawn "
                      "one, against each opponent"),
         NumberColumn("Buchholz", "the points of all opponents met")});
  }
  if (standings.order() != v1::STANDINGS_ORDER_ROUND) return {};
  return NumberColumn("Reached", "the round that the entrant reached");
}

Html FormatCells(const v1::Standings& standings,
                 const v1::EntrantStanding& line) {
  if (standings.order() == v1::STANDINGS_ORDER_SWISS_POINTS) {
    return Joined({NumberCell(Fixed(line.points(), 1), "key"),
                   NumberCell(Fixed(line.buchholz(), 1))});
  }
  if (standings.order() != v1::STANDINGS_ORDER_ROUND) return {};
  return NumberCell(RoundName(standings, line.round()), "key");
}

Html SetsHtml(const v1::EntrantStanding& line) {
  Html html = absl::StrCat(line.sets());
  if (line.void_sets() > 0) {
    html += Element("small", {absl::StrCat(line.void_sets(), " void")});
  }
  return html;
}

Html TableRow(const Report& report, const v1::EntrantStanding& line,
              const v1::Interval& range, PlayerHtml player_html) {
  const v1::Standings& standings = report.standings;
  const bool by_rating = standings.order() == v1::STANDINGS_ORDER_RATING;
  const bool by_share = standings.order() == v1::STANDINGS_ORDER_RANK_POINTS;
  const uint32_t faults = FaultsOf(line);
  HtmlAttributes attributes;
  if (line.place() == 1) attributes.push_back({"class", "first"});
  return Element(
      "tr", attributes,
      {EntrantCell(report.competition.spec(), line, player_html),
       FormatCells(standings, line),
       NumberCell(absl::StrCat(Percent(line.rank_points()), " %"),
                  by_share ? "key" : ""),
       NumberCell(RatingHtml(line.rating(), line.rating_interval()),
                  by_rating ? "key" : ""),
       NumberCell(WhiskerHtml(line, range)),
       NumberCell(
           line.has_superiority_to_next()
               ? absl::StrCat(Likelihood(line.superiority_to_next()), " %")
               : "–"),
       NumberCell(line.has_expected_rank_points()
                      ? absl::StrCat(Percent(line.expected_rank_points()), " %")
                      : "–"),
       NumberCell(line.has_mean_opponent() ? Fixed(line.mean_opponent(), 0)
                                           : "–"),
       NumberCell(DifferenceHtml(line, DifferenceDigits(standings))),
       NumberCell(
           absl::StrCat(line.won(), "–", line.drawn(), "–", line.lost())),
       NumberCell(SetsHtml(line)), NumberCell(absl::StrCat(line.matches())),
       NumberCell(absl::StrCat(faults), faults > 0 ? "alarm" : "soft")});
}

Html TableColumns(const Report& report) {
  const std::string& anchor = report.competition.spec().anchor();
  return Joined(
      {EntrantColumn(), FormatColumns(report.standings),
       NumberColumn("Share",
                    "rank points won, as a share of all possible rank points"),
       NumberColumn("Rating", absl::StrCat("with its 95 % interval; ",
                                           anchor.empty() ? "the mean of all"
                                                          : PlainLine(anchor),
                                           " is 1500")),
       Column("95 % interval"),
       NumberColumn("Above next",
                    "how likely the entrant is truly stronger than the next "
                    "one of the table"),
       NumberColumn("Expected",
                    "the share that the ratings expect; one far from the share "
                    "shows that one rating does not explain the results"),
       NumberColumn("Opponents",
                    "the mean rating of its opponents, as often as it met "
                    "them"),
       NumberColumn("Difference per match",
                    "mean score difference to the others, with its "
                    "95 % interval"),
       NumberColumn("Won–drawn–lost",
                    "sets: alone first, first with others, not first"),
       NumberColumn("Sets", "sets that are over and count"),
       NumberColumn("Matches", "matches with a result"),
       NumberColumn("Faults", "late, illegal, malformed, gone, ...")});
}

Html AnchorHtml(const v1::Standings& standings) {
  if (standings.anchor().empty()) return {};
  return Joined({" Ratings are distances to the anchor ",
                 ForeignText(standings.anchor()),
                 ", which has 1500 by definition. ",
                 ForeignText(AnchorCaution(standings))});
}

// A sentence on the worth of comparing tables.
Html FieldHtml(const v1::Standings& standings) {
  const std::string text = FieldText(standings);
  if (text.empty()) return {};
  return Element("p", {"This is ", text, "."});
}

// The changes since the beginning, with their reasons.
Html ChangesHtml(const v1::CompetitionSpec& spec) {
  Html list;
  for (const std::string& change : ChangeTexts(spec)) {
    list += Element("li", {ForeignText(change)});
  }
  if (list.empty()) return {};
  return Joined(
      {Element("p", {"Changes since the beginning:"}), Element("ul", {list})});
}

}  // namespace

Html RatingHtml(double rating, const v1::Interval& interval) {
  return Joined({absl::StrCat(Fixed(rating, 0), " "),
                 Element("small", {{"class", "inline"}},
                         {absl::StrCat("± ", Fixed(Reach(interval), 0))})});
}

Html TableHtml(const Report& report, PlayerHtml player_html) {
  const v1::CompetitionSpec& spec = report.competition.spec();
  const v1::Standings& standings = report.standings;
  const v1::Interval range = RatingRange(standings);
  Html rows;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    rows += TableRow(report, line, range, player_html);
  }
  return Card("Table",
              Joined({Element("p", {"Ordered by ", OrderText(standings.order()),
                                    ". ", OrderExplanation(standings.order()),
                                    AnchorHtml(report.standings)}),
                      FieldHtml(standings),
                      ScrollingTable("Standings", TableColumns(report), rows),
                      ChangesHtml(spec)}));
}

}  // namespace arena::competition
