// The time and memory that a process uses.
#ifndef ARENA_PROCESS_USAGE_H_
#define ARENA_PROCESS_USAGE_H_

#include <sys/types.h>

#include <cstdint>

#include "absl/time/time.h"

namespace arena {

// Processor time used so far, user plus system; zero if there is no such
// process.
absl::Duration CpuTimeOf(pid_t pid);

// Resident memory, in bytes; 0 if there is no such process.
int64_t MemoryOf(pid_t pid);

}  // namespace arena

#endif  // ARENA_PROCESS_USAGE_H_
