#include "referee/store/open_store.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "referee/store/postgres_connection.h"
#include "referee/store/postgres_store.h"
#include "referee/store/sqlite_store.h"

namespace arena::referee {

absl::StatusOr<std::unique_ptr<Store>> OpenStore(absl::string_view store,
                                                 absl::string_view referee,
                                                 Durability durability,
                                                 absl::Duration patience) {
  if (absl::StartsWith(store, "postgresql://") ||
      absl::StartsWith(store, "postgres://")) {
    return OpenPostgresStore(store, referee, durability, patience);
  }
  absl::string_view path = store;
  if (absl::ConsumePrefix(&path, "sqlite:") && !path.empty()) {
    return OpenSqliteStore(path, durability, referee);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a store is sqlite:PATH or postgresql://NAME@HOST/DATABASE, not '",
      WithoutPassword(store), "'"));
}

}  // namespace arena::referee
