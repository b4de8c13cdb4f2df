// What a match host knows of a match that is not over, and of more to come.
#ifndef REFEREE_HOSTED_MATCH_H_
#define REFEREE_HOSTED_MATCH_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/runner.h"
#include "arena/v1/match_service.pb.h"
#include "referee/session.h"
#include "referee/store/store.h"

namespace arena::referee {

// Of the lobby; see match_host.h.
struct HostedMatch {
  MatchRow row;
  std::shared_ptr<MatchRunner> runner;  // null while pending
  // By seat, from the beginning on; null for built-in players.
  std::vector<std::shared_ptr<Session>> sessions;
  // Whose quota it counts for; empty: nobody's.
  std::string account;
  // Spectators that came before the match began.
  std::vector<std::shared_ptr<Spectator>> spectators;
  // Who cancelled the running match and waits for its end.
  std::vector<std::function<void(absl::StatusOr<v1::Match>)>> cancelling;
};

// For which matches there is room.
struct Room {
  // Bots that could begin a match now.
  std::vector<std::string> bots;
  // How many matches to take at once: as many as one of them has room for.
  int matches = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_HOSTED_MATCH_H_
