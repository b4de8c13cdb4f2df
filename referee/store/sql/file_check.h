// Looks for damage in an SQLite database before it is used.
#ifndef REFEREE_STORE_SQL_FILE_CHECK_H_
#define REFEREE_STORE_SQL_FILE_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "referee/store/sql/sqlite_connection.h"

namespace arena::referee {

// DATA_LOSS, naming what is wrong, if the pages of the file do not make a
// database: what is read from it cannot be trusted. A row that only holds what
// it should not is no reason to refuse the others: `notices` gets a sentence
// about it. So it does if the check is not over after `time`; zero checks
// nothing.
absl::Status CheckFile(SqliteConnection& sql, absl::Duration time,
                       std::vector<std::string>& notices);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_FILE_CHECK_H_
