// Whether planning stays as cheap however long a competition is.
#ifndef REFEREE_BENCH_PLANNING_BENCH_H_
#define REFEREE_BENCH_PLANNING_BENCH_H_

#include <vector>

#include "absl/status/statusor.h"
#include "arena/measurement/measurement.h"

namespace arena::referee {

struct PlanningOptions {
  // Duplicate sets of the longer competition, about; the reference has a
  // quarter.
  int sets = 2000;
  int entrants = 6;
  int rounds = 5;
};

// Microseconds of a processor to plan a match and take in its result, for every
// game and format, without hosts, stores and playing. Then to take all results
// in again after a restart. The ratio to a competition of a quarter of the sets
// is near 1 as long as nothing grows with the square.
absl::StatusOr<std::vector<Measurement>> MeasurePlanning(
    const PlanningOptions& options);

}  // namespace arena::referee

#endif  // REFEREE_BENCH_PLANNING_BENCH_H_
