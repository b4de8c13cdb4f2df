#include "referee/opened_store.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "referee/store/open_store.h"

namespace arena::referee {
namespace {

// How long the process of a killed referee may still hold its lock.
constexpr absl::Duration kLockPatience = absl::Seconds(3);

}  // namespace

Durability DurabilityOf(const ServerOptions& options) {
  return options.power_loss_safe ? Durability::kPowerLoss
                                 : Durability::kProcessKill;
}

absl::StatusOr<OpenedStore> OpenStoreFor(const ServerOptions& options) {
  OpenedStore opened{.directory = {}, .url = options.store, .store = nullptr};
  absl::string_view name = options.name;
  if (options.store.empty()) {
    ARENA_ASSIGN_OR_RETURN(opened.directory,
                           DataDirectory::Open(options.data, kLockPatience));
    opened.url = absl::StrCat("sqlite:", opened.directory->DatabasePath());
    name = kDefaultReferee;
  }
  ARENA_ASSIGN_OR_RETURN(
      opened.store,
      OpenStore(opened.url, name, DurabilityOf(options), options.host.lease,
                options.check_time));
  return opened;
}

}  // namespace arena::referee
