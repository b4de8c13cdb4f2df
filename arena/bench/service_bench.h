// Measures the service against a raw gRPC echo in the same run.
#ifndef ARENA_BENCH_SERVICE_BENCH_H_
#define ARENA_BENCH_SERVICE_BENCH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/bench/measurement.h"

namespace arena::bench {

struct ServiceBenchOptions {
  // The programs: the referee, and this program, which runs the echo.
  std::string referee;
  std::string arena;
  // Another build of the referee to measure too; may be empty.
  std::string other_referee;
  // A store, postgresql://..., with which the referee is measured too; may be
  // empty.
  std::string store;
  // An empty folder for the referees.
  std::string folder;
  // Loads: bots that play at once, in pairs, each with its own connection.
  std::vector<int> streams = {100, 1000};
  // Idle streams, to measure the memory of one.
  int idle_streams = 1000;
  // Decisions of the bot that plays alone, after the warm-up.
  int decisions = 4000;
  // How long one load is measured.
  absl::Duration window = absl::Seconds(2);
  int rounds = 3;
};

// Measures latency and processor time of a bot that plays alone, decisions per
// second and processor time under each load, and memory of idle streams.
// Measures each referee against the echo, in turn. A decision is one choice of
// a bot. Returns an error if a server cannot be started, a bot fails, or too
// few files may be open.
absl::StatusOr<std::vector<Measurement>> BenchService(
    const ServiceBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_BENCH_SERVICE_BENCH_H_
