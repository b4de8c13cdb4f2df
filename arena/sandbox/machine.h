// What sandboxes of this machine share.
#ifndef ARENA_SANDBOX_MACHINE_H_
#define ARENA_SANDBOX_MACHINE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/sandbox/cgroups.h"
#include "arena/sandbox/work_folder.h"

namespace arena::sandbox {

// A work folder and the cgroups that belong to it. A value; its parts are
// thread-safe.
struct Machine {
  // Removes what an earlier process with the same folder has left.
  static absl::StatusOr<Machine> Open(const std::string& work_folder);

  // In this order, because the folder remembers the groups.
  std::unique_ptr<WorkFolder> folder;
  std::unique_ptr<Cgroups> groups;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_MACHINE_H_
