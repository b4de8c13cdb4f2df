// Authors and versions of entrants.
#ifndef REFEREE_COMPETITIONS_ENTRANTS_H_
#define REFEREE_COMPETITIONS_ENTRANTS_H_

#include "absl/status/status.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/bots.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {

// Sets Entrant.authors from the registered bots among the players and replaces
// earlier values. Bots that are not registered have no author.
absl::Status FillAuthors(
    Bots& registered,
    google::protobuf::RepeatedPtrField<v1::Entrant>& entrants);

// OK if an author of a new entrant has fewer than so many entrants in the
// competition, including entrants that have left. The limit exists because
// every entrant makes the standings slower for everybody. 0: no limit.
// RESOURCE_EXHAUSTED.
absl::Status CheckQuota(const v1::CompetitionSpec& spec,
                        const v1::Entrant& entrant, int most_of_author);

// OK if every version that the entrant names was submitted and can play.
// NOT_FOUND or FAILED_PRECONDITION with the entrant, the version, and the
// versions that can play; INVALID_ARGUMENT for a version of a built-in player.
absl::Status CheckVersionsOf(Versions& versions, const v1::Entrant& entrant);

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_ENTRANTS_H_
