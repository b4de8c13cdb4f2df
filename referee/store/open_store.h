// Opens the store that the flag --store names: an SQLite file, or a PostgreSQL
// database that several referees may share.
#ifndef REFEREE_STORE_OPEN_STORE_H_
#define REFEREE_STORE_OPEN_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/store.h"

namespace arena::referee {

// Connects to the database of a URL (postgresql://...) and brings it to the
// current schema if it is empty or older.
//
// INVALID_ARGUMENT for an invalid URL; UNAVAILABLE without a server;
// FAILED_PRECONDITION for a database of another program or of a newer schema.
//
// With Durability::kProcessKill the server's setting of synchronous_commit
// decides which failures a commit survives; kPowerLoss turns the setting on.
//
// A call waits no longer than `patience` for a server that does not answer or
// whose connection is lost. `patience` should not exceed the lease; `hurry`
// shortens it.
absl::StatusOr<Connections> ConnectToPostgres(
    absl::string_view url, Durability durability, absl::Duration patience,
    std::shared_ptr<Hurry> hurry = std::make_shared<Hurry>());

// Connects to a file, creates it if it is missing, and brings it to the current
// schema if it is older. FAILED_PRECONDITION with the path if the file is no
// database, belongs to another program, or has a newer schema.
// FAILED_PRECONDITION as well, with what to do, if the file was here before and
// is now missing, empty, another database or older than it was (see
// DatabaseWitness). DATA_LOSS if it is damaged, as far as `check_time` suffices
// to find out (see CheckFile).
//
// Only one process may have the file open: see DataDirectory. The file and
// SQLite's files beside it are made accessible to their owner only.
absl::StatusOr<Connections> ConnectToSqlite(
    absl::string_view path, Durability durability,
    absl::Duration check_time = kCheckTime);

// `store` is sqlite:PATH or a URL postgresql://...; INVALID_ARGUMENT for
// anything else. Other errors are those of ConnectToSqlite and
// ConnectToPostgres, which explain `check_time` and `patience`.
//
// If the store is a file, an earlier referee of this name counts as ended, even
// if its lease lasts, and this referee gets the matches of the earlier one. In
// a database, FAILED_PRECONDITION while the lease of the earlier referee lasts.
absl::StatusOr<std::unique_ptr<Store>> OpenStore(
    absl::string_view store, absl::string_view referee = kDefaultReferee,
    Durability durability = Durability::kProcessKill,
    absl::Duration patience = absl::Seconds(10),
    absl::Duration check_time = kCheckTime);

}  // namespace arena::referee

#endif  // REFEREE_STORE_OPEN_STORE_H_
