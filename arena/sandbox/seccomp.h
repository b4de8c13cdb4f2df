// Which system calls programs of strangers may make.
#ifndef ARENA_SANDBOX_SECCOMP_H_
#define ARENA_SANDBOX_SECCOMP_H_

#include <string>

#include "absl/status/statusor.h"

namespace arena::sandbox {

// Ordinary programs make all calls that they need. Refused are those that reach
// other processes, namespaces, mounts or the kernel itself, all sockets but
// Unix sockets, and those of the internet for a program that has the network,
// and what the system remembers of files when a program has ended. Advice to
// forget a file is taken and not followed.

// The filter as the kernel wants it, for --seccomp of bubblewrap. Where no
// cgroup binds programs to processors, they may not choose others themselves.
absl::StatusOr<std::string> SeccompProgram(bool may_choose_processors,
                                           bool has_network);

// The filter as JSON, as OCI runtimes want it.
std::string SeccompProfile();

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SECCOMP_H_
