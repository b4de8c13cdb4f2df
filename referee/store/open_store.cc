#include "referee/store/open_store.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "referee/store/postgres_store.h"
#include "referee/store/sql/postgres_connection.h"
#include "referee/store/sqlite_store.h"

namespace arena::referee {
namespace {

absl::StatusOr<Connections> ConnectTo(absl::string_view store,
                                      Durability durability,
                                      absl::Duration patience,
                                      absl::Duration check_time) {
  if (absl::StartsWith(store, "postgresql://") ||
      absl::StartsWith(store, "postgres://")) {
    return ConnectToPostgres(store, durability, patience);
  }
  absl::string_view path = store;
  if (absl::ConsumePrefix(&path, "sqlite:") && !path.empty()) {
    return ConnectToSqlite(path, durability, check_time);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the store is '", WithoutPassword(store),
      "'; expected sqlite:PATH or postgresql://NAME@HOST/DATABASE"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> OpenStore(absl::string_view store,
                                                 absl::string_view referee,
                                                 Durability durability,
                                                 absl::Duration patience,
                                                 absl::Duration check_time) {
  ARENA_ASSIGN_OR_RETURN(Connections connections,
                         ConnectTo(store, durability, patience, check_time));
  return Store::Open(std::move(connections), referee);
}

}  // namespace arena::referee
