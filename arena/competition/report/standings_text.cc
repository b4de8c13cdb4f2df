#include "arena/competition/report/standings_text.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/pairs.h"
#include "arena/competition/report/standings_words.h"
#include "arena/competition/report/text_table.h"
#include "arena/core/check.h"
#include "arena/match/entry.h"

namespace arena::competition {
namespace {

constexpr int kNarrowest = 40;

// Breaks lines at blanks.
std::string Wrapped(absl::string_view text, int width) {
  std::string wrapped;
  while (WidthOf(text) > width) {
    size_t end = text.rfind(' ', static_cast<size_t>(width));
    if (end == absl::string_view::npos) end = text.find(' ');
    if (end == absl::string_view::npos) break;
    absl::StrAppend(&wrapped, text.substr(0, end), "\n");
    text.remove_prefix(end + 1);
  }
  absl::StrAppend(&wrapped, text, "\n");
  return wrapped;
}

// The numbers of played matches, and of matches that do not count.
std::string CountsText(const v1::Standings& standings) {
  std::string counts =
      absl::StrCat(Counted(standings.entrants_size(), "entrant"), ", ",
                   Counted(standings.sets(), "set"), ", ",
                   Counted(standings.matches(), "match"), ", ",
                   Counted(standings.faults(), "fault"));
  if (standings.void_sets() > 0) {
    absl::StrAppend(&counts, ", ", Counted(standings.void_sets(), "void set"));
  }
  if (standings.equal_games() > 0) {
    absl::StrAppend(&counts, ", ", Counted(standings.equal_games(), "match"),
                    " that only repeated the same game and",
                    standings.equal_games() == 1 ? " counts" : " count",
                    " for nothing");
  }
  if (standings.repeated_matches() > 0) {
    absl::StrAppend(&counts, ", ", standings.repeated_matches(),
                    " played again");
  }
  if (standings.cancelled_matches() > 0) {
    absl::StrAppend(&counts, ", ", standings.cancelled_matches(), " cancelled");
  }
  return counts;
}

std::string AnchorText(const v1::CompetitionSpec& spec) {
  return spec.anchor().empty()
             ? ""
             : absl::StrCat("; ratings are distances to ", spec.anchor(),
                            ", which has 1500 by definition");
}

std::string HeadText(const Report& report, int width) {
  const v1::CompetitionSpec& spec = report.competition.spec();
  std::string what = absl::StrCat(spec.name(), ": ", spec.game(), ", ",
                                  Counted(spec.seats(), "seat"));
  const std::string options = OptionsText(spec);
  if (!options.empty()) absl::StrAppend(&what, ", ", options);
  absl::StrAppend(&what, "; ", FormatOf(spec).name, ", ",
                  StateName(report.competition));
  const absl::string_view caution = DealsCaution(spec);
  const std::string field = FieldText(report.standings);
  const std::string anchor = AnchorCaution(report.standings);
  return absl::StrCat(
      Wrapped(what, width), field.empty() ? "" : Wrapped(field, width),
      Wrapped(CountsText(report.standings), width),
      Wrapped(absl::StrCat("ordered by ", OrderText(report.standings.order()),
                           "; intervals hold 95 %", AnchorText(spec)),
              width),
      caution.empty() ? "" : Wrapped(caution, width),
      anchor.empty() ? "" : Wrapped(anchor, width));
}

// A column with one cell for every entrant.
TextColumn ColumnOf(
    const v1::Standings& standings, std::string title, int rank,
    const std::function<std::string(const v1::EntrantStanding&)>& cell) {
  TextColumn column{.title = std::move(title), .cells = {}, .rank = rank};
  for (const v1::EntrantStanding& line : standings.entrants()) {
    column.cells.push_back(cell(line));
  }
  return column;
}

std::string MeanText(const v1::EntrantStanding& line, int digits) {
  return line.has_score_difference()
             ? Signed(line.score_difference().mean(), digits)
             : "-";
}

std::string IntervalText(const v1::EntrantStanding& line, int digits) {
  if (!line.score_difference().has_interval()) return "-";
  const v1::Interval& interval = line.score_difference().interval();
  return absl::StrCat("[", Signed(interval.low(), digits), ", ",
                      Signed(interval.high(), digits), "]");
}

// The columns that only some formats have.
void AddFormatColumns(const v1::Standings& standings,
                      std::vector<TextColumn>& columns) {
  if (standings.order() == v1::STANDINGS_ORDER_SWISS_POINTS) {
    columns.push_back(
        ColumnOf(standings, "Points", 0, [](const v1::EntrantStanding& line) {
          return Fixed(line.points(), 1);
        }));
    columns.push_back(
        ColumnOf(standings, "Buchh.", 4, [](const v1::EntrantStanding& line) {
          return Fixed(line.buchholz(), 1);
        }));
  }
  if (standings.order() == v1::STANDINGS_ORDER_ROUND) {
    columns.push_back(
        ColumnOf(standings, "Reached", 0, [&](const v1::EntrantStanding& line) {
          return RoundName(standings, line.round());
        }));
  }
}

// The columns that all formats have, after the names.
void AddFigures(const v1::Standings& standings,
                std::vector<TextColumn>& columns) {
  using Line = v1::EntrantStanding;
  const auto add = [&](const char* title, int rank, auto&& cell) {
    columns.push_back(ColumnOf(standings, title, rank, cell));
  };
  const int digits = DifferenceDigits(standings);
  add("Share %", standings.order() == v1::STANDINGS_ORDER_RANK_POINTS ? 0 : 2,
      [](const Line& line) { return Percent(line.rank_points()); });
  add("Rating", 0, [](const Line& line) { return Fixed(line.rating(), 0); });
  add("±", 1,
      [](const Line& line) { return Fixed(Reach(line.rating_interval()), 0); });
  add("Sets", 5, [](const Line& line) { return absl::StrCat(line.sets()); });
  add("Won-drawn-lost", 6, [](const Line& line) {
    return absl::StrCat(line.won(), "-", line.drawn(), "-", line.lost());
  });
  add("Diff./match", 7,
      [&](const Line& line) { return MeanText(line, digits); });
  add("95 %", 8, [&](const Line& line) { return IntervalText(line, digits); });
  add("Faults", 3,
      [](const Line& line) { return absl::StrCat(FaultsOf(line)); });
  if (standings.void_sets() == 0) return;
  add("Void", 4,
      [](const Line& line) { return absl::StrCat(line.void_sets()); });
}

std::vector<TextColumn> ColumnsOf(const v1::Standings& standings) {
  std::vector<TextColumn> columns = {
      ColumnOf(standings, "#", 0, PlaceOf),
      ColumnOf(standings, "Entrant", 0, [](const v1::EntrantStanding& line) {
        return absl::StrCat(line.name(), MarkOf(line));
      })};
  columns.back().kind = ColumnKind::kNames;
  AddFormatColumns(standings, columns);
  AddFigures(standings, columns);
  return columns;
}

// A matrix over entrants in the order of the table; nothing if it is too wide.
std::string MatrixText(
    const v1::Standings& standings, const Pairs& pairs, int width,
    absl::string_view title,
    const std::function<std::string(const v1::HeadToHead&)>& cell) {
  std::vector<TextColumn> columns = {
      ColumnOf(standings, "", 0,
               [](const v1::EntrantStanding& line) { return line.name(); })};
  columns.front().kind = ColumnKind::kNames;
  int number = 0;
  for (const v1::EntrantStanding& opponent : standings.entrants()) {
    columns.front().cells[number] =
        absl::StrCat(number + 1, ". ", columns.front().cells[number]);
    columns.push_back(ColumnOf(
        standings, absl::StrCat(++number), 0,
        [&](const v1::EntrantStanding& line) {
          return &line == &opponent
                     ? "."
                     : cell(pairs.At(line.entrant(), opponent.entrant()));
        }));
  }
  const std::string table = TextTable(std::move(columns), width);
  if (WidthOf(absl::string_view(table).substr(0, table.find('\n'))) > width) {
    return "";
  }
  return absl::StrCat("\n", Wrapped(title, width), table);
}

std::string HeadToHeadText(const v1::Standings& standings, int width) {
  // A column takes three characters at least.
  if (3 * standings.entrants_size() > width) return "";
  const Pairs pairs(standings);
  return absl::StrCat(
      MatrixText(standings, pairs, width,
                 "How likely the row is stronger than the column, in %",
                 [](const v1::HeadToHead& pair) {
                   return Likelihood(pair.superiority());
                 }),
      MatrixText(standings, pairs, width,
                 "Sets won-drawn-lost by the row against the column",
                 [](const v1::HeadToHead& pair) -> std::string {
                   if (pair.sets() == 0) return "-";
                   return absl::StrCat(pair.won(), "-", pair.drawn(), "-",
                                       pair.lost());
                 }));
}

// The figures of each version of the entrants; empty if no entrant has several
// versions.
std::string VersionsText(const v1::Standings& standings, int width) {
  if (!HasVersions(standings)) return "";
  TextColumn name{"Entrant", {}}, version{"Version", {}}, rating{"Rating", {}},
      reach{"±", {}}, share{"Share %", {}, 1}, sets{"Sets", {}, 2};
  name.kind = version.kind = ColumnKind::kNames;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    for (const v1::VersionStanding& own : line.versions()) {
      name.cells.push_back(line.name());
      version.cells.push_back(VersionText(own));
      rating.cells.push_back(Fixed(own.rating(), 0));
      reach.cells.push_back(Fixed(Reach(own.rating_interval()), 0));
      share.cells.push_back(Percent(own.rank_points()));
      sets.cells.push_back(absl::StrCat(own.sets()));
    }
  }
  return absl::StrCat(
      "\n", Wrapped("Versions; * is the one whose rating counts", width),
      TextTable({name, version, rating, reach, share, sets}, width));
}

std::string ChangesText(const v1::CompetitionSpec& spec, int width) {
  std::string text;
  for (const std::string& change : ChangeTexts(spec)) {
    absl::StrAppend(&text, text.empty() ? "\nChanges\n" : "",
                    Wrapped(change, width));
  }
  return text;
}

std::string UnevenText(const v1::Standings& standings, int width) {
  std::string text;
  for (const std::string& uneven : UnevenTexts(standings)) {
    if (text.empty()) text = absl::StrCat("\n", Wrapped(kUnevenNote, width));
    absl::StrAppend(&text, Wrapped(uneven, width));
  }
  return text;
}

std::string SeatsText(const v1::Standings& standings, int width) {
  std::string text;
  for (const std::string& sentence : SeatTexts(standings)) {
    absl::StrAppend(&text, text.empty() ? "\n" : "", Wrapped(sentence, width));
  }
  return text;
}

std::string AlikeText(const v1::Standings& standings, int width) {
  std::string text;
  for (const std::string& pair : AlikeTexts(standings)) {
    absl::StrAppend(&text, text.empty() ? "\n" : "", Wrapped(pair, width));
  }
  return text;
}

std::string FaultsText(const v1::Standings& standings, int width) {
  if (standings.faults() == 0) return "";
  std::string text = "\nFaults\n";
  for (const v1::EntrantStanding& line : standings.entrants()) {
    for (const v1::FaultCount& fault : line.faults()) {
      absl::StrAppend(
          &text, Wrapped(absl::StrCat(line.name(), ": ", fault.count(), " ",
                                      FaultName(fault.kind()), ", last in ",
                                      PlaceTexts(fault).front()),
                         width));
    }
  }
  return text;
}

std::string OverallText(const TournamentStandings& tournament, int width) {
  TextColumn place{"#", {}}, name{"Entrant", {}}, mean{"Mean %", {}},
      events{"Events", {}};
  name.kind = ColumnKind::kNames;
  std::vector<TextColumn> by_event;
  for (const Report& event : tournament.events) {
    by_event.push_back({EventName(event.competition.spec()), {}, 1});
  }
  for (const OverallStanding& line : tournament.overall) {
    place.cells.push_back(line.place ? absl::StrCat(*line.place) : "-");
    name.cells.push_back(line.name);
    mean.cells.push_back(line.events == 0 ? "-" : Percent(line.mean));
    events.cells.push_back(absl::StrCat(line.events));
    for (size_t i = 0; i < by_event.size(); ++i) {
      by_event[i].cells.push_back(
          line.rank_points[i] ? Percent(*line.rank_points[i]) : "-");
    }
  }
  std::vector<TextColumn> columns = {place, name, mean, events};
  columns.insert(columns.end(), by_event.begin(), by_event.end());
  return TextTable(std::move(columns), width);
}

}  // namespace

std::string StandingsText(const Report& report, int width) {
  width = std::max(width, kNarrowest);
  const v1::Standings& standings = report.standings;
  return absl::StrCat(
      HeadText(report, width), "\n", TextTable(ColumnsOf(standings), width),
      ChangesText(report.competition.spec(), width),
      VersionsText(standings, width), HeadToHeadText(standings, width),
      SeatsText(standings, width), AlikeText(standings, width),
      UnevenText(standings, width), FaultsText(standings, width));
}

std::string CalibrationText(const Report& report, int width) {
  width = std::max(width, kNarrowest);
  const v1::Standings& standings = report.standings;
  if (!HasCalibration(standings)) return "";
  std::string text = absl::StrCat(
      "\n",
      Wrapped(absl::StrCat(report.competition.spec().name(),
                           ": predicted against observed"),
              width),
      Wrapped(kCalibrationNote, width), Wrapped(kSlopeNote, width));
  TextColumn number{"Place", {}}, sides{"Entrants", {}},
      predicted{"Predicted %", {}}, observed{"Observed %", {}}, reach{"±", {}};
  for (const v1::PlaceCalibration& place : standings.calibration()) {
    absl::StrAppend(&text, Wrapped(PlaceText(standings, place), width));
    for (const v1::CalibrationBin& bin : place.bins()) {
      const v1::Estimate& share = bin.observed();
      number.cells.push_back(absl::StrCat(place.place()));
      sides.cells.push_back(absl::StrCat(bin.sides()));
      predicted.cells.push_back(Percent(bin.predicted()));
      observed.cells.push_back(Percent(share.value()));
      reach.cells.push_back(
          share.has_interval() ? Percent(Reach(share.interval())) : "-");
    }
  }
  return absl::StrCat(
      text, "\n",
      TextTable({number, predicted, observed, reach, sides}, width));
}

std::string StandingsText(const TournamentStandings& standings, int width) {
  width = std::max(width, kNarrowest);
  std::string text;
  for (const Report& event : standings.events) {
    absl::StrAppend(&text, StandingsText(event, width), "\n");
  }
  // This comes last, so that a terminal still shows it at the end.
  absl::StrAppend(
      &text,
      Wrapped(
          absl::StrCat(
              standings.name, ": ",
              Counted(static_cast<int64_t>(standings.events.size()), "event")),
          width),
      Wrapped("ordered by the mean over all events of the share of rank "
              "points; only entrants that played in every event have a place",
              width),
      "\n", OverallText(standings, width));
  return text;
}

}  // namespace arena::competition
