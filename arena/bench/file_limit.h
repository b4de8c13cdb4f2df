// The number of files that a process may have open.
#ifndef ARENA_BENCH_FILE_LIMIT_H_
#define ARENA_BENCH_FILE_LIMIT_H_

#include <sys/resource.h>

namespace arena::bench {

// Raises the number of files that this process and its children may have open
// to the system's maximum. Returns the new number.
inline rlim_t RaiseFileLimit() {
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_max;
}

}  // namespace arena::bench

#endif  // ARENA_BENCH_FILE_LIMIT_H_
