#include "arena/competition/report/entrant_ratings.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// The entrants that have played. Only these are rated: other entrants would
// cost as much and add nothing.
class RatedEntrants {
 public:
  // With the anchor, if there is one.
  RatedEntrants(int entrants, absl::Span<const PlacingSet> placings,
                std::optional<int> anchor)
      : numbers_(entrants, -1) {
    std::vector<bool> has_played(entrants);
    if (anchor.has_value()) has_played[*anchor] = true;
    for (const PlacingSet& set : placings) {
      for (const Placing& placing : set) {
        for (const Side& side : placing.sides) {
          for (const int member : side.members) has_played[member] = true;
        }
      }
    }
    // At least one entrant is always rated.
    if (absl::c_none_of(has_played, [](bool played) { return played; })) {
      has_played[0] = true;
    }
    for (int i = 0; i < entrants; ++i) {
      if (!has_played[i]) continue;
      numbers_[i] = static_cast<int>(entrants_.size());
      entrants_.push_back(i);
    }
  }

  int size() const { return static_cast<int>(entrants_.size()); }
  // -1 if it is not rated.
  int NumberOf(int entrant) const { return numbers_[entrant]; }

  std::vector<PlacingSet> Renumbered(
      absl::Span<const PlacingSet> placings) const {
    std::vector<PlacingSet> renumbered(placings.begin(), placings.end());
    for (PlacingSet& set : renumbered) {
      for (Placing& placing : set) {
        for (Side& side : placing.sides) {
          for (int& member : side.members) member = numbers_[member];
        }
      }
    }
    return renumbered;
  }

  // The same for all entrants. For entrants without a rating only the prior is
  // known.
  BatchRating Spread(const BatchRating& rated) const {
    const size_t count = numbers_.size();
    BatchRatingOptions options = rated.options();
    const std::vector<double> origin = std::move(options.origin);
    options.origin.assign(count, 0);
    const double deviation = *options.prior_points / kPointsPerLogUnit;
    std::vector<double> strengths(count);
    std::vector<double> covariances(count * count);
    for (size_t i = 0; i < count; ++i) {
      const int number = numbers_[i];
      double* const row = &covariances[i * count];
      row[i] = deviation * deviation / (1 - 2 * options.prior_tails);
      if (number < 0) continue;
      options.origin[i] = origin.empty() ? 1.0 / size() : origin[number];
      strengths[i] = rated.Strength(number);
      for (const int other : entrants_) {
        row[other] = rated.Covariance(number, numbers_[other]);
      }
    }
    return BatchRating(options, std::move(strengths), std::move(covariances));
  }

 private:
  std::vector<int> numbers_;
  std::vector<int> entrants_;
};

}  // namespace

absl::StatusOr<RatingHistory> RateEntrants(
    const v1::CompetitionSpec& spec, absl::Span<const PlacingSet> placings) {
  const std::optional<int> anchor = AnchorOf(spec);
  const RatedEntrants entrants(spec.entrants_size(), placings, anchor);
  BatchRatingOptions scale = {.field = IsField(spec)};
  if (anchor.has_value()) {
    scale.origin = AnchoredAt(entrants.NumberOf(*anchor), entrants.size());
  }
  ARENA_ASSIGN_OR_RETURN(
      RatingHistory rated,
      FitHistory(entrants.size(), entrants.Renumbered(placings), scale));
  if (entrants.size() == spec.entrants_size()) return rated;
  RatingHistory all = {entrants.Spread(rated.rating), {}};
  for (int i = 0; i < spec.entrants_size(); ++i) {
    const int number = entrants.NumberOf(i);
    all.curves.push_back(number < 0 ? std::vector<CurvePoint>()
                                    : std::move(rated.curves[number]));
  }
  return all;
}

}  // namespace arena::competition
