// Measures how long a referee needs to restart with matches under way.
#ifndef ARENA_BENCH_RESTART_BENCH_H_
#define ARENA_BENCH_RESTART_BENCH_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/bench/measurement.h"

namespace arena::bench {

struct RestartBenchOptions {
  std::string referee;
  // An empty folder for the referee.
  std::string folder;
  // Matches under way when the referee is killed.
  int matches = 2000;
  // Plies of each match, at least.
  uint32_t plies = 500;
  int rounds = 3;
};

// Measures the time from a start after SIGKILL until the referee listens. The
// reference is a start with an empty folder.
absl::StatusOr<Measurement> BenchRestart(const RestartBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_BENCH_RESTART_BENCH_H_
