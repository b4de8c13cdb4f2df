#include "arena/competition/rating/rating_history.h"

#include <algorithm>
#include <map>
#include <utility>

#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Results with their counts: there are only few different results.
using PlacingCounts = std::map<std::vector<Side>, double>;

absl::StatusOr<BatchRating> Fit(int entrants, const PlacingCounts& counts) {
  std::vector<Placing> placings;
  for (const auto& [sides, count] : counts) placings.push_back({sides, count});
  return FitBatchRating(entrants, placings);
}

}  // namespace

absl::StatusOr<RatingHistory> FitHistory(int entrants,
                                         absl::Span<const SetOutcome> sets) {
  PlacingCounts counts;
  ARENA_ASSIGN_OR_RETURN(BatchRating none, Fit(entrants, counts));
  RatingHistory history{std::move(none), {}};
  history.curves.resize(entrants);
  std::vector<bool> has_played(entrants);
  const size_t portions = std::min<size_t>(kCurvePoints, sets.size());
  size_t taken = 0;
  for (size_t portion = 1; portion <= portions; ++portion) {
    for (; taken < sets.size() * portion / portions; ++taken) {
      const Placing placing = Canonical(PlacingOf(sets[taken]));
      ARENA_RETURN_IF_ERROR(CheckPlacing(placing, entrants));
      counts[placing.sides] += 1;
      for (const EntrantOutcome& outcome : sets[taken].entrants) {
        has_played[outcome.entrant] = true;
      }
    }
    ARENA_ASSIGN_OR_RETURN(history.rating, Fit(entrants, counts));
    for (int i = 0; i < entrants; ++i) {
      if (!has_played[i]) continue;
      history.curves[i].push_back({static_cast<int>(taken),
                                   history.rating.Points(i),
                                   history.rating.PointsInterval(i)});
    }
  }
  return history;
}

}  // namespace arena::competition
