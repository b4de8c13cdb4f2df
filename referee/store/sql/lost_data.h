// Advice for the case that files of an SQLite database are lost or damaged.
#ifndef REFEREE_STORE_SQL_LOST_DATA_H_
#define REFEREE_STORE_SQL_LOST_DATA_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// Sentences for messages. They advise to move files and never to delete them:
// files that are lost today may be found tomorrow.

// "put back the files that were lost, or restore a backup ..."
std::string HowToRestore();

// "To begin anew, name ...": without the data of this database.
std::string HowToBeginAnew(const std::string& database);

// DATA_LOSS, which says that the database is damaged and what to do. `problem`
// is the message of SQLite or of a check.
absl::Status DamagedDatabase(const std::string& database,
                             absl::string_view problem);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_LOST_DATA_H_
