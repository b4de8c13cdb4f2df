// A store in one SQLite file.
#ifndef REFEREE_STORE_SQLITE_STORE_H_
#define REFEREE_STORE_SQLITE_STORE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/store.h"

namespace arena::referee {

// What an acknowledged write survives.
enum class Durability {
  // The process being killed.
  kProcessKill,
  // Also the machine losing power; a commit then waits for the disk.
  kPowerLoss,
};

// Opens the store in a file, which is created if it is missing and brought to
// the present schema if it is older. FAILED_PRECONDITION with the path for a
// file that is no database, another program's, or of a newer schema. Only one
// process may have it open: see DataDirectory.
absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(
    absl::string_view path, Durability durability = Durability::kProcessKill);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQLITE_STORE_H_
