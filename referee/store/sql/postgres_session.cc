#include "referee/store/sql/postgres_session.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr int kBinary = 1;
// One attempt to connect; libpq waits for no less than two seconds.
constexpr absl::Duration kConnectAtMost = absl::Seconds(5);
constexpr absl::Duration kConnectAtLeast = absl::Seconds(2);

bool Works(const PGresult* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
         status == PGRES_EMPTY_QUERY;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PostgresSession>> PostgresSession::Connect(
    const std::string& url, const std::string& setup, Patience& patience) {
  const std::string timeout = absl::StrCat(absl::ToInt64Seconds(
      std::clamp(patience.Left(), kConnectAtLeast, kConnectAtMost)));
  // A keyword after the URL (dbname) overrides the same keyword in the URL. The
  // loss of a host must be noticed before the leases run out, not after hours.
  constexpr const char* kKeywords[] = {
      "connect_timeout",  "keepalives_idle",  "keepalives_interval",
      "keepalives_count", "tcp_user_timeout", "fallback_application_name",
      "dbname",           "client_encoding",  nullptr};
  const char* const values[] = {
      timeout.c_str(), "5",         "2",    "3",    "10000",
      "pentathlon",    url.c_str(), "UTF8", nullptr};
  auto session = absl::WrapUnique(new PostgresSession(
      PQconnectdbParams(kKeywords, values, /*expand_dbname=*/1)));
  PGconn* const connection = session->connection_.get();
  if (PQstatus(connection) != CONNECTION_OK) {
    return absl::UnavailableError(
        absl::StrCat("cannot connect to ", WithoutPassword(url), ": ",
                     absl::StripAsciiWhitespace(PQerrorMessage(connection))));
  }
  PQsetNoticeProcessor(
      connection, [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection, 1);
  PQenterPipelineMode(connection);
  ARENA_ASSIGN_OR_RETURN(
      const PostgresResult start,
      session->Execute(absl::StrCat(setup, setup.empty() ? "" : "; ",
                                    "SELECT backend_start FROM pg_stat_activity"
                                    " WHERE pid = pg_backend_pid()"),
                       patience));
  if (!Works(start.get())) return session->LostBecause();
  if (PQntuples(start.get()) == 1) {
    session->identity_ = {.process = PQbackendPID(connection),
                          .start = PQgetvalue(start.get(), 0, 0)};
  }
  return session;
}

absl::Status PostgresSession::Prepare(const std::string& name,
                                      const std::string& sql,
                                      const std::vector<Value>& parameters) {
  std::vector<Oid> types;
  for (const Value& value : parameters) types.push_back(value.type);
  const int sent = PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(),
                                 static_cast<int>(types.size()), types.data());
  return sent == 1 ? absl::OkStatus() : LostBecause();
}

absl::Status PostgresSession::Run(const std::string& name,
                                  const std::vector<Value>& parameters) {
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const Value& value : parameters) {
    values.push_back(value.bytes.has_value() ? value.bytes->data() : nullptr);
    lengths.push_back(
        value.bytes.has_value() ? static_cast<int>(value.bytes->size()) : 0);
  }
  const std::vector<int> formats(values.size(), kBinary);
  const int sent = PQsendQueryPrepared(
      connection_.get(), name.c_str(), static_cast<int>(values.size()),
      values.data(), lengths.data(), formats.data(), kBinary);
  return sent == 1 ? absl::OkStatus() : LostBecause();
}

absl::Status PostgresSession::Sync() {
  return PQpipelineSync(connection_.get()) == 1 ? absl::OkStatus()
                                                : LostBecause();
}

absl::StatusOr<PostgresResult> PostgresSession::Receive(Patience& patience) {
  PGconn* const connection = connection_.get();
  while (true) {
    const int unsent = PQflush(connection);
    if (unsent < 0) return LostBecause();
    if (PQisBusy(connection) == 0) break;
    const short events = unsent == 0 ? POLLIN : POLLIN | POLLOUT;
    const absl::Status ready = patience.Await(PQsocket(connection), events);
    if (!ready.ok()) return Lost(ready.message());
    if (PQconsumeInput(connection) == 0) return LostBecause();
  }
  PostgresResult result(PQgetResult(connection));
  const char* const severity =
      PQresultErrorField(result.get(), PG_DIAG_SEVERITY_NONLOCALIZED);
  // The server's farewell may come long before libpq notices the end.
  if (severity != nullptr && (absl::string_view(severity) == "FATAL" ||
                              absl::string_view(severity) == "PANIC")) {
    return Lost(PQresultErrorMessage(result.get()));
  }
  if (PQstatus(connection) != CONNECTION_OK) return LostBecause();
  return result;
}

absl::StatusOr<PostgresResult> PostgresSession::Execute(const std::string& sql,
                                                        Patience& patience) {
  PQexitPipelineMode(connection_.get());
  if (PQsendQuery(connection_.get(), sql.c_str()) == 0) return LostBecause();
  PostgresResult last;
  while (true) {
    ARENA_ASSIGN_OR_RETURN(PostgresResult result, Receive(patience));
    if (result == nullptr) break;
    // The first error stays, and later results do not count.
    if (last == nullptr || Works(last.get())) last = std::move(result);
  }
  PQenterPipelineMode(connection_.get());
  return last;
}

absl::Status PostgresSession::Terminate(const Identity& other,
                                        Patience& patience) {
  const absl::StatusOr<PostgresResult> result = Execute(
      absl::StrCat("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                   " WHERE pid = ",
                   other.process, " AND backend_start = '", other.start, "'"),
      patience);
  // If the server does not allow this, the old session ends by itself in time.
  return result.status();
}

std::string PostgresSession::Name() const {
  return absl::StrCat("PostgreSQL database ", PQdb(connection_.get()), " on ",
                      PQhost(connection_.get()));
}

absl::Status PostgresSession::Lost(absl::string_view why) const {
  return absl::UnavailableError(absl::StrCat(
      Name(), ": the connection was lost: ", absl::StripAsciiWhitespace(why)));
}

std::string WithoutPassword(absl::string_view url) {
  const size_t scheme = url.find("://");
  const size_t at = url.rfind('@');
  if (scheme == absl::string_view::npos || at == absl::string_view::npos) {
    return std::string(url.substr(0, url.find('?')));
  }
  const absl::string_view name =
      url.substr(scheme + 3, url.find(':', scheme + 3) - scheme - 3);
  const absl::string_view place = url.substr(at);
  return absl::StrCat(url.substr(0, scheme + 3), name.substr(0, name.find('@')),
                      place.substr(0, place.find('?')));
}

}  // namespace arena::referee
