// The steps by which a child confines itself before it becomes a program.
#ifndef ARENA_SANDBOX_CONFINEMENT_H_
#define ARENA_SANDBOX_CONFINEMENT_H_

#include <sys/resource.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/process/processors.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// Made before the fork and applied after it. A value.
class Confinement {
 public:
  // Limits each process. The cgroup limits all processes together.
  void LimitProcess(const Limits& limits);
  // Limits the memory of each process, for machines without cgroups.
  void LimitMemory(int64_t bytes);
  // Writes "0" to these files, see Cgroup::EntryFiles.
  void Enter(std::vector<std::string> files) { entries_ = std::move(files); }
  // Binds the child to its processors, if no cgroup does.
  void Place(const Placement& placement);
  // Keeps the child from the sockets without a path that come with the
  // machine's network, if the system can do that.
  void LeaveAbstractSockets() { leaves_abstract_sockets_ = true; }
  // Takes away the power of root, on a machine where this user is free for the
  // child alone; see FreeUser.
  void BecomeUser(uid_t first) { first_user_ = first; }
  // Shows the folder or file at a place that every user may reach, whatever
  // folders are above it, and returns that place. Only this child and its
  // children see it.
  std::string Show(const std::string& path);
  // As Show, but the system treats the files of the folder as other files, with
  // separate locks. As Show if that is impossible.
  std::string ShowApart(const std::string& path);
  // As Show, and the folder with its contents belongs to the user that the
  // child becomes.
  std::string Give(const std::string& folder);
  // Replaces a device that all programs share by a separate device. Only root
  // can make devices.
  std::string ShowDevice(const std::string& path);
  // Stays the user of this program in the namespace of users in which it
  // begins, see ChildSetup::leads_namespace.
  void StayUser();

  // Runs in the child, so it does only what is safe in signal handlers; see
  // ChildSetup::in_child.
  const char* Apply() const;

 private:
  struct Shown {
    std::string path;
    std::string place;
    bool is_folder;
    // Whether to show it as an overlay, if possible.
    bool apart = false;
  };
  struct OwnDevice {
    std::string path;
    std::string place;
    dev_t number;
  };
  // The lines that let the child be its user in a namespace of users.
  struct OwnMaps {
    std::string users;
    std::string groups;
  };
  const char* BeUser() const;
  const char* EnterGroups() const;
  // Shows the file or folder of the descriptor.
  bool ShowHeld(const Shown& shown, int held) const;
  const char* ShowFolders() const;
  const char* ShowDevices() const;
  const char* SetPlace() const;
  const char* SetLimits() const;
  void LeaveSockets() const;
  const char* ChangeUser() const;

  std::vector<std::pair<int, rlim_t>> limits_;
  std::vector<std::string> entries_;
  std::vector<Shown> shown_;
  std::vector<OwnDevice> devices_;
  std::optional<OwnMaps> as_user_;
  // The places of given folders.
  std::vector<std::string> given_;
  std::optional<cpu_set_t> processors_;
  bool leaves_abstract_sockets_ = false;
  std::optional<uid_t> first_user_;
};

// The first of a range of users that own nothing and run nothing. Each process
// takes the user at the process's own number in the range. In a container
// without such a range it is the Unix user "nobody".
struct FreeUser {
  uid_t first;
  bool is_range;
};
FreeUser FindFreeUser();

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_CONFINEMENT_H_
