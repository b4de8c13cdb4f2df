// The matches that a new version of a submitted bot must play before it is let
// in, and the games that its processes must say that they play.
#ifndef REFEREE_PROCESSES_VALIDATION_PLAN_H_
#define REFEREE_PROCESSES_VALIDATION_PLAN_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/submission.pb.h"
#include "referee/sessions/repertoire.h"

namespace arena::referee {

// The most matches of a validation.
inline constexpr int kMostValidationMatches = 24;

// The requests for the matches of a version, against built-in players: each of
// its games with each number of seats that it plays, once in each seat. If
// these are too many, every game and number of seats comes before the further
// seats. The requests have no ids and no seeds. INVALID_ARGUMENT if the version
// plays nothing here.
absl::StatusOr<std::vector<v1::CreateMatchRequest>> ValidationMatches(
    const v1::SubmittedVersion& version);

// OK if a process plays all that the games of its bot.toml promise: every game
// with every number of seats and every value of an option. Otherwise the
// process would wait for ever for matches that it does not play.
// INVALID_ARGUMENT names the first promise that the process does not keep.
absl::Status CheckKeepsPromise(absl::Span<const v1::GameSupport> promised,
                               const Repertoire& plays);

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_VALIDATION_PLAN_H_
