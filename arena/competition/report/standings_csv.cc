#include "arena/competition/report/standings_csv.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/standings_words.h"

namespace arena::competition {
namespace {

using Row = std::vector<std::string>;

constexpr absl::string_view kHeader =
    "tournament,event,game,format,ordered_by,place,entrant,players,benched,"
    "points,buchholz,round,rank_points,rating,rating_low,rating_high,"
    "sets,won,drawn,lost,void_sets,matches,"
    "score_difference,score_difference_low,score_difference_high,faults,anchor,"
    "disqualified,expected_rank_points,mean_opponent,uneven,"
    "superiority_to_next";

// Quotes a field if necessary. Without the apostrophe, a spreadsheet would read
// a field that begins with one of these signs and is not a number as a formula.
std::string CsvField(std::string field) {
  double number;
  const bool formula = !field.empty() &&
                       absl::StrContains("=+-@\t", field.substr(0, 1)) &&
                       !absl::SimpleAtod(field, &number);
  if (formula) field = absl::StrCat("'", field);
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  return absl::StrCat("\"", absl::StrReplaceAll(field, {{"\"", "\"\""}}), "\"");
}

std::string CsvNumber(double value) { return Fixed(value, 6); }

void AddDifference(const v1::EntrantStanding& line, Row& row) {
  const bool known = line.has_score_difference();
  const v1::MeanDifference& difference = line.score_difference();
  row.push_back(known ? CsvNumber(difference.mean()) : "");
  const bool spread = difference.has_interval();
  row.push_back(spread ? CsvNumber(difference.interval().low()) : "");
  row.push_back(spread ? CsvNumber(difference.interval().high()) : "");
}

Row RowOf(const Report& event, const v1::EntrantStanding& line) {
  const v1::CompetitionSpec& spec = event.competition.spec();
  Row row = {spec.tournament(),
             spec.name(),
             spec.game(),
             std::string(FormatOf(spec).name),
             std::string(OrderText(event.standings.order())),
             line.place() == 0 ? "" : absl::StrCat(line.place()),
             line.name(),
             absl::StrJoin(line.players(), " "),
             line.benched() ? "yes" : "no",
             line.has_points() ? Fixed(line.points(), 1) : "",
             line.has_buchholz() ? Fixed(line.buchholz(), 1) : "",
             line.has_round() ? absl::StrCat(line.round()) : "",
             CsvNumber(line.rank_points()),
             CsvNumber(line.rating()),
             CsvNumber(line.rating_interval().low()),
             CsvNumber(line.rating_interval().high())};
  for (const uint32_t count : {line.sets(), line.won(), line.drawn(),
                               line.lost(), line.void_sets(), line.matches()}) {
    row.push_back(absl::StrCat(count));
  }
  AddDifference(line, row);
  row.push_back(absl::StrCat(FaultsOf(line)));
  row.push_back(spec.anchor());
  row.push_back(RulingText(line.disqualified()));
  row.push_back(line.has_expected_rank_points()
                    ? CsvNumber(line.expected_rank_points())
                    : "");
  row.push_back(line.has_mean_opponent() ? CsvNumber(line.mean_opponent())
                                         : "");
  row.push_back(line.uneven() ? "yes" : "no");
  row.push_back(line.has_superiority_to_next()
                    ? CsvNumber(line.superiority_to_next())
                    : "");
  return row;
}

}  // namespace

std::string StandingsCsv(absl::Span<const Report> events) {
  std::string csv = absl::StrCat(kHeader, "\r\n");
  for (const Report& event : events) {
    for (const v1::EntrantStanding& line : event.standings.entrants()) {
      const Row row = RowOf(event, line);
      absl::StrAppend(&csv,
                      absl::StrJoin(row, ",",
                                    [](std::string* out, const auto& field) {
                                      out->append(CsvField(field));
                                    }),
                      "\r\n");
    }
  }
  return csv;
}

}  // namespace arena::competition
