// Starts a process from a command.
#ifndef ARENA_PROCESS_LAUNCH_H_
#define ARENA_PROCESS_LAUNCH_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"

namespace arena {

// A child process, which its owner must reap.
struct Child {
  pid_t pid = -1;
  // Becomes readable when the process ends.
  Descriptor end;
  // What the process prints, to either output. Does not block.
  Descriptor output;
};

// OK unless the program is a text that does not say what runs it: a shell may
// start such a script, and nothing else does. INVALID_ARGUMENT says what to do.
absl::Status CheckScript(const std::string& program);

// Starts a program as the leader of a new process group. It inherits nothing
// except the environment described at ProcessSpec and /dev/null as its input,
// and is killed when the calling thread ends. Errors as for Process::Start.
absl::StatusOr<Child> Launch(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables);

}  // namespace arena

#endif  // ARENA_PROCESS_LAUNCH_H_
