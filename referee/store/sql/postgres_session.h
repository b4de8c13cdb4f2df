// One session with a PostgreSQL server, in which every wait is limited.
#ifndef REFEREE_STORE_SQL_POSTGRES_SESSION_H_
#define REFEREE_STORE_SQL_POSTGRES_SESSION_H_

#include <libpq-fe.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/sql/patience.h"

namespace arena::referee {

struct PostgresResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, PostgresResultDeleter>;

// Sends commands in libpq's pipeline mode and reads their results later, all in
// binary. The session is lost when a call has failed: destroy it. Not
// thread-safe.
class PostgresSession {
 public:
  // A parameter of a command. Absent: NULL.
  struct Value {
    Oid type;
    std::optional<std::string> bytes;
  };

  // Connects and runs `setup`, a list of SET commands. An attempt ends when the
  // patience has run out, or after five seconds.
  static absl::StatusOr<std::unique_ptr<PostgresSession>> Connect(
      const std::string& url, const std::string& setup, Patience& patience);

  // ---- Sending ----
  absl::Status Prepare(const std::string& name, const std::string& sql,
                       const std::vector<Value>& parameters);
  absl::Status Run(const std::string& name,
                   const std::vector<Value>& parameters);
  // Ends a group of commands that are sent together.
  absl::Status Sync();

  // ---- Receiving ----
  // The next result of the commands that were sent: the results of each
  // command, then null, and at the end the result of Sync, PGRES_PIPELINE_SYNC.
  absl::StatusOr<PostgresResult> Receive(Patience& patience);
  // Runs SQL without parameters, outside of the pipeline; returns the last
  // result. Requires: all results have been received.
  absl::StatusOr<PostgresResult> Execute(const std::string& sql,
                                         Patience& patience);

  // Identifies this session among the sessions of the server.
  struct Identity {
    int process;
    // When the session began, as the server writes it; process ids are used
    // again.
    std::string start;
  };
  const Identity& identity() const { return identity_; }
  // Makes the server end another session of this database, whose loss the
  // server may not have noticed. Then the transaction of that session is
  // decided and holds no rows.
  absl::Status Terminate(const Identity& other, Patience& patience);
  // Whether the session is outside of any transaction.
  bool Idle() const {
    return PQtransactionStatus(connection_.get()) == PQTRANS_IDLE;
  }
  // The database and its server, for messages.
  std::string Name() const;

 private:
  struct Deleter {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };

  explicit PostgresSession(PGconn* connection) : connection_(connection) {}

  absl::Status Lost(absl::string_view why) const;
  absl::Status LostBecause() const {
    return Lost(PQerrorMessage(connection_.get()));
  }

  const std::unique_ptr<PGconn, Deleter> connection_;
  Identity identity_ = {};
};

// The URL without its password, for messages.
std::string WithoutPassword(absl::string_view url);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_POSTGRES_SESSION_H_
