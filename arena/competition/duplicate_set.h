// The unit of all statistics: the matches that share their deals.
//
// In a duplicate set the same deals are played in several seatings, so its
// matches are not independent of each other; sets are.
#ifndef ARENA_COMPETITION_DUPLICATE_SET_H_
#define ARENA_COMPETITION_DUPLICATE_SET_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/placing.h"

namespace arena::competition {

// The result of one match by seat. An entrant, which is a bot or a named pair,
// may hold several seats.
struct MatchScores {
  std::vector<int> entrants;
  std::vector<double> scores;
};

// An entrant's score in a set.
struct EntrantScore {
  int entrant = 0;
  // Mean over all its seats in all matches of the set, in the game's points.
  double score = 0;

  bool operator==(const EntrantScore&) const = default;
};

// The result of a set: every entrant once, ascending.
struct DuplicateSet {
  std::vector<EntrantScore> scores;

  std::optional<double> ScoreOf(int entrant) const;
  bool operator==(const DuplicateSet&) const = default;
};

// The result of a set from those of its matches, whatever their order and that
// of the seats. INVALID_ARGUMENT if there are no matches, an entrant is
// negative, a score not finite, or a match has not one score for each seat.
absl::StatusOr<DuplicateSet> CombineMatches(
    absl::Span<const MatchScores> matches);

// a - b, and 0 if they differ by no more than the rounding errors of means.
double ScoreDifference(double a, double b);

// The entrants in the order of their scores, each a side of its own. Those
// whose ScoreDifference is 0 tie.
Placing PlacingOf(const DuplicateSet& set);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_DUPLICATE_SET_H_
