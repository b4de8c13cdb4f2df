// A crowd watches beside honest bots; the outcome tells how the bots fared.
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
  // How long a bot takes for a decision, elsewhere and in the watched match.
  absl::Duration pace = absl::Milliseconds(50);
  absl::Duration watched_pace = absl::Milliseconds(500);
  // The bots play alone and then beside the crowd, in so many rounds. Each part
  // of a round lasts `time`.
  int rounds = 5;
  absl::Duration time = absl::Seconds(10);
};

// One stretch of time.
struct Stretch {
  // From an act to its acknowledgement, in microseconds.
  std::vector<double> decisions;
  // The share of the processors that the referee used; 1 is one whole
  // processor.
  double processors = 0;
  // The referee's resident memory at the end, in bytes.
  int64_t memory = 0;
};

struct Round {
  Stretch alone;
  // The time while the crowd comes, and the time when it is there.
  Stretch coming;
  Stretch beside;
  // How long it took until all spectators were there.
  double seconds = 0;
  int64_t messages = 0;
  // Steps that a spectator should have been told and was not told.
  int64_t missed = 0;
  // Streams that ended before the crowd left.
  int64_t cut = 0;
  int64_t joins = 0;
  // From an act to the step's arrival at the last spectator, in milliseconds.
  std::vector<double> last_arrivals;
};

struct Outcome {
  std::vector<Round> rounds;
  // Faults of honest bots, and streams that these bots lost.
  int64_t faults = 0;
  int64_t lost = 0;
};

// UNAVAILABLE, with the reason, if the programs do not start or play.
absl::StatusOr<Outcome> RunTrial(const TrialOptions& options);

}  // namespace arena::crowd

#endif  // TESTS_MEASURE_CROWD_TRIAL_H_
