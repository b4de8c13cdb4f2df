#include "arena/competition/rating/rating_history.h"

#include <algorithm>
#include <map>
#include <utility>

#include "arena/competition/rating/linear_algebra.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Results of matches with their counts: there are only few different results.
using PlacingCounts = std::map<std::vector<Side>, double>;

// A fit with known values of the field. It does not need to know which matches
// belong to a set.
absl::StatusOr<BatchRating> Fit(int competitors, const PlacingCounts& counts,
                                const BatchRatingOptions& learnt) {
  std::vector<PlacingSet> results;
  for (const auto& [sides, count] : counts) {
    results.push_back({Placing{sides, count}});
  }
  return FitBatchRating(competitors, results, learnt);
}

// The number of points of a curve. All fits of a large field together cost no
// more than the fits of a smaller field.
size_t CurvePoints(int competitors) {
  const double size = static_cast<double>(kLargeField) / competitors;
  const double points = kCurvePoints * std::min(1.0, size * size * size);
  return static_cast<size_t>(std::max(1.0, points));
}

}  // namespace

absl::StatusOr<std::vector<std::vector<CurvePoint>>> CurvesOf(
    const BatchRating& rating, absl::Span<const PlacingSet> sets) {
  const int competitors = rating.competitors();
  const BatchRatingOptions& options = rating.options();
  for (const PlacingSet& set : sets) {
    for (const Placing& placing : set) {
      ARENA_RETURN_IF_ERROR(CheckPlacing(placing, competitors));
    }
  }
  std::vector<std::vector<CurvePoint>> curves(competitors);
  std::vector<bool> has_played(competitors);
  PlacingCounts counts;
  const size_t portions = std::min(CurvePoints(competitors), sets.size());
  size_t taken = 0;
  for (size_t portion = 1; portion <= portions; ++portion) {
    for (; taken < sets.size() * portion / portions; ++taken) {
      for (const Placing& placing : sets[taken]) {
        counts[Canonical(placing).sides] += placing.weight;
        for (const Side& side : placing.sides) {
          for (const int member : side.members) has_played[member] = true;
        }
      }
    }
    BatchRating then = rating;
    if (portion < portions) {
      // The luck of a field can be learnt only from whole sets.
      ARENA_ASSIGN_OR_RETURN(
          then, options.field ? FitBatchRating(competitors,
                                               sets.subspan(0, taken), options)
                              : Fit(competitors, counts, options));
    }
    for (int i = 0; i < competitors; ++i) {
      if (!has_played[i]) continue;
      curves[i].push_back(
          {static_cast<int>(taken), then.Points(i), then.PointsInterval(i)});
    }
  }
  return curves;
}

}  // namespace arena::competition
