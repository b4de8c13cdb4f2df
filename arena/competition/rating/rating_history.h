// The course of the official ratings, by fits to more and more of the sets.
#ifndef ARENA_COMPETITION_RATING_RATING_HISTORY_H_
#define ARENA_COMPETITION_RATING_RATING_HISTORY_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/planning/duplicate_score.h"
#include "arena/competition/rating/batch_rating.h"

namespace arena::competition {

// The most points of a curve; in large fields (kLargeField) there are fewer.
inline constexpr int kCurvePoints = 20;

// A competitor's rating after the first `sets` sets of the competition, with
// its 95 % interval.
struct CurvePoint {
  int sets = 0;
  double rating = 0;
  Interval interval;

  bool operator==(const CurvePoint&) const = default;
};

// By competitor. A curve begins with the first portion in which the competitor
// has played; its last point is the rating, which comes from all sets. The sets
// are fitted in portions of about equal size, in the order given (by number),
// each time with all portions before. Learnt values and the origin are those of
// `rating`. INVALID_ARGUMENT as for FitBatchRating.
absl::StatusOr<std::vector<std::vector<CurvePoint>>> CurvesOf(
    const BatchRating& rating, absl::Span<const PlacingSet> sets);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_RATING_HISTORY_H_
