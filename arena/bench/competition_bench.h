// Measures the time that a competition adds to its matches.
#ifndef ARENA_BENCH_COMPETITION_BENCH_H_
#define ARENA_BENCH_COMPETITION_BENCH_H_

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bench/measurement.h"

namespace arena::bench {

struct CompetitionBenchOptions {
  std::string referee;
  // An empty folder for the referee.
  std::string folder;
  // The referee's database, postgresql://...; may be empty.
  std::string store;
  std::string game = "octrix";
  // The time that a bot takes for a decision.
  std::chrono::microseconds pace = std::chrono::milliseconds(1);
  int bots = 6;
  // Matches that a bot plays at once.
  int at_once = 2;
  // Duplicate sets of every encounter of the round robin.
  int sets = 8;
  int rounds = 5;
};

// Plays a round robin, and the same matches requested one by one, in turn.
// Measures the time with bots of this pace. Then measures matches per second
// with bots that answer at once, where planning and keeping results cost most.
absl::StatusOr<std::vector<Measurement>> BenchCompetition(
    const CompetitionBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_BENCH_COMPETITION_BENCH_H_
