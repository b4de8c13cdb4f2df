// A store in one SQLite file.
#ifndef REFEREE_STORE_SQLITE_STORE_H_
#define REFEREE_STORE_SQLITE_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/store.h"

namespace arena::referee {

// Connects to a file, creating it if it is missing and bringing it to the
// current schema if it is older. FAILED_PRECONDITION with the path if the file
// is no database, belongs to another program, or has a newer schema.
//
// Only one process may have the file open: see DataDirectory.
absl::StatusOr<Connections> ConnectToSqlite(absl::string_view path,
                                            Durability durability);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQLITE_STORE_H_
