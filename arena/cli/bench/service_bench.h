// The service measured against a raw gRPC echo in the same run.
#ifndef ARENA_CLI_BENCH_SERVICE_BENCH_H_
#define ARENA_CLI_BENCH_SERVICE_BENCH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/measurement/measurement.h"

namespace arena::bench {

struct ServiceBenchOptions {
  // The programs: the referee, and this one for the echo.
  std::string referee;
  std::string arena;
  // An empty folder for the referee.
  std::string folder;
  int streams = 1000;
  int rounds = 3;
  // Of one measurement of one server.
  absl::Duration window = absl::Seconds(3);
};

// Decisions a second, processor time per decision, latency of one stream and
// memory per idle stream, each referee against echo, in turn. Errors if a
// server cannot be started or a bot fails.
absl::StatusOr<std::vector<Measurement>> BenchService(
    const ServiceBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_SERVICE_BENCH_H_
