// A connection to an SQLite file.
#ifndef REFEREE_STORE_SQL_SQLITE_CONNECTION_H_
#define REFEREE_STORE_SQL_SQLITE_CONNECTION_H_

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/sql/database_witness.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// Uses the clock of this process, which is the only one that has the file open.
// Turns SQLite's exceptions into statuses.
class SqliteConnection : public SqlConnection {
 public:
  // `flags` as for SQLite::Database.
  static absl::StatusOr<std::unique_ptr<SqliteConnection>> Open(
      const std::string& path, int flags);

  // For calls without a statement.
  sqlite3* handle() { return database_.getHandle(); }
  // The code of SQLite's last error.
  int error_code() const { return error_code_; }
  void Fail(const SQLite::Exception& error);
  using SqlConnection::Fail;
  // From now on the witness counts and checks every commit.
  void set_witness(std::unique_ptr<DatabaseWitness> witness) {
    witness_.reset(witness.release());
  }

  SqlStatement* Prepared(absl::string_view sql) override;
  void Execute(absl::string_view sql) override;
  // Takes the write lock at once, so that nothing can fail later. This
  // connection is the only writer.
  void Begin(bool repeatable) override;
  void Commit() override;
  void Rollback() override;
  int64_t Now() override;
  absl::StatusOr<int64_t> SchemaVersion() override;
  void SetSchemaVersion(int64_t version) override;
  std::string Name() const override { return database_.getFilename(); }

 private:
  class Statement;

  SqliteConnection(const std::string& path, int flags);
  int64_t Pragma(absl::string_view name);

  // Tells the witness that the database, which is destroyed first, is closed.
  struct Closed {
    void operator()(DatabaseWitness* witness) const;
  };
  std::unique_ptr<DatabaseWitness, Closed> witness_;
  SQLite::Database database_;
  absl::node_hash_map<std::string, std::unique_ptr<SqlStatement>> statements_;
  int error_code_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_SQLITE_CONNECTION_H_
