// Which matches a new version of a submitted bot must play before it is let in.
#ifndef REFEREE_VALIDATION_PLAN_H_
#define REFEREE_VALIDATION_PLAN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/submission.pb.h"

namespace arena::referee {

// A validation has no more matches.
inline constexpr int kMostValidationMatches = 24;

// The requests for the matches of a version, against built-in players: each of
// its games with each number of seats that it plays, once in each seat. If
// these are too many, every game and number of seats comes before the further
// seats.
// They have no ids and no seeds. INVALID_ARGUMENT if it plays nothing here.
absl::StatusOr<std::vector<v1::CreateMatchRequest>> ValidationMatches(
    const v1::SubmittedVersion& version);

}  // namespace arena::referee

#endif  // REFEREE_VALIDATION_PLAN_H_
