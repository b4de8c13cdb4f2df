// A connection to a PostgreSQL database.
#ifndef REFEREE_STORE_POSTGRES_CONNECTION_H_
#define REFEREE_STORE_POSTGRES_CONNECTION_H_

#include <libpq-fe.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/sql_connection.h"

namespace arena::referee {

// How to connect.
struct PostgresOptions {
  // postgresql://...
  std::string url;
  // SET commands for every session; may be empty.
  std::string session;
  // A lost connection is tried again for so long.
  absl::Duration patience;
};

// Statements are sent in libpq's pipeline mode: those whose results nobody
// asks for travel with the next that somebody does, so that a group commit of
// one match needs two round trips.
//
// A transaction that met another one (a deadlock, or a row that is unique and
// was added in between) may be repeated; so may one whose connection was lost,
// unless it may have been committed and is not repeatable.
class PostgresConnection : public SqlConnection {
 public:
  // INVALID_ARGUMENT for a URL that is none, UNAVAILABLE without a server.
  static absl::StatusOr<std::unique_ptr<PostgresConnection>> Open(
      PostgresOptions options);

  SqlStatement* Prepared(absl::string_view sql) override;
  void Execute(absl::string_view sql) override;
  void Begin() override;
  void Commit() override;
  void Rollback() override;
  bool MayRepeat(int attempt, bool repeatable) override;
  int64_t Now() override;
  absl::StatusOr<int64_t> SchemaVersion() override;
  void SetSchemaVersion(int64_t version) override;
  std::string Name() const override { return name_; }

 private:
  class Statement;
  struct ResultDeleter {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  struct ConnectionDeleter {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  using Result = std::unique_ptr<PGresult, ResultDeleter>;
  // What was sent, in order.
  struct Sent {
    Statement* statement;
    bool preparation;
  };
  // Why a transaction failed.
  enum class Trouble { kNone, kConflict, kLost, kOther };

  explicit PostgresConnection(PostgresOptions options)
      : options_(std::move(options)) {}

  absl::Status Connect();
  // Connects anew if need be, once, but for a transaction that is lost with its
  // connection; false after an error.
  bool Connected();
  // Reads the results of all that was sent; the last one, or none if any of
  // them failed.
  Result Collect();
  // What one result says of what was sent.
  void Judge(const PGresult* result, const Sent& sent);
  void Note(const PGresult* result);
  void NoteLost();
  // Runs SQL outside the pipeline.
  void ExecuteAlone(const std::string& sql);

  const PostgresOptions options_;
  std::string name_;
  std::unique_ptr<PGconn, ConnectionDeleter> connection_;
  // Counts connections: a statement is prepared in one of them.
  int session_ = 0;
  absl::node_hash_map<std::string, std::unique_ptr<SqlStatement>> statements_;
  std::vector<Sent> sent_;
  Trouble trouble_ = Trouble::kNone;
  // From Begin to Commit or Rollback, in one session.
  bool in_transaction_ = false;
  // Whether the present transaction may have been committed.
  bool committing_ = false;
};

// The URL without its password, for messages.
std::string WithoutPassword(absl::string_view url);

}  // namespace arena::referee

#endif  // REFEREE_STORE_POSTGRES_CONNECTION_H_
