// Predicted against observed places: whether ratings foresee results rightly.
#ifndef ARENA_COMPETITION_RATING_CALIBRATION_H_
#define ARENA_COMPETITION_RATING_CALIBRATION_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/comparison/set_ratio.h"
#include "arena/competition/pairing/placing.h"
#include "arena/competition/rating/batch_rating.h"

namespace arena::competition {

// Sides that had about the same chance of a place.
struct CalibrationBin {
  // If only two sides are left for the place, the side with the better chance
  // counts, and stands for both; neither counts if their chances are equal.
  int64_t sides = 0;
  // The mean chance.
  double predicted = 0;
  // The share that took the place. One of n sides that share it counts 1/n.
  RatioEstimate observed;
};

// Of one place, among the sides that took no better one.
struct PlaceCalibration {
  // As in PlaceFactors.
  double factor = 1;
  // How much observed shares differ where predicted ones differ by 1. Nothing
  // if predictions differ so little that its error is above 0.5.
  std::optional<RatioEstimate> slope;
  // Ascending. Each has about as many sides as any other, and at least 50 if
  // there are so many.
  std::vector<CalibrationBin> bins;
};

// By place from the first; none for the last. Settled sets are left out.
// `fitted`: the rating comes from these sets. Then each set is predicted from
// the other sets: its pull is taken from the strengths, by one step of Newton's
// method. (The factors of places are taken as they are.)
std::vector<PlaceCalibration> Calibrate(const BatchRating& rating,
                                        absl::Span<const PlacingSet> sets,
                                        bool fitted);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CALIBRATION_H_
