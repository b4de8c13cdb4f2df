// A connection to a PostgreSQL database.
#ifndef REFEREE_STORE_SQL_POSTGRES_CONNECTION_H_
#define REFEREE_STORE_SQL_POSTGRES_CONNECTION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/sql/patience.h"
#include "referee/store/sql/postgres_session.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// The options of a connection.
struct PostgresOptions {
  // postgresql://...
  std::string url;
  // SET commands for every session; may be empty.
  std::string session;
  // How long a call waits for the server, including lost connections.
  absl::Duration patience = absl::Seconds(10);
  // May be null.
  std::shared_ptr<const Hurry> hurry = nullptr;
};

// Sends statements in libpq's pipeline mode. Statements without a result to
// read travel with the next statement that has one. So a group commit of one
// match needs two round trips.
//
// A transaction that conflicted with another (a deadlock, or a unique row that
// was added meanwhile) is done again, and so is a transaction whose session was
// lost. If the session was lost during the commit and the transaction must not
// be done twice, the next session asks the server for the outcome.
class PostgresConnection : public SqlConnection {
 public:
  // INVALID_ARGUMENT for an invalid URL, UNAVAILABLE without a server.
  static absl::StatusOr<std::unique_ptr<PostgresConnection>> Open(
      PostgresOptions options);

  SqlStatement* Prepared(absl::string_view sql) override;
  void Execute(absl::string_view sql) override;
  void BeginCall() override { patience_.Renew(); }
  void Begin(bool repeatable) override;
  void Commit() override;
  void Rollback() override;
  bool MayRepeat(int attempt) override;
  int64_t Now() override;
  absl::StatusOr<int64_t> SchemaVersion() override;
  void SetSchemaVersion(int64_t version) override;
  std::string Name() const override { return name_; }

 private:
  class Statement;
  // The statements that were sent, in order.
  struct Sent {
    Statement* statement;
    enum { kPreparation, kRun, kTransaction } what;
  };
  // Why a transaction failed.
  enum class Trouble { kNone, kConflict, kLost, kOther };
  // The outcome of a commit.
  enum class Fate { kCommitted, kUndone, kUnknown };

  explicit PostgresConnection(const PostgresOptions& options)
      : options_(options), patience_(options.patience, options.hurry) {}

  // ---- Sessions ----
  absl::Status Connect();
  // Whether there is a session. If there is none, tries once to open one,
  // except in a transaction, which is lost with its session. False after an
  // error.
  bool Connected();
  // Tries to connect again until the patience has run out.
  bool Reconnect();
  // Gives up the session, which is lost for this reason.
  void Lose(absl::Status why);

  // ---- Results ----
  // Reads the results of all statements that were sent. Returns the last
  // result, or null if any of them failed.
  PostgresResult Collect();
  // Notes the outcome of a statement that was sent.
  void Judge(const PGresult* result, const Sent& sent);
  void Note(const PGresult* result);
  // Runs SQL outside the pipeline.
  void ExecuteAlone(const std::string& sql);

  // ---- A lost transaction ----
  Fate AskForFate();
  Fate AskOnce();

  const PostgresOptions options_;
  Patience patience_;
  std::string name_;
  // Null: lost.
  std::unique_ptr<PostgresSession> session_;
  // The session before; the server may not have noticed its end.
  std::optional<PostgresSession::Identity> lost_;
  // Counts sessions, because a statement is prepared in one session.
  int number_ = 0;
  absl::node_hash_map<std::string, std::unique_ptr<SqlStatement>> statements_;
  std::vector<Sent> sent_;

  // ---- The current transaction, or the last one ----
  Trouble trouble_ = Trouble::kNone;
  // From Begin to Commit or Rollback, in one session.
  bool in_transaction_ = false;
  // Whether the transaction may have been committed.
  bool committing_ = false;
  bool repeatable_ = true;
  // The number of the transaction on the server, if it is not repeatable; 0:
  // not known yet.
  int64_t transaction_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_POSTGRES_CONNECTION_H_
