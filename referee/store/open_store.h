// Opens the store that the flag --store names.
#ifndef REFEREE_STORE_OPEN_STORE_H_
#define REFEREE_STORE_OPEN_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/store.h"

namespace arena::referee {

// `store` is sqlite:PATH or a URL postgresql://...; INVALID_ARGUMENT for
// anything else, and the errors of ConnectToSqlite and ConnectToPostgres, which
// says what `patience` is.
//
// An earlier referee of this name has ended where the store is a file, however
// long its lease lasts, and what it held is this one's. In a database that is
// FAILED_PRECONDITION as long as the lease lasts.
absl::StatusOr<std::unique_ptr<Store>> OpenStore(
    absl::string_view store, absl::string_view referee = kDefaultReferee,
    Durability durability = Durability::kProcessKill,
    absl::Duration patience = absl::Seconds(10));

}  // namespace arena::referee

#endif  // REFEREE_STORE_OPEN_STORE_H_
