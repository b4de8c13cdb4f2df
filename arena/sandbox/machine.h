// The work folder and the cgroups of this machine's sandboxes.
#ifndef ARENA_SANDBOX_MACHINE_H_
#define ARENA_SANDBOX_MACHINE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"
#include "arena/sandbox/cgroups.h"

namespace arena::sandbox {

// A folder that belongs to one process at a time. If the process is killed, the
// next process learns from the folder what must be removed. Thread-safe after
// NoteGroups.
class WorkFolder {
 public:
  // Makes the folder if it is missing. UNAVAILABLE: another process has it.
  static absl::StatusOr<std::unique_ptr<WorkFolder>> Open(
      const std::string& path);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::string& path() const { return path_; }
  // A word that no other folder of the machine has.
  std::string Name() const;
  // The groups that an earlier process has noted.
  std::vector<std::string> GroupsLeft() const;
  // Notes folders of groups before they are made; forgotten by the destructor.
  void NoteGroups(const std::vector<std::string>& folders) const;
  // A new folder in it, empty, for files of one program.
  absl::StatusOr<std::string> MakeFolder(const std::string& name) const;

 private:
  WorkFolder(std::string path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  const std::string path_;
  // Locked until it is closed, also by the system.
  const Descriptor lock_;
};

// A work folder and the cgroups that belong to it. A value; its parts are
// thread-safe.
struct Machine {
  // Removes the remains of an earlier process with the same folder.
  static absl::StatusOr<Machine> Open(const std::string& work_folder);

  // In this order, because the folder remembers the groups.
  std::unique_ptr<WorkFolder> folder;
  std::unique_ptr<Cgroups> groups;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_MACHINE_H_
