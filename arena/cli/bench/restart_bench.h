// How long a referee needs to come back with matches under way.
#ifndef ARENA_CLI_BENCH_RESTART_BENCH_H_
#define ARENA_CLI_BENCH_RESTART_BENCH_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/bench/measurement.h"

namespace arena::bench {

struct RestartBenchOptions {
  std::string referee;
  // An empty folder for it.
  std::string folder;
  // Under way when the referee is killed.
  int matches = 2000;
  // Of each match, at least.
  uint32_t plies = 500;
  int rounds = 3;
};

// The time from the start after a SIGKILL until the referee listens, against
// the start with an empty folder.
absl::StatusOr<Measurement> BenchRestart(const RestartBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_RESTART_BENCH_H_
