// A crowd beside honest bots, and what became of them.
#ifndef TESTS_MEASURE_CROWD_TRIAL_H_
#define TESTS_MEASURE_CROWD_TRIAL_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tests/measure/crowd/crowd.h"

namespace arena::crowd {

struct TrialOptions {
  Kind kind = AllKinds().front();
  int spectators = 5000;
  int bots = 64;
  // How long a bot takes for a decision; in the match that is watched.
  absl::Duration pace = absl::Milliseconds(50);
  absl::Duration watched_pace = absl::Milliseconds(500);
  // The bots play alone and beside the crowd in turn, so often and so long.
  int rounds = 5;
  absl::Duration time = absl::Seconds(10);
};

// One stretch of time.
struct Stretch {
  // From an act to its acknowledgement, in microseconds.
  std::vector<double> decisions;
  // What the referee used of the processors: 1 is one of them, all the time.
  double processors = 0;
  // Resident at the end, in bytes.
  int64_t memory = 0;
};

// Of one round.
struct Round {
  Stretch alone;
  // While the crowd comes, and when it is there.
  Stretch coming;
  Stretch beside;
  // How long it took until all were there.
  double seconds = 0;
  int64_t messages = 0;
  // Steps that a spectator should have been told and was not.
  int64_t missed = 0;
  // Streams that ended before the crowd left.
  int64_t cut = 0;
  int64_t joins = 0;
  // From an act to the step's arrival at the last spectator, in milliseconds.
  std::vector<double> last_arrivals;
};

struct Outcome {
  std::vector<Round> rounds;
  // Faults of honest bots, and streams that they lost.
  int64_t faults = 0;
  int64_t lost = 0;
};

// UNAVAILABLE, with the reason, if the programs do not start or play.
absl::StatusOr<Outcome> RunTrial(const TrialOptions& options);

}  // namespace arena::crowd

#endif  // TESTS_MEASURE_CROWD_TRIAL_H_
