// What entrants reached with each version of their bots.
#ifndef ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/planning/results.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// The newest versions of an entrant that are told apart; all older ones are one
// competitor of the fit, and are not shown. A bot names its version as it
// likes, so without a limit it could make the fit as large as it likes. With
// very many entrants that change there are fewer.
inline constexpr int kMostVersions = 8;

// By entrant: its versions, the one that was seen first last. Empty for an
// entrant with a single one. The scale is that of the entrants' own ratings: a
// version weighs in the origin what it has played of its entrant's matches, and
// an anchor is 1500 over all its versions.
//
// A pure function of the set of matches; `results` has the same ones. Equal
// games of one version count once, as for entrants.
absl::StatusOr<std::vector<std::vector<v1::VersionStanding>>> RateVersions(
    const v1::CompetitionSpec& spec, const GameForm& form,
    const Results& results, absl::Span<const v1::CompetitionMatch> matches);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_
