// What a match host knows of a match that is not over.
#ifndef REFEREE_HOSTED_MATCH_H_
#define REFEREE_HOSTED_MATCH_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/runner.h"
#include "arena/v1/match_service.pb.h"
#include "referee/match_quota.h"
#include "referee/session.h"
#include "referee/store/match_row.h"

namespace arena::referee {

// Of the lobby; see lobby.h.
struct HostedMatch {
  MatchRow row;
  MatchKind kind;
  MatchQuota::Place place;
  // What an earlier referee has left of it; absent if it is new.
  std::optional<Match> left;
  // Null while it waits.
  std::shared_ptr<MatchRunner> runner;
  // Whether the runner has begun; before, the store is told.
  bool begun = false;
  // By seat, from the beginning on; null for built-in players.
  std::vector<std::shared_ptr<Session>> sessions;
  // Spectators that came before the match began.
  std::vector<std::shared_ptr<Spectator>> spectators;
  // Who cancelled the match while it ran and waits for its end.
  std::vector<std::function<void(absl::StatusOr<v1::Match>)>> cancelling;
};

}  // namespace arena::referee

#endif  // REFEREE_HOSTED_MATCH_H_
