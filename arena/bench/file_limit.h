// How many files a process may have open.
#ifndef ARENA_BENCH_FILE_LIMIT_H_
#define ARENA_BENCH_FILE_LIMIT_H_

#include <sys/resource.h>

namespace arena::bench {

// Lets this process, and those that it starts, have open as many files as the
// system allows, and returns how many these are.
inline rlim_t RaiseFileLimit() {
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_max;
}

}  // namespace arena::bench

#endif  // ARENA_BENCH_FILE_LIMIT_H_
