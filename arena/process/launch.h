// Starts a process from a command; pipes between processes.
#ifndef ARENA_PROCESS_LAUNCH_H_
#define ARENA_PROCESS_LAUNCH_H_

#include <signal.h>
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
  // The output of the process: stdout and stderr, unless the setup says
  // otherwise. Reading does not block.
  Descriptor output;
};

// The start of a child, besides its command. Everything named here must stay
// alive until the child has begun.
struct ChildSetup {
  static constexpr int kFirstInherited = 3;

  // Whether the given variables are its whole environment.
  bool exact_environment = false;
  // Descriptors of this program that become its standard input, output and
  // error; -1: /dev/null as input, and Child::output for both outputs.
  int input = -1;
  int output = -1;
  int errors = -1;
  // Descriptors of this program that it inherits as 3, 4 and so on.
  std::vector<int> inherited = {};
  // The open folder of a cgroup of version 2 that it begins in; -1: this
  // program's.
  int cgroup = -1;
  // The signal that the child gets when the calling thread ends.
  int death_signal = SIGKILL;
  // Whether the child is the first process of a namespace of processes, whose
  // processes all end when the child ends. Unless this program is root, the
  // child also begins in a namespace of users, in which in_child must make it a
  // user.
  bool leads_namespace = false;
  // Called in the child before it becomes the program, so it may only do what
  // is safe in signal handlers. Returns nullptr, or the failed step, such as
  // "enter its cgroup", with the reason in errno.
  std::function<const char*()> in_child = nullptr;
};

// OK unless the program surely cannot be started: the file does not exist, is
// not executable, or is a script without "#!" (only a shell may start such a
// script) or with a missing interpreter. Errors as for Process::Start say what
// to do.
absl::Status CheckCanStart(const std::string& program);

// Starts a program as the leader of a new process group. It inherits nothing
// except what the setup says, the environment described at ProcessSpec and
// /dev/null as its input, and is killed (ChildSetup::death_signal) when the
// calling thread ends. Errors as
// for Process::Start.
absl::StatusOr<Child> Launch(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables,
    const ChildSetup& setup = {});

}  // namespace arena

#endif  // ARENA_PROCESS_LAUNCH_H_
