// A store in a PostgreSQL database, which several referees may share.
#ifndef REFEREE_STORE_POSTGRES_STORE_H_
#define REFEREE_STORE_POSTGRES_STORE_H_

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
// decides what a commit survives; kPowerLoss turns it on.
//
// A call waits no longer than `patience` for a server that does not answer or
// whose connection is lost. `patience` should not exceed the lease; `hurry`
// shortens it.
absl::StatusOr<Connections> ConnectToPostgres(
    absl::string_view url, Durability durability, absl::Duration patience,
    std::shared_ptr<Hurry> hurry = std::make_shared<Hurry>());

}  // namespace arena::referee

#endif  // REFEREE_STORE_POSTGRES_STORE_H_
