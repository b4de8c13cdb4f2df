// The tables of the store, version by version, and which versions of the
// program work together on one database.
#ifndef REFEREE_STORE_SQL_SCHEMA_H_
#define REFEREE_STORE_SQL_SCHEMA_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// A step from one version of the schema to the next.
struct SchemaStep {
  // Written with the pieces of a dialect.
  const char* sql;
  // The oldest schema version whose programs can go on with the database after
  // this step, reading and writing; 0: only programs that know the step. A step
  // that only adds (tables, indices, and columns that may be left out of an
  // INSERT) works with the version before it. A step that removes something
  // comes a release after the last program that used it, and works with the
  // version of that release.
  int64_t works_with = 0;
};

// Turn an empty database into version 1, version 1 into version 2, and so on.
// The effect of a released step never changes: to change the schema, add a step
// at the end.
absl::Span<const SchemaStep> SchemaSteps();

// From this version on, databases list the versions with which they work.
inline constexpr int64_t kFirstWithSupport = 13;

// Whether other programs may use the database at the same time.
enum class Sharing { kAlone, kShared };

// Brings a database to the version of the last step. Each step is one
// transaction, so that after a crash the next call goes on at the same place;
// of several callers only one makes a step. A database of a newer version stays
// as it is, if the database works with the version of the last step.
//
// FAILED_PRECONDITION if the database belongs to another program, or is of a
// newer version that does not work with this one. In a shared database also if
// a step does not work with the version of a referee that has a lease.
absl::Status Migrate(SqlConnection& connection,
                     absl::Span<const SchemaStep> steps,
                     Sharing sharing = Sharing::kAlone);

// Call it within a transaction: no other program migrates the database until
// the transaction ends. FAILED_PRECONDITION if the database does not work with
// `version` any more.
absl::Status HoldSchema(SqlConnection& connection, int64_t version);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_SCHEMA_H_
