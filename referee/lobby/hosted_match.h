// A match that is not over, as its match host knows it.
#ifndef REFEREE_LOBBY_HOSTED_MATCH_H_
#define REFEREE_LOBBY_HOSTED_MATCH_H_

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arena/match/runner.h"
#include "referee/lobby/quotas.h"
#include "referee/sessions/session.h"
#include "referee/store/matches/match_row.h"

namespace arena::referee {

// Belongs to the lobby; see lobby.h.
struct HostedMatch {
  MatchRow row;
  MatchKind kind;
  MatchQuota::Place place;
  // The match as an earlier referee has left it; absent for a new match.
  std::optional<Match> left;
  // Null while the match waits.
  std::shared_ptr<MatchRunner> runner;
  // Whether the runner has begun. It begins when the store has been told.
  bool begun = false;
  // By seat, from the beginning on; null for built-in players.
  std::vector<std::shared_ptr<Session>> sessions;
  // Spectators that came before the match began.
  std::vector<std::shared_ptr<Spectator>> spectators;
  // Called at the end of the running match for each caller that cancelled it.
  std::vector<std::function<void(const absl::Status&)>> cancelling;

  void Watch(std::shared_ptr<Spectator> spectator) {
    if (begun) return runner->Watch(std::move(spectator));
    spectators.push_back(std::move(spectator));
  }
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_HOSTED_MATCH_H_
