// The system calls that programs of strangers may make.
#ifndef ARENA_SANDBOX_SECCOMP_H_
#define ARENA_SANDBOX_SECCOMP_H_

#include <string>

#include "absl/status/statusor.h"

namespace arena::sandbox {

// Ordinary programs can make all calls that they need. The filter refuses calls
// that reach other processes, namespaces, mounts or the kernel itself. It
// refuses all sockets but Unix sockets, and internet sockets for a program with
// the network. It refuses calls about the traces of a file access that outlast
// a program, such as the parts of a file in memory. Advice to drop a file from
// the cache is accepted and ignored.

// The filter in the kernel's form, for --seccomp of bubblewrap. If no cgroup
// binds programs to processors, programs may not choose processors themselves.
absl::StatusOr<std::string> SeccompProgram(bool may_choose_processors,
                                           bool has_network);

// The filter in the JSON form of OCI runtimes.
std::string SeccompProfile();

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SECCOMP_H_
