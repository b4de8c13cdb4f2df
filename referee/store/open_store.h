// Opens the store that the flag --store names.
#ifndef REFEREE_STORE_OPEN_STORE_H_
#define REFEREE_STORE_OPEN_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/store.h"

namespace arena::referee {

// `store` is sqlite:PATH or a URL postgresql://...; INVALID_ARGUMENT for
// anything else. Other errors are those of ConnectToSqlite and
// ConnectToPostgres, which explain `check_time` and `patience`.
//
// If the store is a file, an earlier referee of this name counts as ended, even
// if its lease lasts, and this referee gets what it held. In a database,
// FAILED_PRECONDITION while the lease of the earlier referee lasts.
absl::StatusOr<std::unique_ptr<Store>> OpenStore(
    absl::string_view store, absl::string_view referee = kDefaultReferee,
    Durability durability = Durability::kProcessKill,
    absl::Duration patience = absl::Seconds(10),
    absl::Duration check_time = kCheckTime);

}  // namespace arena::referee

#endif  // REFEREE_STORE_OPEN_STORE_H_
