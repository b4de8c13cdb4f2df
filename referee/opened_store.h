// The store that a referee's options name.
#ifndef REFEREE_OPENED_STORE_H_
#define REFEREE_OPENED_STORE_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "referee/server_options.h"
#include "referee/store/sql/data_directory.h"
#include "referee/store/store.h"

namespace arena::referee {

// A store, and its folder if no other referee can share the store.
struct OpenedStore {
  std::optional<DataDirectory> directory;
  std::string url;
  std::unique_ptr<Store> store;
};

// Errors as DataDirectory::Open and OpenStore have them.
absl::StatusOr<OpenedStore> OpenStoreFor(const ServerOptions& options);

// The durability of store and journal.
Durability DurabilityOf(const ServerOptions& options);

}  // namespace arena::referee

#endif  // REFEREE_OPENED_STORE_H_
