// A folder in the memory of a sandbox, and how its contents come out.
#ifndef ARENA_SANDBOX_SCRATCH_FOLDER_H_
#define ARENA_SANDBOX_SCRATCH_FOLDER_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"

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

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SCRATCH_FOLDER_H_
