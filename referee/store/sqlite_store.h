// A store in one SQLite file.
#ifndef REFEREE_STORE_SQLITE_STORE_H_
#define REFEREE_STORE_SQLITE_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/store.h"

namespace arena::referee {

// Connects to a file, which is created if it is missing and brought to the
// present schema if it is older. FAILED_PRECONDITION with the path for a file
// that is no database, another program's, or of a newer schema.
//
// Only one process may have it open: see DataDirectory.
absl::StatusOr<Connections> ConnectToSqlite(absl::string_view path,
                                            Durability durability);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQLITE_STORE_H_
