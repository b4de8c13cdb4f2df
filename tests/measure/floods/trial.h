// One flood beside honest bots, and what became of them.
#ifndef TESTS_MEASURE_FLOODS_TRIAL_H_
#define TESTS_MEASURE_FLOODS_TRIAL_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tests/measure/floods/door.h"
#include "tests/measure/floods/flood.h"

namespace arena::floods {

// How long bots wait for what they need.
inline constexpr absl::Duration kPatience = absl::Seconds(30);

struct TrialOptions {
  int bots = 64;
  // How long a bot takes for a decision.
  absl::Duration pace = absl::Milliseconds(50);
  // How long the bots play alone, and then beside the flood.
  absl::Duration alone = absl::Seconds(5);
  absl::Duration flooded = absl::Seconds(10);
};

struct Outcome {
  // Faults of honest bots, and streams that they lost.
  int64_t faults = 0;
  int64_t lost = 0;
  // From an act to its acknowledgement, in microseconds.
  std::vector<double> alone;
  std::vector<double> flooded;
  // How much memory the flood has cost each process at most, in bytes.
  std::map<std::string, int64_t> growth;
  // What the flood has sent.
  int64_t sent = 0;
  // How long after the flood a new bot was welcome, which tries twice in a
  // second; kPatience: it gave up.
  absl::Duration served_after;
};

// UNAVAILABLE, with the reason, if the programs do not start or play.
absl::StatusOr<Outcome> RunTrial(const Door& door, const Flood& flood,
                                 const TrialOptions& options);

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_TRIAL_H_
