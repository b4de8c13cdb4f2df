// The tables of the store, version by version.
#ifndef REFEREE_STORE_SCHEMA_H_
#define REFEREE_STORE_SCHEMA_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "referee/store/sql_connection.h"

namespace arena::referee {

// The SQL that turns an empty database into version 1, version 1 into version
// 2, and so on; a dialect fills in its pieces.
// The effect of a released step never changes: to change the schema, add a step
// at the end.
absl::Span<const char* const> SchemaSteps();

// Brings a database to the version of the last step. Each step is one
// transaction, so that after a crash the next call goes on where this one was.
// FAILED_PRECONDITION if the database belongs to another program or is of a
// newer version.
absl::Status Migrate(SqlConnection& connection,
                     absl::Span<const char* const> steps);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SCHEMA_H_
