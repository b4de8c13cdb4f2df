// A connection to a PostgreSQL database.
#ifndef REFEREE_STORE_POSTGRES_CONNECTION_H_
#define REFEREE_STORE_POSTGRES_CONNECTION_H_

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
#include "referee/store/patience.h"
#include "referee/store/postgres_session.h"
#include "referee/store/sql_connection.h"

namespace arena::referee {

// How to connect.
struct PostgresOptions {
  // postgresql://...
  std::string url;
  // SET commands for every session; may be empty.
  std::string session;
  // A call waits no longer for the server, lost connections included.
  absl::Duration patience = absl::Seconds(10);
  // May be null.
  std::shared_ptr<const Hurry> hurry = nullptr;
};

// Statements are sent in libpq's pipeline mode: those whose results nobody
// asks for travel with the next that somebody does, so that a group commit of
// one match needs two round trips.
//
// A transaction that met another one (a deadlock, or a row that is unique and
// was added in between) is done again, and so is one whose session was lost.
// If it was lost in the commit, and must not be done twice, the next session
// asks the server what became of it.
class PostgresConnection : public SqlConnection {
 public:
  // INVALID_ARGUMENT for a URL that is none, UNAVAILABLE without a server.
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
  // What was sent, in order.
  struct Sent {
    Statement* statement;
    enum { kPreparation, kRun, kTransaction } what;
  };
  // Why a transaction failed.
  enum class Trouble { kNone, kConflict, kLost, kOther };
  // What became of a commit.
  enum class Fate { kCommitted, kUndone, kUnknown };

  explicit PostgresConnection(const PostgresOptions& options)
      : options_(options), patience_(options.patience, options.hurry) {}

  // ---- Sessions ----
  absl::Status Connect();
  // Connects anew if need be, once, but for a transaction that is lost with its
  // session; false after an error.
  bool Connected();
  // Connects anew for as long as there is patience.
  bool Reconnect();
  // The session is lost, because of that.
  void Lose(absl::Status why);

  // ---- Results ----
  // Reads the results of all that was sent; the last one, or none if any of
  // them failed.
  PostgresResult Collect();
  // What one result says of what was sent.
  void Judge(const PGresult* result, const Sent& sent);
  void Note(const PGresult* result);
  // Runs SQL outside the pipeline.
  void ExecuteAlone(const std::string& sql);

  // ---- The transaction that was lost ----
  Fate AskForFate();
  Fate AskOnce();

  const PostgresOptions options_;
  Patience patience_;
  std::string name_;
  // None: lost.
  std::unique_ptr<PostgresSession> session_;
  // The one before, whose end the server may not have noticed.
  std::optional<PostgresSession::Identity> lost_;
  // Counts sessions: a statement is prepared in one of them.
  int number_ = 0;
  absl::node_hash_map<std::string, std::unique_ptr<SqlStatement>> statements_;
  std::vector<Sent> sent_;

  // ---- The present transaction, or the last one ----
  Trouble trouble_ = Trouble::kNone;
  // From Begin to Commit or Rollback, in one session.
  bool in_transaction_ = false;
  // Whether it may have been committed.
  bool committing_ = false;
  bool repeatable_ = true;
  // Its number on the server, where it is not repeatable; 0: not known yet.
  int64_t transaction_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_POSTGRES_CONNECTION_H_
