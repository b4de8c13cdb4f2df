// The official table of a competition, with all figures of its entrants.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// A competition with its standings, for renderings.
struct Report {
  v1::Competition competition;
  v1::Standings standings;
};

// The number of places that are kept for an entrant's faults of one kind.
inline constexpr size_t kFaultPlaces = 5;

// A pure function of the competition and the SET of its results: order,
// repetitions and matches that are not over do not change a single bit. The
// cursor is left empty. Intervals of means are drawn with a seed that follows
// from the name of the competition. INVALID_ARGUMENT for a bad specification,
// and for matches that do not fit it or contradict each other.
absl::StatusOr<v1::Standings> ComputeStandings(
    const v1::Competition& competition,
    absl::Span<const v1::CompetitionMatch> results);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_H_
