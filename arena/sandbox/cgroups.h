// Groups of processes that the system counts, limits and stops as a whole.
#ifndef ARENA_SANDBOX_CGROUPS_H_
#define ARENA_SANDBOX_CGROUPS_H_

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/core/descriptor.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// The folders of this program's own cgroups.
struct CgroupPlaces {
  // Of version 2; empty: there is none.
  std::string unified;
  // Of version 1, by controller.
  std::map<std::string, std::string> controllers;
};

// The folders at the top, in the place of this program's own.
CgroupPlaces FindCgroupTops(absl::string_view mounts,
                            absl::string_view membership);

// Reads the texts of /proc/self/mountinfo and /proc/self/cgroup.
CgroupPlaces FindCgroupPlaces(absl::string_view mounts,
                              absl::string_view membership);

// The folders of one group, or of the parent group of a sandbox; empty: none.
// With version 2 alone the first four folders are the same.
struct CgroupFolders {
  std::string memory;
  std::string pids;
  std::string cpu;
  // Version 2, which stops and kills; also with controllers of version 1.
  std::string unified;
  // Version 1, only where there is no version 2.
  std::string freezer;
  std::string cpuacct;
  // The folder in which processors are chosen.
  std::string cpuset;
  // Folders of further controllers, in which other programs make groups below
  // the groups of this program.
  std::vector<std::string> others = {};

  // Every folder once.
  std::vector<std::string> All() const;
  // The subfolders of this name in these folders.
  CgroupFolders In(absl::string_view name) const;
};

// A group of processes. Empty on a machine without cgroups, where all calls do
// nothing. The destructor kills the processes in it. Thread-safe.
class Cgroup {
 public:
  ~Cgroup();
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  // For ChildSetup::cgroup.
  int descriptor() const { return unified_.get(); }
  // A child of one thread enters the group if it writes "0" to each of these.
  std::vector<std::string> EntryFiles() const;
  void Freeze() const;
  void Thaw() const;
  void Kill() const;
  // Moves the processes of the group to these processors.
  void Place(const Placement& placement) const;
  // Whether it keeps processes from choosing other processors.
  bool Binds() const { return !folders_.cpuset.empty(); }
  // If false, only the times that its processes report themselves are known.
  bool CountsTime() const;
  bool CountsMemory() const;
  Usage UsageSoFar() const;

 private:
  friend class Cgroups;
  Cgroup(CgroupFolders folders, int cores)
      : folders_(std::move(folders)), cores_(cores) {}

  const CgroupFolders folders_;
  const int cores_;
  Descriptor unified_;
};

// All groups of a sandbox. Thread-safe.
class Cgroups {
 public:
  // Uses the cgroups of this machine, in folders called `name`.
  static std::unique_ptr<Cgroups> Open(const CgroupPlaces& places,
                                       const std::string& name);
  // The same with all controllers, for MakeParent.
  static std::unique_ptr<Cgroups> OpenAll(const CgroupPlaces& places,
                                          const std::string& name);
  ~Cgroups();
  Cgroups(const Cgroups&) = delete;
  Cgroups& operator=(const Cgroups&) = delete;

  // Removes such folders with all groups and processes in them.
  static void Remove(const std::vector<std::string>& folders);

  const CgroupFolders& folders() const { return folders_; }
  std::vector<std::string> Missing() const;
  bool CanFreeze() const;
  // See Cgroup::Binds.
  bool Binds() const { return !folders_.cpuset.empty(); }
  // UNAVAILABLE names the step that the system refuses.
  absl::StatusOr<std::unique_ptr<Cgroup>> Make(const std::string& id,
                                               const Limits& limits) const;
  // The same without limits and in all controllers, for a program that makes
  // limited groups in it.
  absl::StatusOr<std::unique_ptr<Cgroup>> MakeParent(const std::string& name,
                                                     int cores) const;

 private:
  explicit Cgroups(CgroupFolders folders) : folders_(std::move(folders)) {}
  const CgroupFolders folders_;
  mutable std::atomic<int> made_ = 0;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_CGROUPS_H_
