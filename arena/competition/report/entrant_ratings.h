// The ratings of the entrants of a competition.
#ifndef ARENA_COMPETITION_REPORT_ENTRANT_RATINGS_H_
#define ARENA_COMPETITION_REPORT_ENTRANT_RATINGS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "arena/competition/rating/calibration.h"
#include "arena/competition/rating/expected_scores.h"
#include "arena/competition/rating/rating_history.h"
#include "arena/competition/report/players.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// A version is known well if the 95 % interval of its rating reaches at most so
// far to either side, in points. About 30 sets do this, and fewer if versions
// differ little.
inline constexpr double kPlacingHalfWidth = 100;

struct EntrantRatings {
  // By entrant: of the newest version that is known well, or of a newer one if
  // that one is certainly stronger or weaker. If none is known well, of the
  // newest version. For entrants that have not played only the prior is known.
  BatchRating rating;
  // By entrant: of the newest version that has played up to each point. Empty
  // for entrants that have not played.
  std::vector<std::vector<CurvePoint>> curves;
  // By entrant: the newest version first. Empty for an entrant with a single
  // version.
  std::vector<std::vector<v1::VersionStanding>> versions;
  // What entrants scored against each other, and what their versions' ratings
  // expect.
  ExpectedScores scores;
  // How well these ratings foresee the places of matches.
  std::vector<PlaceCalibration> calibration;
};

// Each version has a strength of its own, which is likely to be near the
// strength of the version before: how near is learnt from all versions of all
// entrants. So a new version begins where the old one ended, and what an old
// version did is not held against others or the new version.
absl::StatusOr<EntrantRatings> RateEntrants(const v1::CompetitionSpec& spec,
                                            const Players& players);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_ENTRANT_RATINGS_H_
