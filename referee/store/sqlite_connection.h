// One connection to an SQLite file: kept statements, rows as values, and the
// edge at which exceptions become statuses.
#ifndef REFEREE_STORE_SQLITE_CONNECTION_H_
#define REFEREE_STORE_SQLITE_CONNECTION_H_

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// Bytes as a parameter, where a bare string would be text. Absent: NULL.
struct Blob {
  std::optional<absl::string_view> bytes;
};

// Throws SQLite::Exception like the library below it; its callers stand inside
// CatchingSqlite. Not thread-safe.
class SqliteConnection {
 public:
  SqliteConnection(const std::string& path, int flags);

  SQLite::Database& database() { return database_; }
  // The statement of this text, prepared when it is first asked for.
  SQLite::Statement& Prepared(absl::string_view sql);

 private:
  SQLite::Database database_;
  absl::node_hash_map<std::string, SQLite::Statement> statements_;
};

// One run of a kept statement. It ends with the object, which must not outlive
// the connection; until then it holds its view of the database.
class Query {
 public:
  // Binds the arguments to ?1, ?2, ...
  template <typename... Arguments>
  Query(SqliteConnection& connection, absl::string_view sql,
        const Arguments&... arguments)
      : statement_(connection.Prepared(sql)) {
    int index = 0;
    (Bind(++index, arguments), ...);
  }
  ~Query() { statement_.tryReset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // Goes to the next row; false behind the last.
  bool Next() { return statement_.executeStep(); }
  // Runs a statement without rows; returns how many rows it changed.
  int Run() { return statement_.exec(); }

  // ---- Columns of the row, from 0 ----
  int64_t Int(int column) const {
    return statement_.getColumn(column).getInt64();
  }
  // Text or bytes; empty for NULL.
  std::string Bytes(int column) const {
    return statement_.getColumn(column).getString();
  }
  bool IsNull(int column) const { return statement_.isColumnNull(column); }

 private:
  void Bind(int index, int64_t value) { statement_.bind(index, value); }
  void Bind(int index, absl::string_view text) {
    statement_.bind(index, std::string(text));
  }
  void Bind(int index, Blob blob);

  SQLite::Statement& statement_;
};

// The status of an error of SQLite in the file `path`.
absl::Status StatusOf(const SQLite::Exception& error, absl::string_view path);

// Calls a function that returns a Status or StatusOr; what SQLite throws
// becomes its result.
template <typename Function>
auto CatchingSqlite(absl::string_view path, Function function)
    -> decltype(function()) {
  try {
    return function();
  } catch (const SQLite::Exception& error) {
    return StatusOf(error, path);
  }
}

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQLITE_CONNECTION_H_
