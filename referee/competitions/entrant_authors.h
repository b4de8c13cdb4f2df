// The authors of entrants.
#ifndef REFEREE_COMPETITIONS_ENTRANT_AUTHORS_H_
#define REFEREE_COMPETITIONS_ENTRANT_AUTHORS_H_

#include "absl/status/status.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/bots.h"

namespace arena::referee {

// Sets Entrant.authors from the registered bots among the players; what was
// there is lost. Bots that are not registered have no author.
absl::Status FillAuthors(
    Bots& registered,
    google::protobuf::RepeatedPtrField<v1::Entrant>& entrants);

// OK if an author of a new entrant has fewer than so many in the competition,
// those that have left included: each costs everybody who asks for the
// standings. 0: no limit. RESOURCE_EXHAUSTED.
absl::Status CheckQuota(const v1::CompetitionSpec& spec,
                        const v1::Entrant& entrant, int most_of_author);

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_ENTRANT_AUTHORS_H_
