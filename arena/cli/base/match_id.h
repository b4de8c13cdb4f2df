// Ids of matches as people type them.
#ifndef ARENA_CLI_BASE_MATCH_ID_H_
#define ARENA_CLI_BASE_MATCH_ID_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {

// The least length of a beginning of an id that is accepted for the id.
inline constexpr size_t kShortestId = 4;

absl::StatusOr<v1::GetMatchResponse> GetMatch(v1::MatchService::Stub& stub,
                                              const std::string& id);

// The match with this id, or the only match whose id begins with it. NOT_FOUND
// if there is none. INVALID_ARGUMENT lists the matches if there are several.
absl::StatusOr<v1::GetMatchResponse> FindMatch(v1::MatchService::Stub& stub,
                                               const std::string& id);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_MATCH_ID_H_
