// From a command to a process.
#ifndef ARENA_PROCESS_LAUNCH_H_
#define ARENA_PROCESS_LAUNCH_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/descriptor.h"

namespace arena {

// A child process, whom its owner must reap.
struct Child {
  pid_t pid = -1;
  // Becomes readable when it ends.
  Descriptor end;
  // What it prints, to either output. Does not block.
  Descriptor output;
};

// Starts a program as the leader of a new process group. It inherits nothing
// but the environment described at ProcessSpec and /dev/null as its input, and
// is killed when the calling thread ends. Errors as of Process::Start.
absl::StatusOr<Child> Launch(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables);

}  // namespace arena

#endif  // ARENA_PROCESS_LAUNCH_H_
