// What a competition adds to the time of its matches.
#ifndef REFEREE_BENCH_SCHEDULING_BENCH_H_
#define REFEREE_BENCH_SCHEDULING_BENCH_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/measurement/measurement.h"

namespace arena::referee {

struct SchedulingOptions {
  std::string game = "octrix";
  int seats = 2;
  // What a bot takes for a decision.
  absl::Duration pace = absl::Milliseconds(1);
  int bots = 6;
  // Matches that a bot plays at once.
  int at_once = 2;
  // Duplicate sets of every encounter of the round robin.
  int sets = 8;
  int rounds = 5;
};

// The time of a round robin, through the hosts of competitions and matches,
// against the same matches asked of the match host one by one. Both keep
// everything in a new store in `folder`; they take turns.
absl::StatusOr<Measurement> MeasureScheduling(const SchedulingOptions& options,
                                              const std::string& folder);

}  // namespace arena::referee

#endif  // REFEREE_BENCH_SCHEDULING_BENCH_H_
