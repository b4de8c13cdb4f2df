// Looks for damage in an SQLite database before it is used.
#ifndef REFEREE_STORE_SQL_FILE_CHECK_H_
#define REFEREE_STORE_SQL_FILE_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "referee/store/sql/sqlite_connection.h"

namespace arena::referee {

// DATA_LOSS, naming the problem, if the pages of the file do not make a
// database: then no data of the file can be trusted. A single row with wrong
// contents is no reason to refuse the rest: a sentence about the row is added
// to `notices`. A sentence is also added if the check is not over after `time`;
// zero checks nothing.
absl::Status CheckFile(SqliteConnection& sql, absl::Duration time,
                       std::vector<std::string>& notices);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_FILE_CHECK_H_
