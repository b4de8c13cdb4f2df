// A store in one SQLite file.
#ifndef REFEREE_STORE_SQLITE_STORE_H_
#define REFEREE_STORE_SQLITE_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/store.h"

namespace arena::referee {

// Connects to a file, creating it if it is missing and bringing it to the
// current schema if it is older. FAILED_PRECONDITION with the path if the file
// is no database, belongs to another program, or has a newer schema; or, with
// what to do, if it was here before and is missing, empty, another one or older
// than it was (see DatabaseWitness). DATA_LOSS if it is damaged, as far as
// `check_time` suffices to find out (see CheckFile).
//
// Only one process may have the file open: see DataDirectory. The file and what
// SQLite keeps beside it are made accessible to their owner only.
absl::StatusOr<Connections> ConnectToSqlite(
    absl::string_view path, Durability durability,
    absl::Duration check_time = kCheckTime);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQLITE_STORE_H_
