#include "referee/store/matches/seat_reports.h"

#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/matches/records.h"

namespace arena::referee {
namespace {

// The longest reports are some 100 KiB.
constexpr int kRowsAtOnce = 20;

// A row of reports, with its match.
struct ReportRow {
  int64_t number = 0;
  v1::SeatReport report;
  // The set of the match, if its competition is not over.
  std::optional<SetOfMatches> open_set;
};

// $1 to $3 are bot, version and match; $4 is the upper limit of numbers, and $5
// the number of reports.
std::string ListQuery(const SeatReportFilter& filter) {
  return absl::StrCat(
      "SELECT s.number, s.bot, s.version, s.match_id, s.seat, s.report,"
      " m.result, c.number, m.set_index"
      " FROM seat_reports s LEFT JOIN matches m ON m.match_id = s.match_id"
      " LEFT JOIN competitions c ON c.number = m.competition AND c.state <> 3"
      " WHERE s.bot = $1",
      filter.version.empty() ? " AND $2 = ''" : " AND s.version = $2",
      filter.match_id.empty() ? " AND $3 = ''" : " AND s.match_id = $3",
      " AND s.number < $4 AND (s.match_id = '' OR m.state = 3)",
      filter.only_failures
          ? " AND (s.ended_well = 0 OR EXISTS (SELECT 1 FROM match_faults f"
            "  WHERE f.match = m.number AND f.seat = s.seat))"
          : "",
      " ORDER BY s.number DESC LIMIT $5");
}

// Reads the present row of such a query.
ReportRow ReadReportRow(const Query& query) {
  ReportRow row;
  row.number = query.Int(0);
  v1::SeatReport& report = row.report;
  if (!report.ParseFromString(query.Bytes(5))) {
    report.Clear();
    report.set_ended_with("(this report is damaged in the store)");
  }
  report.set_bot(query.Bytes(1));
  report.set_version(query.Bytes(2));
  report.set_match_id(query.Bytes(3));
  report.set_seat(static_cast<uint32_t>(query.Int(4)));
  report.clear_faults();
  v1::MatchResult result;
  if (!query.IsNull(6) && result.ParseFromString(query.Bytes(6))) {
    for (const v1::Fault& fault : result.faults()) {
      if (fault.seat() == report.seat()) *report.add_faults() = fault;
    }
  }
  if (!query.IsNull(7)) row.open_set = SetOfMatches{query.Int(7), query.Int(8)};
  return row;
}

std::vector<ReportRow> ReadReportRows(SqlConnection& sql,
                                      const SeatReportFilter& filter,
                                      int64_t before) {
  const std::string text = ListQuery(filter);
  Query query(sql, text, filter.bot, filter.version, filter.match_id, before,
              kRowsAtOnce);
  std::vector<ReportRow> rows;
  while (query.Next()) rows.push_back(ReadReportRow(query));
  return rows;
}

// Knows which sets still hide their deals. Asks the store once for each set.
class Seals {
 public:
  explicit Seals(SqlConnection& sql) : sql_(sql) {}

  bool Hide(const ReportRow& row) {
    if (!row.open_set.has_value()) return false;
    const auto [seal, is_new] = hidden_.try_emplace(*row.open_set, true);
    if (!is_new) return seal->second;
    // A set with a damaged result stays sealed, but hides no other set.
    const absl::StatusOr<int> open = CountOpenMatches(sql_, *row.open_set);
    return seal->second = !open.ok() || *open > 0;
  }

 private:
  SqlConnection& sql_;
  std::map<SetOfMatches, bool> hidden_;
};

void DeleteOldReports(SqlConnection& sql, const std::string& bot) {
  int64_t last_kept = 0;
  {
    Query query(sql,
                "SELECT number, length(report) FROM seat_reports"
                " WHERE bot = $1 ORDER BY number DESC LIMIT $2",
                bot, kSeatReportsKept);
    int64_t bytes = 0;
    while (query.Next()) {
      bytes += query.Int(1);
      if (bytes > kSeatReportBytesKept && last_kept != 0) break;
      last_kept = query.Int(0);
    }
  }
  Query(sql, "DELETE FROM seat_reports WHERE bot = $1 AND number < $2", bot,
        last_kept)
      .Post();
}

}  // namespace

bool EndedWell(const v1::SeatReport& report) {
  return report.ended_with() == "stopped" ||
         report.ended_with() == "exit status 0";
}

absl::Status SeatReports::Insert(const v1::SeatReport& report) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        const int added =
            Query(sql,
                  "INSERT INTO seat_reports (bot, version, match_id, seat,"
                  " ended_well, report) SELECT name, $2, $3, $4, $5, $6"
                  " FROM bots WHERE name = $1",
                  report.bot(), report.version(), report.match_id(),
                  report.seat(), int64_t{EndedWell(report)},
                  Blob{report.SerializeAsString()})
                .Run();
        if (added == 1) DeleteOldReports(sql, report.bot());
        return absl::OkStatus();
      });
}

absl::StatusOr<SeatReportPage> SeatReports::List(const SeatReportFilter& filter,
                                                 int limit, size_t most_bytes,
                                                 int64_t before) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<SeatReportPage> {
        SeatReportPage page;
        Seals seals(sql);
        size_t bytes = 0;
        int64_t next =
            before == 0 ? std::numeric_limits<int64_t>::max() : before;
        while (true) {
          std::vector<ReportRow> rows = ReadReportRows(sql, filter, next);
          for (ReportRow& row : rows) {
            if (seals.Hide(row)) continue;
            bytes += row.report.ByteSizeLong();
            const bool full = static_cast<int>(page.reports.size()) == limit ||
                              bytes > most_bytes;
            if (full && !page.reports.empty()) return page;
            page.next = row.number;
            page.reports.push_back(std::move(row.report));
          }
          if (rows.size() < kRowsAtOnce) break;
          next = rows.back().number;
        }
        page.next = 0;
        return page;
      });
}

}  // namespace arena::referee
