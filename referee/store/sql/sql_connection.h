// One connection to an SQL database of either kind: kept statements, rows as
// values, transactions, and errors as statuses.
//
// All statements are written once, in the SQL that SQLite (3.40) and PostgreSQL
// (15) share; pieces in braces stand for the differences (see dialect.h).
// Parameters are $1, $2, ...
#ifndef REFEREE_STORE_SQL_SQL_CONNECTION_H_
#define REFEREE_STORE_SQL_SQL_CONNECTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace arena::referee {

// Bytes as a parameter, where a bare string would be text. Absent: NULL.
struct Blob {
  std::optional<absl::string_view> bytes;
};

// A number as a parameter. Absent: NULL.
struct OptionalInt {
  std::optional<int64_t> value;
};

// A parameter whose kind is known only at run time: a number, text, or bytes.
// Absent bytes are NULL.
using SqlValue =
    std::variant<OptionalInt, std::string, std::optional<std::vector<char>>>;

// A kept statement of a connection. It reports its errors to the connection.
class SqlStatement {
 public:
  virtual ~SqlStatement() = default;

  // ---- Parameters, from 1; all are bound before every run ----
  virtual void Bind(int index, OptionalInt value) = 0;
  virtual void Bind(int index, absl::string_view text) = 0;
  virtual void Bind(int index, Blob blob) = 0;

  // Goes to the next row (at first: to the first row); false after the last.
  virtual bool Step() = 0;
  // Runs a statement without rows; returns how many rows it changed.
  virtual int Run() = 0;
  // As Run, without a result: the connection may run the statement later, in
  // order.
  virtual void Post() = 0;
  // Ends the run, if there is one.
  virtual void Reset() = 0;

  // ---- Columns of the current row, from 0 ----
  virtual int64_t Int(int column) const = 0;
  virtual std::string Bytes(int column) const = 0;
  virtual bool IsNull(int column) const = 0;
};

// Keeps errors instead of returning them: after the first error, statements do
// nothing and find no rows until TakeError is called. So only the end of a
// transaction needs a check. Not thread-safe.
class SqlConnection {
 public:
  virtual ~SqlConnection() = default;

  // The statement with this text, prepared at the first call; nullptr after an
  // error.
  virtual SqlStatement* Prepared(absl::string_view sql) = 0;
  // Runs statements without parameters and rows.
  virtual void Execute(absl::string_view sql) = 0;

  // ---- Calls and transactions; see Write and Read below ----
  // Begins a call: from now on the call may wait for the database for as long
  // as the connection has patience.
  virtual void BeginCall() {}
  // `repeatable`: doing the transaction twice is harmless.
  virtual void Begin(bool repeatable) = 0;
  virtual void Commit() = 0;
  virtual void Rollback() = 0;
  // Whether a call that has failed for the `attempt`-th time may be done again;
  // call it before TakeError. Finds out the outcome of a transaction that was
  // lost in the commit, and forgets the error if it was committed.
  virtual bool MayRepeat(int attempt);

  // Microseconds since 1970 by the clock of the store.
  virtual int64_t Now() = 0;

  // ---- Schema ----
  // The version of the schema; 0 for an empty database. FAILED_PRECONDITION if
  // the database belongs to another program. Requires: in a transaction.
  virtual absl::StatusOr<int64_t> SchemaVersion() = 0;
  virtual void SetSchemaVersion(int64_t version) = 0;
  // The name of the database, for messages.
  virtual std::string Name() const = 0;

  // ---- Errors ----
  virtual const absl::Status& error() const { return error_; }
  // Keeps the first error.
  virtual void Fail(absl::Status error);
  // Returns the error and forgets it.
  virtual absl::Status TakeError();

 private:
  absl::Status error_;
};

// One run of a kept statement. The run ends with the object, which must not
// outlive the connection, and may hold a view of the database until then.
class Query {
 public:
  // Binds the arguments to $1, $2, ...
  template <typename... Arguments>
  Query(SqlConnection& connection, absl::string_view sql,
        const Arguments&... arguments)
      : connection_(connection), statement_(connection.Prepared(sql)) {
    int index = 0;
    if (statement_ != nullptr) (Bind(++index, arguments), ...);
  }
  // The same with a list.
  Query(SqlConnection& connection, absl::string_view sql,
        absl::Span<const SqlValue> values);
  ~Query() {
    if (statement_ != nullptr) statement_->Reset();
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // As those of SqlStatement; after an error they do nothing.
  bool Next() { return row_ = Works() && statement_->Step(); }
  int Run() { return Works() ? statement_->Run() : 0; }
  void Post() {
    if (Works()) statement_->Post();
  }

  // ---- Columns of the row, from 0; empty if there is no row ----
  int64_t Int(int column) const { return row_ ? statement_->Int(column) : 0; }
  // Text or bytes; empty for NULL.
  std::string Bytes(int column) const {
    return row_ ? statement_->Bytes(column) : "";
  }
  bool IsNull(int column) const { return !row_ || statement_->IsNull(column); }

 private:
  bool Works() const {
    return statement_ != nullptr && connection_.error().ok();
  }
  void Bind(int index, int64_t value) {
    statement_->Bind(index, OptionalInt{value});
  }
  void Bind(int index, OptionalInt value) { statement_->Bind(index, value); }
  void Bind(int index, absl::string_view text);
  void Bind(int index, Blob blob) { statement_->Bind(index, blob); }
  void BindValue(int index, const SqlValue& value);

  SqlConnection& connection_;
  SqlStatement* const statement_;
  bool row_ = false;
};

// Calls a function that returns a Status or StatusOr. The function may be
// called again, so it must only read the database.
template <typename Function>
auto Read(SqlConnection& connection, Function function)
    -> decltype(function(connection)) {
  connection.BeginCall();
  for (int attempt = 1;; ++attempt) {
    auto result = function(connection);
    const bool again =
        !connection.error().ok() && connection.MayRepeat(attempt);
    absl::Status error = connection.TakeError();
    if (again) continue;
    if (!error.ok()) return error;
    return result;
  }
}

// The same for a function that may change the database, in a transaction, which
// is undone unless the function returns OK. `repeatable`: doing it twice is
// harmless, so that the outcome of a lost commit does not matter.
template <typename Function>
auto Write(SqlConnection& connection, bool repeatable, Function function)
    -> decltype(function(connection)) {
  return Read(connection, [&](SqlConnection& sql) {
    sql.Begin(repeatable);
    auto result = function(sql);
    result.ok() && sql.error().ok() ? sql.Commit() : sql.Rollback();
    return result;
  });
}

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_SQL_CONNECTION_H_
