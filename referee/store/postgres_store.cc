#include "referee/store/postgres_store.h"

#include <string>
#include <utility>

#include "arena/core/check.h"
#include "referee/store/sql/postgres_connection.h"
#include "referee/store/sql/schema.h"

namespace arena::referee {
namespace {

// A process that stalls within a transaction must not lock its rows for ever:
// other referees could not take them over.
constexpr char kEverySession[] =
    "SET idle_in_transaction_session_timeout = '10s'";

}  // namespace

absl::StatusOr<Connections> ConnectToPostgres(absl::string_view url,
                                              Durability durability,
                                              absl::Duration patience,
                                              std::shared_ptr<Hurry> hurry) {
  PostgresOptions options = {.url = std::string(url),
                             .session = kEverySession,
                             .patience = patience,
                             .hurry = hurry};
  if (durability == Durability::kPowerLoss) {
    options.session += "; SET synchronous_commit = on";
  }
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> writer,
                         PostgresConnection::Open(options));
  ARENA_RETURN_IF_ERROR(Migrate(*writer, SchemaSteps(),
                                Sharing::kShared));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> reader,
                         PostgresConnection::Open(options));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> keeper,
                         PostgresConnection::Open(options));
  return Connections{.writer = std::move(writer),
                     .reader = std::move(reader),
                     .keeper = std::move(keeper),
                     .hurry = std::move(hurry),
                     .shared = true};
}

}  // namespace arena::referee
