// Runs programs in their own namespaces, by bubblewrap.
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

// A copy in memory, of bounded size, for a program that writes its folder. A
// shell inside makes the copy and then becomes the program. The shell first
// waits until this program holds the folder, because the folder would vanish
// with the sandbox. Not thread-safe.
class ScratchFolder {
 public:
  struct Ends {
    // The shell reports the copy through `says`, and is told to go on.
    Descriptor says;
    Descriptor is_told;
  };

  static absl::StatusOr<ScratchFolder> Create();

  // The ends that the child inherits. Call it once.
  Ends TakeEnds() { return std::move(inner_); }
  // The command that makes the copy and becomes `command`. The numbers are
  // those of the ends in the child.
  static std::vector<std::string> Wrap(const std::vector<std::string>& command,
                                       int says, int is_told);
  // Waits for the copy in the sandbox of the process `inside`, and holds the
  // copy. UNAVAILABLE if the copy cannot be reached; nothing is held if the
  // sandbox has ended.
  absl::Status Hold(pid_t inside);
  // Replaces the contents of `folder` by the contents of the copy. Copies only
  // files, folders and links. RESOURCE_EXHAUSTED if they have more than
  // `most_bytes`.
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
  // The system calls that programs may make.
  struct Filters {
    std::string without_network;
    std::string with_network;
  };
  Bubblewrap(Machine machine, Filters filters, bool is_root, FreeUser user)
      : machine_(std::move(machine)),
        filters_(std::move(filters)),
        is_root_(is_root),
        user_(user) {}

  // The things that are made before the process of a job.
  struct Prepared {
    Confinement confinement;
    Inherited inherited;
    // The pipe on which bubblewrap reports its status.
    Descriptor status;
    // Only if the job writes its folder.
    std::shared_ptr<ScratchFolder> scratch;
    std::vector<std::string> command;
  };

  // OK if a test program can be started and ends well.
  absl::Status Try();
  // The confinement of a job's child before it becomes bubblewrap.
  Confinement ConfinementOf(const Job& job, const Cgroup& group) const;
  // The path at which bubblewrap finds a folder or device for the job.
  std::string Show(const Job& job, const std::string& path,
                   Confinement& confinement) const;
  // The command inside.
  std::vector<std::string> InnerCommand(const Job& job) const;
  absl::StatusOr<Prepared> Prepare(const Job& job, const Cgroup& group) const;
  // Waits until the sandbox of the process exists.
  absl::Status AwaitFirst(const Job& job, Prepared prepared,
                          Contained::Parts& parts) const;

  const Machine machine_;
  const Filters filters_;
  const bool is_root_;
  const FreeUser user_;
  // Whether a child may make its own mounts before it becomes bubblewrap.
  bool shows_folders_ = true;
  // Whether these are overlays.
  bool are_apart_ = false;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_BUBBLEWRAP_H_
