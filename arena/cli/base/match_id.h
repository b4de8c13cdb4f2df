// Ids of matches as people type them.
#ifndef ARENA_CLI_BASE_MATCH_ID_H_
#define ARENA_CLI_BASE_MATCH_ID_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {

// The shortest beginning of an id that stands for it.
inline constexpr size_t kShortestId = 4;

// The match with this id, or the only one whose id begins so. NOT_FOUND, or
// INVALID_ARGUMENT with the matches that the beginning may mean.
absl::StatusOr<v1::GetMatchResponse> FindMatch(v1::MatchService::Stub& stub,
                                               const std::string& id);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_MATCH_ID_H_
