// The options of a match host.
#ifndef REFEREE_LOBBY_HOST_OPTIONS_H_
#define REFEREE_LOBBY_HOST_OPTIONS_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/match/clock.h"
#include "arena/v1/player.pb.h"
#include "referee/access/access.h"
#include "referee/sessions/session.h"

namespace arena::referee {

struct HostOptions {
  // The clock of matches whose request names none.
  ClockSettings default_clock;
  SessionLimits limits;
  int max_matches = 100000;  // pending and running; more are refused
  Quotas quotas;
  // Whether a bot's token is good for one session and for nothing but playing.
  // The program that starts the bots then gives a token to each process.
  bool confined_bots = false;
  // The resources of a process that a runner starts.
  v1::Resources resources;
  // Whether runners start processes before their match can begin.
  bool warm_start = true;
  // The secret from which the session tokens of such processes are computed, so
  // that another process can go on with a session.
  std::string process_secret;
  // Called once, on any thread, when the store has failed: the referee shows
  // nothing more, and the program should end. Acknowledged writes are safe.
  std::function<void(const absl::Status&)> on_failure = [](const auto&) {};
  // A referee that has not renewed its lease for this long loses its matches to
  // other referees that share the store.
  absl::Duration lease = absl::Seconds(10);
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_HOST_OPTIONS_H_
