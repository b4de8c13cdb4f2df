// The matches of a competition that are not over.
#ifndef ARENA_CLI_COMPETITIONS_OPEN_MATCHES_H_
#define ARENA_CLI_COMPETITIONS_OPEN_MATCHES_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"

namespace arena::cli {

// The ids of a competition's matches in a state; only the matches of `player`,
// unless `player` is empty. In an anonymous competition a player's matches are
// not found.
absl::StatusOr<std::vector<std::string>> MatchesIn(
    v1::Match::State state, const std::shared_ptr<grpc::Channel>& channel,
    const std::string& competition, const std::string& player = "");

// FAILED_PRECONDITION with what must happen before the competition can be
// deleted; OK if it is over.
absl::Status CheckMayBeDeleted(const std::shared_ptr<grpc::Channel>& channel,
                               const v1::Competition& competition);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_OPEN_MATCHES_H_
