#include "referee/store/sqlite_store.h"

#include <sqlite3.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/schema.h"
#include "referee/store/sqlite_connection.h"

namespace arena::referee {
namespace {

absl::Status MigrateFile(SqliteConnection& connection) {
  absl::Status status = Migrate(connection, SchemaSteps());
  if (!status.ok() && connection.error_code() == SQLITE_NOTADB) {
    return absl::FailedPreconditionError(absl::StrCat(
        connection.Name(), " is not an SQLite database; name another file"));
  }
  return status;
}

}  // namespace

absl::StatusOr<Connections> ConnectToSqlite(absl::string_view path,
                                            Durability durability) {
  const std::string file(path);
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<SqliteConnection> writer,
                         SqliteConnection::Open(file, SQLite::OPEN_READWRITE |
                                                          SQLite::OPEN_CREATE));
  // Before anything else, so that a file that is not ours stays as it is.
  ARENA_RETURN_IF_ERROR(MigrateFile(*writer));
  writer->Execute("PRAGMA journal_mode = WAL");
  writer->Execute(durability == Durability::kPowerLoss
                      ? "PRAGMA synchronous = FULL"
                      : "PRAGMA synchronous = NORMAL");
  writer->Execute("PRAGMA foreign_keys = ON");
  ARENA_RETURN_IF_ERROR(writer->TakeError());
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<SqliteConnection> reader,
                         SqliteConnection::Open(file, SQLite::OPEN_READONLY));
  return Connections{.writer = std::move(writer),
                     .reader = std::move(reader),
                     .shared = false};
}

}  // namespace arena::referee
