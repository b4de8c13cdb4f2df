// Opens the store that the flag --store names.
#ifndef REFEREE_STORE_OPEN_STORE_H_
#define REFEREE_STORE_OPEN_STORE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/store.h"

namespace arena::referee {

// `store` is sqlite:PATH or a URL postgresql://...; INVALID_ARGUMENT for
// anything else, and the errors of OpenSqliteStore and OpenPostgresStore, which
// says what `patience` is.
absl::StatusOr<std::unique_ptr<Store>> OpenStore(
    absl::string_view store, absl::string_view referee,
    Durability durability = Durability::kProcessKill,
    absl::Duration patience = absl::Seconds(10));

}  // namespace arena::referee

#endif  // REFEREE_STORE_OPEN_STORE_H_
