// Programs in namespaces of their own, by bubblewrap.
#ifndef ARENA_SANDBOX_BUBBLEWRAP_H_
#define ARENA_SANDBOX_BUBBLEWRAP_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"
#include "arena/sandbox/bubblewrap_arguments.h"
#include "arena/sandbox/confinement.h"
#include "arena/sandbox/contained.h"
#include "arena/sandbox/machine.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// A program that writes its folder works on a copy in memory, of which the size
// is bounded. The copy is made inside, by the shell that then becomes the
// program: it waits until this program holds the folder, because the folder
// would vanish with the sandbox. Not thread-safe.
class ScratchFolder {
 public:
  struct Ends {
    // The shell says that the copy is there, and is told to go on.
    Descriptor says;
    Descriptor is_told;
  };

  static absl::StatusOr<ScratchFolder> Create();

  // What the child inherits; once.
  Ends TakeEnds() { return std::move(inner_); }
  // The command that makes the copy and becomes `command`. The numbers are
  // those of the ends in the child.
  static std::vector<std::string> Wrap(const std::vector<std::string>& command,
                                       int says, int is_told);
  // Waits for the copy in a sandbox with this process, and holds it.
  // UNAVAILABLE if it cannot be reached; nothing is held if the sandbox has
  // ended.
  absl::Status Hold(pid_t inside);
  // Puts the contents into `folder`, in the place of what is there. Only files,
  // folders and links come out. RESOURCE_EXHAUSTED if they have more bytes.
  absl::Status CopyTo(const std::string& folder, int64_t most_bytes) const;

 private:
  ScratchFolder() = default;

  Ends inner_;
  Descriptor hears_;
  Descriptor tells_;
  Descriptor folder_;
};

// Thread-safe.
class Bubblewrap : public Sandbox {
 public:
  // UNAVAILABLE if bubblewrap is not installed or does not work here.
  static absl::StatusOr<std::unique_ptr<Sandbox>> Open(
      const std::string& work_folder);

  absl::StatusOr<std::unique_ptr<Sandboxed>> Start(Job job) override;
  Kind kind() const override { return Kind::kBubblewrap; }
  bool CanFreeze() const override { return machine_.groups->CanFreeze(); }
  std::vector<std::string> Missing() const override;

 private:
  // What programs may call.
  struct Filters {
    std::string without_network;
    std::string with_network;
  };
  Bubblewrap(Machine machine, Filters filters, bool is_root, FreeUser user)
      : machine_(std::move(machine)),
        filters_(std::move(filters)),
        is_root_(is_root),
        user_(user) {}

  // What is made before the process of a job.
  struct Prepared {
    Confinement confinement;
    Inherited inherited;
    // Where bubblewrap says what it does.
    Descriptor status;
    // Only if the job writes its folder.
    std::shared_ptr<ScratchFolder> scratch;
    std::vector<std::string> command;
  };

  // OK if a program can be started and ends well.
  absl::Status Try();
  // How the child of a job is confined before it becomes bubblewrap.
  Confinement ConfinementOf(const Job& job, const Cgroup& group) const;
  // Where bubblewrap finds a folder or device that the job sees.
  std::string Show(const Job& job, const std::string& path,
                   Confinement& confinement) const;
  // The command inside.
  std::vector<std::string> InnerCommand(const Job& job) const;
  absl::StatusOr<Prepared> Prepare(const Job& job, const Cgroup& group) const;
  // Waits until the sandbox of the process is made.
  absl::Status AwaitFirst(const Job& job, Prepared prepared,
                          Contained::Parts& parts) const;

  const Machine machine_;
  const Filters filters_;
  const bool is_root_;
  const FreeUser user_;
  // Whether a child may have mounts of its own before it is bubblewrap.
  bool shows_folders_ = true;
  // Whether these are overlays.
  bool are_apart_ = false;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_BUBBLEWRAP_H_
