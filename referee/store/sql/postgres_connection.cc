#include "referee/store/sql/postgres_connection.h"

#include <algorithm>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/sql/dialect.h"

namespace arena::referee {
namespace {

// How often a transaction is tried while others are in its way.
constexpr int kMaxAttempts = 20;
constexpr absl::Duration kFatePause = absl::Milliseconds(5);
// The SQLSTATE for a question about a transaction that the server has not begun
// yet.
constexpr char kUnheardOf[] = "22023";
// Tells our lock from the locks of other programs on the server: "PTLN".
constexpr int64_t kSchemaLock = 0x50544c4e;

// The numbers of built-in types.
constexpr Oid kInt8 = 20;
constexpr Oid kByteArray = 17;
constexpr Oid kText = 25;

std::string BigEndian(int64_t value) {
  std::string bytes(sizeof(value), '\0');
  for (size_t i = bytes.size(); i-- > 0; value >>= 8) {
    bytes[i] = static_cast<char>(value & 0xff);
  }
  return bytes;
}

// The number in four or eight bytes; the first byte has the sign.
int64_t FromBigEndian(absl::string_view bytes) {
  int64_t value = !bytes.empty() && (bytes[0] & 0x80) != 0 ? -1 : 0;
  for (const char byte : bytes) {
    value = static_cast<int64_t>(static_cast<uint64_t>(value) << 8) |
            static_cast<uint8_t>(byte);
  }
  return value;
}

// Whether another transaction or an admin was in the way.
bool IsConflict(absl::string_view sqlstate) {
  return sqlstate == "40001" || sqlstate == "40P01" || sqlstate == "23505" ||
         sqlstate == "57014";
}

absl::StatusCode CodeOf(absl::string_view sqlstate) {
  if (sqlstate == "23505") return absl::StatusCode::kAlreadyExists;
  // Text that is not in the encoding of the database.
  if (sqlstate == "22021" || sqlstate == "22P05") {
    return absl::StatusCode::kInvalidArgument;
  }
  if (sqlstate == "40001" || sqlstate == "40P01" || sqlstate == "25006") {
    return absl::StatusCode::kUnavailable;
  }
  if (absl::StartsWith(sqlstate, "53")) {
    return absl::StatusCode::kResourceExhausted;
  }
  return absl::StatusCode::kInternal;
}

}  // namespace

// ---- Statements ----

class PostgresConnection::Statement : public SqlStatement {
 public:
  Statement(PostgresConnection& connection, std::string name, std::string sql)
      : connection_(connection), name_(std::move(name)), sql_(std::move(sql)) {}

  void Bind(int index, OptionalInt value) override {
    if (value.value.has_value()) {
      Set(index, kInt8, BigEndian(*value.value));
    } else {
      Set(index, kInt8, std::nullopt);
    }
  }
  void Bind(int index, absl::string_view text) override {
    Set(index, kText, std::string(text));
  }
  void Bind(int index, Blob blob) override {
    if (blob.bytes.has_value()) {
      Set(index, kByteArray, std::string(*blob.bytes));
    } else {
      Set(index, kByteArray, std::nullopt);
    }
  }

  bool Step() override {
    if (result_ == nullptr) {
      Post();
      result_ = connection_.Collect();
      row_ = -1;
    }
    return result_ != nullptr && ++row_ < PQntuples(result_.get());
  }
  int Run() override {
    Post();
    const PostgresResult result = connection_.Collect();
    int changed = 0;
    if (result != nullptr &&
        !absl::SimpleAtoi(PQcmdTuples(result.get()), &changed)) {
      return 0;
    }
    return changed;
  }
  void Post() override;
  void Reset() override { result_.reset(); }

  int64_t Int(int column) const override {
    return FromBigEndian(Bytes(column));
  }
  std::string Bytes(int column) const override {
    return std::string(PQgetvalue(result_.get(), row_, column),
                       PQgetlength(result_.get(), row_, column));
  }
  bool IsNull(int column) const override {
    return PQgetisnull(result_.get(), row_, column) != 0;
  }

  // The server could not prepare it.
  void Forget() { prepared_in_ = 0; }

 private:
  void Set(size_t index, Oid type, std::optional<std::string> bytes) {
    if (values_.size() < index) values_.resize(index);
    values_[index - 1] = {.type = type, .bytes = std::move(bytes)};
  }

  PostgresConnection& connection_;
  const std::string name_;
  const std::string sql_;
  std::vector<PostgresSession::Value> values_;
  // The session in which it is prepared; 0: none.
  int prepared_in_ = 0;
  PostgresResult result_;
  int row_ = -1;
};

void PostgresConnection::Statement::Post() {
  if (!connection_.Connected()) return;
  PostgresSession& session = *connection_.session_;
  if (prepared_in_ != connection_.number_) {
    if (absl::Status sent = session.Prepare(name_, sql_, values_); !sent.ok()) {
      return connection_.Lose(std::move(sent));
    }
    connection_.sent_.push_back({this, Sent::kPreparation});
    prepared_in_ = connection_.number_;
  }
  if (absl::Status sent = session.Run(name_, values_); !sent.ok()) {
    return connection_.Lose(std::move(sent));
  }
  connection_.sent_.push_back({this, Sent::kRun});
}

SqlStatement* PostgresConnection::Prepared(absl::string_view sql) {
  std::unique_ptr<SqlStatement>& statement = statements_[std::string(sql)];
  if (statement == nullptr) {
    statement = std::make_unique<Statement>(
        *this, absl::StrCat("s", statements_.size()),
        Fill(sql, kPostgresDialect));
  }
  return statement.get();
}

// ---- Sessions ----

absl::StatusOr<std::unique_ptr<PostgresConnection>> PostgresConnection::Open(
    PostgresOptions options) {
  char* message = nullptr;
  PQconninfoOption* parsed = PQconninfoParse(options.url.c_str(), &message);
  if (parsed == nullptr) {
    // The message of libpq may quote the password.
    PQfreemem(message);
    return absl::InvalidArgumentError(
        absl::StrCat(WithoutPassword(options.url),
                     " is not a URL of a PostgreSQL database; expected"
                     " postgresql://NAME:PASSWORD@HOST:PORT/DATABASE"));
  }
  PQconninfoFree(parsed);
  auto connection = absl::WrapUnique(new PostgresConnection(options));
  ARENA_RETURN_IF_ERROR(connection->Connect());
  return connection;
}

absl::Status PostgresConnection::Connect() {
  sent_.clear();
  ARENA_ASSIGN_OR_RETURN(
      session_,
      PostgresSession::Connect(options_.url, options_.session, patience_));
  ++number_;
  name_ = session_->Name();
  if (!lost_.has_value()) return absl::OkStatus();
  absl::Status ended = session_->Terminate(*lost_, patience_);
  if (ended.ok()) {
    lost_.reset();
  } else {
    session_ = nullptr;
  }
  return ended;
}

bool PostgresConnection::Connected() {
  if (session_ != nullptr) return true;
  // A new session would not know the transaction, and would commit each of the
  // remaining statements at once.
  absl::Status status = in_transaction_
                            ? absl::UnavailableError(absl::StrCat(
                                  name_, ": the connection was lost"))
                            : Connect();
  if (status.ok()) return true;
  Lose(std::move(status));
  return false;
}

bool PostgresConnection::Reconnect() {
  absl::Duration pause = absl::Milliseconds(1);
  while (session_ == nullptr) {
    if (!patience_.Pause(pause).ok()) return false;
    if (Connect().ok()) return true;
    pause = std::min(2 * pause, absl::Seconds(1));
  }
  return true;
}

void PostgresConnection::Lose(absl::Status why) {
  if (session_ != nullptr) lost_ = session_->identity();
  session_ = nullptr;
  sent_.clear();
  // An error just before the end was the server's farewell, and counts no
  // longer.
  TakeError().IgnoreError();
  trouble_ = Trouble::kLost;
  Fail(std::move(why));
}

// ---- Results ----

PostgresResult PostgresConnection::Collect() {
  PostgresResult last;
  if (!error().ok() || session_ == nullptr) return last;
  absl::Status sent = session_->Sync();
  size_t next = 0;
  while (sent.ok()) {
    absl::StatusOr<PostgresResult> result = session_->Receive(patience_);
    if (!result.ok()) {
      sent = result.status();
    } else if (*result == nullptr) {
      ++next;
    } else if (PQresultStatus(result->get()) == PGRES_PIPELINE_SYNC) {
      break;
    } else if (next >= sent_.size()) {
      sent = absl::UnavailableError(
          absl::StrCat(name_, ": ", PQresultErrorMessage(result->get())));
    } else {
      Judge(result->get(), sent_[next]);
      last = *std::move(result);
    }
  }
  if (!sent.ok()) Lose(std::move(sent));
  sent_.clear();
  return error().ok() ? std::move(last) : nullptr;
}

void PostgresConnection::Judge(const PGresult* result, const Sent& sent) {
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
    if (sent.what == Sent::kTransaction) {
      transaction_ =
          FromBigEndian({PQgetvalue(result, 0, 0),
                         static_cast<size_t>(PQgetlength(result, 0, 0))});
    }
    return;
  }
  if (sent.what == Sent::kPreparation) sent.statement->Forget();
  // An aborted statement failed only because an earlier one did.
  if (status != PGRES_PIPELINE_ABORTED) Note(result);
}

void PostgresConnection::Note(const PGresult* result) {
  const char* const field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const absl::string_view sqlstate = field == nullptr ? "" : field;
  if (error().ok()) {
    trouble_ = IsConflict(sqlstate) ? Trouble::kConflict : Trouble::kOther;
  }
  Fail(absl::Status(
      CodeOf(sqlstate),
      absl::StrCat(name_, ": ",
                   absl::StripAsciiWhitespace(PQresultErrorMessage(result)),
                   " (SQLSTATE ", sqlstate, ")")));
}

// ---- Transactions ----

void PostgresConnection::Begin(bool repeatable) {
  trouble_ = Trouble::kNone;
  committing_ = false;
  repeatable_ = repeatable;
  transaction_ = 0;
  Query(*this, "BEGIN ISOLATION LEVEL READ COMMITTED").Post();
  in_transaction_ = true;
  if (repeatable) return;
  Query(*this, "SELECT pg_current_xact_id()").Post();
  if (!sent_.empty()) sent_.back().what = Sent::kTransaction;
}

void PostgresConnection::Commit() {
  // Without its number, nobody could ask for the fate of the transaction.
  if (!repeatable_ && transaction_ == 0) Collect();
  Query(*this, "COMMIT").Post();
  committing_ = error().ok();
  Collect();
  if (!error().ok()) return Rollback();
  in_transaction_ = false;
  committing_ = false;
}

void PostgresConnection::Rollback() {
  const absl::Status error = TakeError();
  const Trouble trouble = trouble_;
  in_transaction_ = false;
  if (!sent_.empty()) Collect();
  if (session_ != nullptr && !session_->Idle()) ExecuteAlone("ROLLBACK");
  // Even if the rollback fails, the server forgets the transaction.
  if (error.ok()) return;
  TakeError().IgnoreError();
  trouble_ = trouble;
  Fail(error);
}

bool PostgresConnection::MayRepeat(int attempt) {
  const Trouble trouble = std::exchange(trouble_, Trouble::kNone);
  const bool committing = std::exchange(committing_, false);
  if (attempt >= kMaxAttempts) return false;
  if (trouble == Trouble::kConflict) return true;
  if (trouble != Trouble::kLost) return false;
  if (!committing || repeatable_) return Reconnect();
  const absl::Status error = TakeError();
  const Fate fate = AskForFate();
  TakeError().IgnoreError();
  if (fate != Fate::kCommitted) Fail(error);
  return fate == Fate::kUndone;
}

// Asks for the fate of a lost transaction. The old session may still be about
// to commit; the new session ends it, which takes some time.
PostgresConnection::Fate PostgresConnection::AskForFate() {
  Fate fate = Fate::kUnknown;
  while (fate == Fate::kUnknown && Reconnect()) {
    fate = AskOnce();
    if (fate == Fate::kUnknown && !patience_.Pause(kFatePause).ok()) break;
  }
  return fate;
}

PostgresConnection::Fate PostgresConnection::AskOnce() {
  Query query(*this, "SELECT pg_xact_status(CAST(CAST($1 AS TEXT) AS xid8))",
              absl::StrCat(transaction_));
  query.Next();
  const std::string status = query.Bytes(0);
  if (status == "committed") return Fate::kCommitted;
  // A server that replaced the old one may never have seen the transaction.
  const bool unheard = absl::StrContains(error().message(), kUnheardOf);
  TakeError().IgnoreError();
  return status == "aborted" || unheard ? Fate::kUndone : Fate::kUnknown;
}

void PostgresConnection::Execute(absl::string_view sql) {
  if (!in_transaction_) BeginCall();
  Collect();
  if (error().ok()) ExecuteAlone(Fill(sql, kPostgresDialect));
}

void PostgresConnection::ExecuteAlone(const std::string& sql) {
  if (!Connected()) return;
  const absl::StatusOr<PostgresResult> result =
      session_->Execute(sql, patience_);
  if (!result.ok()) return Lose(result.status());
  if (PQresultStatus(result->get()) == PGRES_FATAL_ERROR) Note(result->get());
}

int64_t PostgresConnection::Now() {
  Query query(*this,
              "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000"
              " AS BIGINT)");
  query.Next();
  return query.Int(0);
}

// ---- Schema ----

absl::StatusOr<int64_t> PostgresConnection::SchemaVersion() {
  // Locked until the transaction ends, so that only one referee migrates.
  Query(*this, "SELECT pg_advisory_xact_lock($1)", kSchemaLock).Next();
  {
    Query ours(*this,
               "SELECT count(*) FROM pg_tables WHERE schemaname ="
               " current_schema() AND tablename = 'pentathlon_schema'");
    Query all(*this,
              "SELECT count(*) FROM pg_tables WHERE schemaname ="
              " current_schema()");
    ours.Next();
    all.Next();
    if (ours.Int(0) == 0 && all.Int(0) == 0) return 0;
    if (ours.Int(0) == 0) {
      return absl::FailedPreconditionError(
          absl::StrCat(Name(),
                       " holds the tables of another program; name"
                       " another database"));
    }
  }
  Query version(*this, "SELECT version FROM pentathlon_schema");
  version.Next();
  return version.Int(0);
}

void PostgresConnection::SetSchemaVersion(int64_t version) {
  Execute(absl::StrCat(
      "CREATE TABLE IF NOT EXISTS pentathlon_schema (version INTEGER NOT NULL);"
      " DELETE FROM pentathlon_schema;"
      " INSERT INTO pentathlon_schema VALUES (",
      version, ")"));
}

}  // namespace arena::referee
