// Reports on processes of submitted bots, for the authors of the bots.
#ifndef REFEREE_STORE_MATCHES_SEAT_REPORTS_H_
#define REFEREE_STORE_MATCHES_SEAT_REPORTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/submission.pb.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// The newest reports that are kept of a bot: so many, with so many bytes.
inline constexpr int kSeatReportsKept = 200;
inline constexpr int64_t kSeatReportBytesKept = int64_t{16} << 20;

// The reports to list.
struct SeatReportFilter {
  std::string bot;
  // Empty: all.
  std::string version = "";
  std::string match_id = "";
  // Only reports with a fault, or of a process that did not end well.
  bool only_failures = false;
};

// A page of reports.
struct SeatReportPage {
  // Newest first; damaged ones say so in `end`.
  std::vector<v1::SeatReport> reports;
  // For the next page; 0: this is the last one.
  int64_t next = 0;
};

// A report may tell the deals: a process can print them, and even chooses how
// it ends. So a report is sealed like a record, until its match and the other
// matches of its set are over. See Store for errors and threads.
class SeatReports {
 public:
  explicit SeatReports(Database& database) : database_(database) {}

  // Adds a report without faults, and deletes the oldest reports of the bot
  // beyond the limit. Does nothing if the bot is not registered.
  absl::Status Insert(const v1::SeatReport& report);
  // Reports numbered below `before` (0: all) that are not sealed, with the
  // faults of their seats. At most `limit`, and fewer if they are longer than
  // `most_bytes`.
  absl::StatusOr<SeatReportPage> List(const SeatReportFilter& filter, int limit,
                                      size_t most_bytes, int64_t before);

 private:
  Database& database_;
};

// Whether a process ended as it should, by v1.SeatReport.end.
bool EndedWell(const v1::SeatReport& report);

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_SEAT_REPORTS_H_
