// What a competition adds to the time of its matches.
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
  // postgresql://...: the referee keeps its data there; may be empty.
  std::string store;
  std::string game = "octrix";
  // How long a bot takes for a decision.
  std::chrono::microseconds pace = std::chrono::milliseconds(1);
  int bots = 6;
  // Matches that a bot plays at once.
  int at_once = 2;
  // Duplicate sets of every encounter of the round robin.
  int sets = 8;
  int rounds = 5;
};

// A round robin of a referee against the same matches requested one by one,
// both in turn: the time with bots of this pace, then matches per second with
// bots that answer at once, where planning and keeping results count most.
absl::StatusOr<std::vector<Measurement>> BenchCompetition(
    const CompetitionBenchOptions& options);

}  // namespace arena::bench

#endif  // ARENA_BENCH_COMPETITION_BENCH_H_
