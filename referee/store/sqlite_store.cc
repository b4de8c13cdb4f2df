#include "referee/store/sqlite_store.h"

#include <sqlite3.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/checkpointer.h"
#include "referee/store/referee_rows.h"
#include "referee/store/schema.h"
#include "referee/store/sqlite_connection.h"

namespace arena::referee {
namespace {

class SqliteStore : public SqlStore {
 public:
  SqliteStore(int64_t referee, std::unique_ptr<SqlConnection> writer,
              std::unique_ptr<SqlConnection> reader,
              std::unique_ptr<Checkpointer> checkpointer)
      : SqlStore(referee, std::move(writer), std::move(reader)),
        checkpointer_(std::move(checkpointer)) {}

  // A file is one process's.
  bool shared() const override { return false; }

 private:
  const std::unique_ptr<Checkpointer> checkpointer_;
};

absl::Status MigrateFile(SqliteConnection& connection) {
  absl::Status status = Migrate(connection, SchemaSteps());
  if (!status.ok() && connection.error_code() == SQLITE_NOTADB) {
    return absl::FailedPreconditionError(absl::StrCat(
        connection.Name(), " is not an SQLite database; name another file"));
  }
  return status;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(
    absl::string_view path, Durability durability, absl::string_view referee) {
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
  ARENA_ASSIGN_OR_RETURN(
      const int64_t number,
      Write(*writer, /*repeatable=*/true, [&](SqlConnection& connection) {
        return EnterReferee(connection, referee, /*ended=*/true);
      }));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<SqliteConnection> reader,
                         SqliteConnection::Open(file, SQLite::OPEN_READONLY));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<Checkpointer> checkpointer,
                         Checkpointer::Start(*writer));
  return std::make_unique<SqliteStore>(
      number, std::move(writer), std::move(reader), std::move(checkpointer));
}

}  // namespace arena::referee
