// The service measured against a raw gRPC echo in the same run.
#ifndef ARENA_CLI_BENCH_SERVICE_BENCH_H_
#define ARENA_CLI_BENCH_SERVICE_BENCH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

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

// One line of the table: medians over the rounds, and the ratio's median.
struct Comparison {
  std::string what;
  std::string unit;
  double value = 0;
  double reference = 0;
  double ratio = 0;
  // What the ratio must be: "<= 1.3" or ">= 0.6".
  std::string budget;
  bool within = false;
};

// Decisions a second, processor time per decision, latency of one stream and
// memory per idle stream, each referee against echo, in turn. Errors if a
// server cannot be started or a bot fails.
absl::StatusOr<std::vector<Comparison>> BenchService(
    const ServiceBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_SERVICE_BENCH_H_
