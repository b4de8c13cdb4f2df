// One session with a PostgreSQL server, in which every wait has an end.
#ifndef REFEREE_STORE_POSTGRES_SESSION_H_
#define REFEREE_STORE_POSTGRES_SESSION_H_

#include <libpq-fe.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/patience.h"

namespace arena::referee {

struct PostgresResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, PostgresResultDeleter>;

// Commands are sent in libpq's pipeline mode, and their results read later.
// Everything travels in binary. Once a call has failed the session is lost:
// there is nothing to do but to destroy it. Not thread-safe.
class PostgresSession {
 public:
  // A parameter of a command. Absent: NULL.
  struct Value {
    Oid type;
    std::optional<std::string> bytes;
  };

  // Connects and runs `setup`, SET commands. Attempts end with the patience, or
  // after five seconds.
  static absl::StatusOr<std::unique_ptr<PostgresSession>> Connect(
      const std::string& url, const std::string& setup, Patience& patience);

  // ---- Sending ----
  absl::Status Prepare(const std::string& name, const std::string& sql,
                       const std::vector<Value>& parameters);
  absl::Status Run(const std::string& name,
                   const std::vector<Value>& parameters);
  // The end of what is sent together.
  absl::Status Sync();

  // ---- Receiving ----
  // The next result of what was sent: those of each command and then none, and
  // at last that of the sync, PGRES_PIPELINE_SYNC.
  absl::StatusOr<PostgresResult> Receive(Patience& patience);
  // Runs SQL without parameters, outside of the pipeline, when nothing is sent;
  // returns the last result.
  absl::StatusOr<PostgresResult> Execute(const std::string& sql,
                                         Patience& patience);

  // Which session of its server it is.
  struct Identity {
    int process;
    // When it began, in the server's words; process ids are used again.
    std::string start;
  };
  const Identity& identity() const { return identity_; }
  // Has the server end another session of this database, whose loss it may not
  // have noticed: so its transaction is decided, and holds no rows any more.
  absl::Status Terminate(const Identity& other, Patience& patience);
  // Whether the session is outside of any transaction.
  bool Idle() const {
    return PQtransactionStatus(connection_.get()) == PQTRANS_IDLE;
  }
  // The database and its server, in messages.
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

#endif  // REFEREE_STORE_POSTGRES_SESSION_H_
