// One flood beside honest bots, and what became of them.
#ifndef TESTS_FLOODS_TRIAL_H_
#define TESTS_FLOODS_TRIAL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tests/floods/flood.h"

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
  // Whether everybody comes through HAProxy, as docker/haproxy.cfg has it.
  bool proxy = false;
};

struct Outcome {
  // Faults of honest bots, and streams that they lost.
  int64_t faults = 0;
  int64_t lost = 0;
  // From an act to its acknowledgement, in microseconds.
  std::vector<double> alone;
  std::vector<double> flooded;
  // The most resident memory of the referee and of the proxy; 0: no proxy.
  int64_t memory = 0;
  int64_t proxy_memory = 0;
  // What the flood has sent.
  int64_t sent = 0;
  // How long after the flood a new bot was welcome, which tries twice in a
  // second; kPatience: it gave up.
  absl::Duration served_after;
};

// UNAVAILABLE, with the reason, if the programs do not start or play.
absl::StatusOr<Outcome> RunTrial(const Flood& flood,
                                 const TrialOptions& options);

// Whether HAProxy is installed.
bool HasProxy();

}  // namespace arena::floods

#endif  // TESTS_FLOODS_TRIAL_H_
