// The tables of the store, version by version.
#ifndef REFEREE_STORE_SCHEMA_H_
#define REFEREE_STORE_SCHEMA_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "referee/store/sql_connection.h"

namespace arena::referee {

// The SQL that makes version 1 of an empty database, version 2 of version 1,
// and so on; a dialect puts in its pieces.
// The effect of a released step never changes: a change is a new step at the
// end.
absl::Span<const char* const> SchemaSteps();

// Brings a database to the version of the last step. Each step is one
// transaction, so a process killed in between goes on where it was.
// FAILED_PRECONDITION if the database is another program's or of a newer
// version.
absl::Status Migrate(SqlConnection& connection,
                     absl::Span<const char* const> steps);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SCHEMA_H_
