// Migrates databases, as far as the programs that use them allow.
#include "referee/store/sql/schema.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// The version of referees that do not tell their version.
constexpr int64_t kBeforeSupport = kFirstWithSupport - 1;

// The oldest version whose programs can go on with a database of this version.
int64_t WorksWith(SqlConnection& sql, int64_t version) {
  if (version < kFirstWithSupport) return version;
  Query query(sql, "SELECT works_with FROM schema_support");
  return query.Next() ? query.Int(0) : version;
}

void SetWorksWith(SqlConnection& sql, int64_t version, int64_t works_with) {
  if (version < kFirstWithSupport) return;
  Query(sql, "DELETE FROM schema_support").Post();
  Query(sql, "INSERT INTO schema_support (works_with) VALUES ($1)", works_with)
      .Post();
}

absl::Status TooNew(const SqlConnection& sql, int64_t found, int64_t works_with,
                    int64_t newest) {
  return absl::FailedPreconditionError(absl::StrCat(
      sql.Name(), " has schema version ", found,
      works_with < found
          ? absl::StrCat(" and works with programs that know version ",
                         works_with, " or newer ones")
          : "",
      ", this referee knows versions up to ", newest,
      "; use the newer referee that wrote it"));
}

// OK if no running referee would stop working after the step to `version`.
absl::Status CheckNobodyNeedsOlder(SqlConnection& sql, int64_t version,
                                   int64_t works_with) {
  const int64_t before = version - 1;
  // Before version 2 there was no table of referees.
  if (before < 2) return absl::OkStatus();
  const bool told = before >= kFirstWithSupport;
  Query query(sql,
              told ? "SELECT name, coalesce(schema_version, $2) FROM referees"
                     " WHERE lease_until > $1"
                     " AND coalesce(schema_version, $2) < $3"
                     " ORDER BY number LIMIT 1"
                   : "SELECT name, $2 FROM referees"
                     " WHERE lease_until > $1 AND $2 < $3"
                     " ORDER BY number LIMIT 1",
              sql.Now(), told ? kBeforeSupport : before, works_with);
  if (!query.Next()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "referee ", query.Bytes(0), " uses ", sql.Name(),
      " and knows schema version ", query.Int(1),
      ", but version ", version, " works only with programs that know version ",
      works_with, " or newer ones; stop that referee, or upgrade it first"));
}

// Makes the step to `version`.
absl::Status MakeStep(SqlConnection& sql, const SchemaStep& step,
                      int64_t version, Sharing sharing) {
  const int64_t works_with = step.works_with == 0 ? version : step.works_with;
  const int64_t before = WorksWith(sql, version - 1);
  if (sharing == Sharing::kShared) {
    ARENA_RETURN_IF_ERROR(CheckNobodyNeedsOlder(sql, version, works_with));
  }
  sql.Execute(step.sql);
  SetWorksWith(sql, version, std::max(before, works_with));
  sql.SetSchemaVersion(version);
  return absl::OkStatus();
}

}  // namespace

absl::Status Migrate(SqlConnection& connection,
                     absl::Span<const SchemaStep> steps, Sharing sharing) {
  const int64_t newest = steps.size();
  int64_t found = 0;
  do {
    const auto step = [&](SqlConnection& sql) -> absl::Status {
      ARENA_RETURN_IF_ERROR(HoldSchema(sql, newest));
      ARENA_ASSIGN_OR_RETURN(found, sql.SchemaVersion());
      if (found >= newest) return absl::OkStatus();
      const SchemaStep& next = steps[found];
      return MakeStep(sql, next, ++found, sharing);
    };
    ARENA_RETURN_IF_ERROR(Write(connection, /*repeatable=*/true, step));
  } while (found < newest);
  return absl::OkStatus();
}

absl::Status HoldSchema(SqlConnection& connection, int64_t version) {
  ARENA_ASSIGN_OR_RETURN(const int64_t found, connection.SchemaVersion());
  if (found <= version) return absl::OkStatus();
  const int64_t works_with = WorksWith(connection, found);
  return works_with <= version
             ? absl::OkStatus()
             : TooNew(connection, found, works_with, version);
}

}  // namespace arena::referee
