// Rates each version of the entrants' bots.
#ifndef ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/planning/results.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// The number of newest versions of an entrant that are rated separately. All
// older versions are one competitor of the fit, and are not shown. A bot
// chooses its version names, so without a limit a bot could make the fit
// arbitrarily large. The number is smaller if very many entrants have several
// versions.
inline constexpr int kMostVersions = 8;

// By entrant: its versions, newest first. Empty for an entrant with a single
// version. The scale is the scale of the entrants' own ratings. The weight of a
// version in the origin is its share of the entrant's matches, and an anchor is
// 1500 over all its versions.
//
// A pure function of the set of matches; `results` holds the same matches.
// Equal games of one version count once, as for entrants.
absl::StatusOr<std::vector<std::vector<v1::VersionStanding>>> RateVersions(
    const v1::CompetitionSpec& spec, const GameForm& form,
    const Results& results, absl::Span<const v1::CompetitionMatch> matches);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_
