// What a child does to itself before it becomes a program.
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
  // Of each process; what it may use as a whole is for its cgroup.
  void LimitProcess(const Limits& limits);
  // As LimitProcess, where there is no cgroup.
  void LimitMemory(int64_t bytes);
  // Files to which it writes "0", see Cgroup::EntryFiles.
  void Enter(std::vector<std::string> files) { entries_ = std::move(files); }
  // Runs on its processors, where no cgroup sees to that.
  void Place(const Placement& placement);
  // Keeps it from the sockets without a path that come with the machine's
  // network, where the system can do that.
  void LeaveAbstractSockets() { leaves_abstract_sockets_ = true; }
  // Takes away the power of root, on a machine that has this user free for the
  // child alone; see FreeUser.
  void BecomeUser(uid_t first) { first_user_ = first; }
  // Shows the folder or file at a place that every user may reach, whatever
  // folders are above it, and returns that place. Only this child and its
  // children see it.
  std::string Show(const std::string& path);
  // As Show, but to the system the files of a folder are not those that others
  // see: they have locks of their own. Where that is impossible, as Show.
  std::string ShowApart(const std::string& path);
  // As Show; the folder and what is in it belongs to the user that the child
  // becomes.
  std::string Give(const std::string& folder);
  // Shows a device of its own in place of one that all programs share. Only
  // root can make one.
  std::string ShowDevice(const std::string& path);
  // Stays the user of this program in the namespace of users in which it
  // begins, see ChildSetup::leads_namespace.
  void StayUser();

  // In the child, and so only what is safe in signal handlers; see
  // ChildSetup::in_child.
  const char* Apply() const;

 private:
  struct Shown {
    std::string path;
    std::string place;
    bool is_folder;
    // Whether as an overlay, where that is possible.
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
  // Shows what the descriptor holds.
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
  // Places of what is given.
  std::vector<std::string> given_;
  std::optional<cpu_set_t> processors_;
  bool leaves_abstract_sockets_ = false;
  std::optional<uid_t> first_user_;
};

// The first of a range of users that own nothing and run nothing; each process
// takes the one with its own number in the range. In a container without that
// range it is the user that Unix keeps for such purposes.
struct FreeUser {
  uid_t first;
  bool is_range;
};
FreeUser FindFreeUser();

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_CONFINEMENT_H_
