// What entrants reached with each version of their bots.
#ifndef ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/planning/results.h"
#include "arena/competition/rating/interval.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// A version of an entrant.
struct VersionStanding {
  // As the bot calls it, perhaps empty; "a+b" if the players of a side had two.
  std::string version;
  // Sets that count and that it played alone; with the mean share of the rank
  // points, 1/2 without a set.
  int sets = 0;
  double rank_points = 0.5;
  // In a fit where every version is an entrant of its own.
  double rating = 0;
  // 95 %.
  Interval rating_interval;
};

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
absl::StatusOr<std::vector<std::vector<VersionStanding>>> RateVersions(
    const v1::CompetitionSpec& spec, const GameForm& form,
    const Results& results, absl::Span<const v1::CompetitionMatch> matches);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_VERSION_STANDINGS_H_
