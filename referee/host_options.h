// How a match host is set up.
#ifndef REFEREE_HOST_OPTIONS_H_
#define REFEREE_HOST_OPTIONS_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/match/clock.h"
#include "referee/access.h"
#include "referee/session.h"

namespace arena::referee {

struct HostOptions {
  // For matches whose request names none.
  ClockSettings default_clock;
  SessionLimits limits;
  int max_matches = 100000;  // pending and running; more are refused
  Quotas quotas;
  // Told once, on any thread, when the store has failed: nothing more is shown
  // to anybody, and the program should end. What was acknowledged is safe.
  std::function<void(const absl::Status&)> on_failure = [](const auto&) {};
  // Told, on any thread, when the store has not answered for a third of the
  // lease, and when it answers again.
  std::function<void(bool)> on_silence = [](bool) {};
  // Where several referees share a store, one takes over the matches of
  // another that has not been heard of for so long.
  absl::Duration lease = absl::Seconds(10);
};

}  // namespace arena::referee

#endif  // REFEREE_HOST_OPTIONS_H_
