// Copies an SQLite database that a referee may be using.
#ifndef REFEREE_STORE_SQL_COPY_DATABASE_H_
#define REFEREE_STORE_SQL_COPY_DATABASE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace arena::referee {

// FAILED_PRECONDITION if the database has no identity file: then nothing tells
// whether a copy would be complete. NOT_FOUND if there is no database, either.
absl::Status CheckHasIdentity(const std::string& database);

// Copies the database as it is at one instant, with an identity file for the
// copy. A referee that writes meanwhile does not wait.
//
// FAILED_PRECONDITION as CheckHasIdentity, or if `from` is missing or lacks
// transactions; DATA_LOSS if it is damaged (see CheckFile).
absl::Status CopyDatabase(const std::string& from, const std::string& to,
                          absl::Duration check_time);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_COPY_DATABASE_H_
