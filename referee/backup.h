// Copies the data of a referee, which may be running, and puts it back.
#ifndef REFEREE_BACKUP_H_
#define REFEREE_BACKUP_H_

#include <string>

#include "absl/status/status.h"
#include "referee/server.h"

namespace arena::referee {

// A backup is a folder like that of --data. It has everything that a referee on
// the data had acknowledged when the copy began, and perhaps more. It gets its
// name only when it is complete and on the disk. Until then its name has
// ".partial-" in it; such a folder is left behind only if the process is
// killed. Only its owner may read it: it has the seeds of matches under way.

// Copies an SQLite store and its journal. INVALID_ARGUMENT for a PostgreSQL
// store; ALREADY_EXISTS if `folder` exists and is not empty; NOT_FOUND if there
// is no data; FAILED_PRECONDITION if it is not complete; DATA_LOSS if it is
// damaged.
absl::Status MakeBackup(const ServerOptions& data, const std::string& folder);

// Copies a backup to the folder of --data, which a referee can then use. Errors
// as MakeBackup.
absl::Status RestoreBackup(const std::string& backup,
                           const ServerOptions& data);

// Copies the records of an SQLite store that may be shown, see
// store/copy_records.h. INVALID_ARGUMENT for a PostgreSQL store.
absl::Status CopyRecordsOf(const ServerOptions& data,
                           const std::string& folder);

}  // namespace arena::referee

#endif  // REFEREE_BACKUP_H_
