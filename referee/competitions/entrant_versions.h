// Entrants that name versions of submitted bots.
#ifndef REFEREE_COMPETITIONS_ENTRANT_VERSIONS_H_
#define REFEREE_COMPETITIONS_ENTRANT_VERSIONS_H_

#include "absl/status/status.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/versions.h"

namespace arena::referee {

// OK if every version that the entrant names was submitted and can play.
// NOT_FOUND or FAILED_PRECONDITION with the entrant, the version, and those
// that there are; INVALID_ARGUMENT for a version of a built-in player.
absl::Status CheckVersionsOf(Versions& versions, const v1::Entrant& entrant);

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_ENTRANT_VERSIONS_H_
