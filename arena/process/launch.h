// Starts a process from a command; pipes between processes.
#ifndef ARENA_PROCESS_LAUNCH_H_
#define ARENA_PROCESS_LAUNCH_H_

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"

namespace arena {

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

// Programs inherit neither end, unless they are given one.
absl::StatusOr<Pipe> MakePipe();

// A child process, which its owner must reap.
struct Child {
  pid_t pid = -1;
  // Becomes readable when the process ends.
  Descriptor end;
  // What the process prints, to either output unless the setup says otherwise.
  // Does not block.
  Descriptor output;
};

// How a child begins, beyond its command. What is named here must stay until it
// has begun.
struct ChildSetup {
  static constexpr int kFirstInherited = 3;

  // Whether its variables are all of its environment.
  bool exact_environment = false;
  // Descriptors of this program that it has as standard input, output and error;
  // -1: /dev/null, and Child::output for both outputs.
  int input = -1;
  int output = -1;
  int errors = -1;
  // Descriptors of this program that it inherits as 3, 4 and so on.
  std::vector<int> inherited = {};
  // The open folder of a cgroup of version 2 that it begins in; -1: this
  // program's.
  int cgroup = -1;
  // Whether it is the first process of a namespace of processes, which all end
  // when it ends. Unless this program is root, it begins in a namespace of
  // users as well, in which in_child must make it a user.
  bool leads_namespace = false;
  // Called in the child before it becomes the program, and so only what is safe
  // in signal handlers. Returns nullptr, or says what failed, as in "enter its
  // cgroup", and leaves the reason in errno.
  std::function<const char*()> in_child = nullptr;
};

// OK unless it is plain that the program cannot be started: there is no such
// file, it is not executable, or it is a text that does not say what runs it (a
// shell may start such a script, and nothing else does), or names something
// that is not there. Errors as for Process::Start say what to do.
absl::Status CheckCanStart(const std::string& program);

// Starts a program as the leader of a new process group. It inherits nothing
// except what the setup says, the environment described at ProcessSpec and
// /dev/null as its input, and is killed when the calling thread ends. Errors as
// for Process::Start.
absl::StatusOr<Child> Launch(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables,
    const ChildSetup& setup = {});

}  // namespace arena

#endif  // ARENA_PROCESS_LAUNCH_H_
