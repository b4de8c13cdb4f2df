// A flood runs beside honest bots; the outcome tells how the bots fared.
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

// How long bots may wait for their matches.
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
  // Faults of honest bots, and streams that these bots lost.
  int64_t faults = 0;
  int64_t lost = 0;
  // From an act to its acknowledgement, in microseconds.
  std::vector<double> alone;
  std::vector<double> flooded;
  // The most memory that the flood cost each process, in bytes.
  std::map<std::string, int64_t> growth;
  // How many units the flood has sent.
  int64_t sent = 0;
  // The time from the end of the flood until a new bot was welcome. The bot
  // tries twice a second; kPatience: the bot gave up.
  absl::Duration served_after;
};

// UNAVAILABLE, with the reason, if the programs do not start or play.
absl::StatusOr<Outcome> RunTrial(const Door& door, const Flood& flood,
                                 const TrialOptions& options);

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_TRIAL_H_
