// The ratings of the entrants of a competition.
#ifndef ARENA_COMPETITION_REPORT_ENTRANT_RATINGS_H_
#define ARENA_COMPETITION_REPORT_ENTRANT_RATINGS_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/rating/rating_history.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// By index of the specification. Entrants that have not played have no curve,
// and cost the fit nothing.
absl::StatusOr<RatingHistory> RateEntrants(
    const v1::CompetitionSpec& spec, absl::Span<const PlacingSet> placings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_ENTRANT_RATINGS_H_
