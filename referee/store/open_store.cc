#include "referee/store/open_store.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "referee/store/sql/database_witness.h"
#include "referee/store/sql/file_check.h"
#include "referee/store/sql/lost_data.h"
#include "referee/store/sql/postgres_connection.h"
#include "referee/store/sql/schema.h"
#include "referee/store/sql/sqlite_connection.h"

namespace arena::referee {
namespace {

// A process that stalls within a transaction must not lock its rows for ever,
// because other referees could not take them over.
constexpr char kEverySession[] =
    "SET idle_in_transaction_session_timeout = '10s'";

// Adds advice to the error of a file that cannot be used. `was_ours`: a referee
// has had a database there.
absl::Status Explained(const absl::Status& status,
                       const SqliteConnection& connection, bool was_ours) {
  const int error = connection.error_code();
  if (error == SQLITE_NOTADB && !was_ours) {
    return absl::FailedPreconditionError(absl::StrCat(
        connection.Name(), " is not an SQLite database; name another file"));
  }
  if (error != SQLITE_NOTADB && error != SQLITE_CORRUPT) return status;
  return DamagedDatabase(connection.Name(), status.message());
}

// All checks that may refuse the file, before the file is changed.
absl::Status CheckBefore(SqliteConnection& connection,
                         const std::optional<Identity>& known,
                         absl::Duration check_time,
                         std::vector<std::string>& notices) {
  const absl::Status readable = Read(connection, [](SqlConnection& sql) {
    return sql.SchemaVersion().status();
  });
  if (!readable.ok()) {
    return Explained(readable, connection, known.has_value());
  }
  ARENA_RETURN_IF_ERROR(CheckFile(connection, check_time, notices));
  if (!known.has_value()) return absl::OkStatus();
  return CheckSame(connection, *known, notices);
}

// The file holds the seeds of running matches, so no other user may read it.
void MakePrivate(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm"}) {
    // This fails if the file is missing or belongs to another user, who may
    // decide.
    (void)chmod(absl::StrCat(path, suffix).c_str(), 0600);
  }
}

absl::Status Prepare(SqliteConnection& connection, Durability durability) {
  ARENA_RETURN_IF_ERROR(Migrate(connection, SchemaSteps()));
  // SQLite gives the -wal the mode of the database.
  MakePrivate(connection.Name());
  const bool flush = durability == Durability::kPowerLoss;
  connection.Execute("PRAGMA journal_mode = WAL");
  connection.Execute(flush ? "PRAGMA synchronous = FULL"
                           : "PRAGMA synchronous = NORMAL");
  connection.Execute("PRAGMA foreign_keys = ON");
  ARENA_RETURN_IF_ERROR(connection.TakeError());
  ARENA_ASSIGN_OR_RETURN(
      std::unique_ptr<DatabaseWitness> witness,
      DatabaseWitness::Begin(connection, connection.Name(), flush));
  connection.set_witness(std::move(witness));
  return absl::OkStatus();
}

absl::StatusOr<Connections> ConnectTo(absl::string_view store,
                                      Durability durability,
                                      absl::Duration patience,
                                      absl::Duration check_time) {
  if (absl::StartsWith(store, "postgresql://") ||
      absl::StartsWith(store, "postgres://")) {
    return ConnectToPostgres(store, durability, patience);
  }
  absl::string_view path = store;
  if (absl::ConsumePrefix(&path, "sqlite:") && !path.empty()) {
    return ConnectToSqlite(path, durability, check_time);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the store is '", WithoutPassword(store),
      "'; expected sqlite:PATH or postgresql://NAME@HOST/DATABASE"));
}

}  // namespace

absl::StatusOr<Connections> ConnectToPostgres(absl::string_view url,
                                              Durability durability,
                                              absl::Duration patience,
                                              std::shared_ptr<Hurry> hurry) {
  PostgresOptions options = {.url = std::string(url),
                             .session = kEverySession,
                             .patience = patience,
                             .hurry = hurry};
  if (durability == Durability::kPowerLoss) {
    options.session += "; SET synchronous_commit = on";
  }
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> writer,
                         PostgresConnection::Open(options));
  ARENA_RETURN_IF_ERROR(Migrate(*writer, SchemaSteps(), Sharing::kShared));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> reader,
                         PostgresConnection::Open(options));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> keeper,
                         PostgresConnection::Open(options));
  return Connections{.writer = std::move(writer),
                     .reader = std::move(reader),
                     .keeper = std::move(keeper),
                     .hurry = std::move(hurry),
                     .shared = true};
}

absl::StatusOr<Connections> ConnectToSqlite(absl::string_view path,
                                            Durability durability,
                                            absl::Duration check_time) {
  const std::string file(path);
  ARENA_ASSIGN_OR_RETURN(const std::optional<Identity> known,
                         ReadIdentity(file));
  if (known.has_value()) ARENA_RETURN_IF_ERROR(CheckPresent(file, *known));
  Connections connections;
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<SqliteConnection> writer,
                         SqliteConnection::Open(file, SQLite::OPEN_READWRITE |
                                                          SQLite::OPEN_CREATE));
  ARENA_RETURN_IF_ERROR(
      CheckBefore(*writer, known, check_time, connections.notices));
  const absl::Status ready = Prepare(*writer, durability);
  if (!ready.ok()) return Explained(ready, *writer, known.has_value());
  ARENA_ASSIGN_OR_RETURN(connections.reader,
                         SqliteConnection::Open(file, SQLite::OPEN_READONLY));
  connections.writer = std::move(writer);
  return connections;
}

absl::StatusOr<std::unique_ptr<Store>> OpenStore(absl::string_view store,
                                                 absl::string_view referee,
                                                 Durability durability,
                                                 absl::Duration patience,
                                                 absl::Duration check_time) {
  ARENA_ASSIGN_OR_RETURN(Connections connections,
                         ConnectTo(store, durability, patience, check_time));
  return Store::Open(std::move(connections), referee);
}

}  // namespace arena::referee
