#include "referee/store/sql/file_check.h"

#include <sqlite3.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "referee/store/sql/lost_data.h"

namespace arena::referee {
namespace {

// More problems would tell nothing new.
constexpr int kMostProblems = 10;
// SQLite asks after this many of its instructions whether to go on.
constexpr int kInstructions = 10000;

struct Problems {
  // Problems of the file, and problems of single rows.
  std::vector<std::string> file;
  std::vector<std::string> rows;
};

// Whether a line of PRAGMA quick_check is about the contents of a row.
bool IsOfRow(absl::string_view problem) {
  return absl::StartsWith(problem, "NULL value in ") ||
         absl::StartsWith(problem, "CHECK constraint failed in ") ||
         absl::StrContains(problem, " value in ");
}

absl::StatusOr<Problems> FindProblems(SqlConnection& sql) {
  Problems problems;
  {
    Query query(sql, absl::StrCat("PRAGMA quick_check(", kMostProblems, ")"));
    while (query.Next()) {
      const std::string problem = query.Bytes(0);
      if (problem == "ok") continue;
      (IsOfRow(problem) ? problems.rows : problems.file).push_back(problem);
    }
  }
  Query query(sql, "PRAGMA foreign_key_check");
  for (int i = 0; i < kMostProblems && query.Next(); ++i) {
    problems.rows.push_back(absl::StrCat("a row of ", query.Bytes(0),
                                         " belongs to a row of ",
                                         query.Bytes(2), " that is missing"));
  }
  return problems;
}

// Interrupts a connection when the time is over.
class TimeLimit {
 public:
  TimeLimit(sqlite3* connection, absl::Duration time)
      : connection_(connection), end_(absl::Now() + time) {
    sqlite3_progress_handler(connection_, kInstructions, &IsOver, this);
  }
  ~TimeLimit() { sqlite3_progress_handler(connection_, 0, nullptr, nullptr); }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  static int IsOver(void* self) {
    return absl::Now() >= static_cast<TimeLimit*>(self)->end_ ? 1 : 0;
  }

  sqlite3* const connection_;
  const absl::Time end_;
};

absl::Status Damaged(const SqlConnection& sql, absl::string_view problem) {
  const absl::Status damaged = DamagedDatabase(sql.Name(), problem);
  return absl::Status(
      damaged.code(),
      absl::StrCat(damaged.message(),
                   ". With --check-time 0s the referee may start with the "
                   "damaged database; copy all of these files first"));
}

}  // namespace

absl::Status CheckFile(SqliteConnection& sql, absl::Duration time,
                       std::vector<std::string>& notices) {
  if (time <= absl::ZeroDuration()) return absl::OkStatus();
  const TimeLimit limit(sql.handle(), time);
  const absl::StatusOr<Problems> problems = Read(sql, FindProblems);
  if (!problems.ok() && sql.error_code() == SQLITE_INTERRUPT) {
    notices.push_back(absl::StrCat(sql.Name(), ": the check was not over in ",
                                   absl::FormatDuration(time),
                                   "; --check-time gives it more time"));
    return absl::OkStatus();
  }
  if (!problems.ok() && sql.error_code() == SQLITE_CORRUPT) {
    return Damaged(sql, problems.status().message());
  }
  ARENA_RETURN_IF_ERROR(problems.status());
  for (const std::string& problem : problems->rows) {
    notices.push_back(
        absl::StrCat(sql.Name(), ": a row is damaged: ", problem));
  }
  if (problems->file.empty()) return absl::OkStatus();
  return Damaged(sql, absl::StrJoin(problems->file, "; "));
}

}  // namespace arena::referee
