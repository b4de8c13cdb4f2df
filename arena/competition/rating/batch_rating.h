// The official rating: one fit to all results at once, in whatever order.
//
// The model is Plackett and Luce's with ties: places are filled from the top,
// and a place goes to one side or to several at once. Of the sides S that have
// no place yet, those in C take the next one with a probability in proportion
// to
//   delta_t * (product of the strengths of the sides in C)^(1 / t),
// where t is the size of C, delta_1 = 1 and the other delta_t say how common
// ties of that size are (Firth, Kosmidis, Turner 2019, "Davidson-Luce model
// for multi-item choice with ties", arXiv:1909.07123). Two sides: Davidson's
// model (1970), without ties Bradley and Terry's (1952). Sizes of ties that
// no result has are left out. The log-strength of a side is the mean of its
// members' log-strengths.
//
// Prior: the log-strengths are independent and normal with mean 0, and so are
// the logarithms of the delta_t. The logarithm of the posterior is strictly
// concave in the logarithms of all parameters, so it has one maximum, which is
// the rating; its curvature there gives the intervals (Laplace).
#ifndef ARENA_COMPETITION_RATING_BATCH_RATING_H_
#define ARENA_COMPETITION_RATING_BATCH_RATING_H_

#include <cmath>
#include <numbers>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/planning/placing.h"
#include "arena/competition/rating/interval.h"

namespace arena::competition {

// 400 points more are odds of 10 to 1, as in Elo's scale.
inline constexpr double kPointsPerLogUnit = 400 / std::numbers::ln10;

struct BatchRatingOptions {
  // The mean rating of all competitors, -1e6 to 1e6.
  double mean_points = 1500;
  // Standard deviation of strengths before any result, in points, 1 to 1e6. 400
  // means that two unknown bots differ by less than 1100 points in 95 % of
  // cases.
  double prior_points = 400;
  // Standard deviation of log(delta_t) before any result, 0.01 to 1e4.
  double prior_log_tie = 2;
};

// The result of a fit. A value.
class BatchRating {
 public:
  // Takes what FitBatchRating found: log-strengths and their covariances, row
  // by row.
  BatchRating(double mean_points, std::vector<double> log_strengths,
              std::vector<double> covariances);

  int competitors() const { return static_cast<int>(strengths_.size()); }

  // ---- One competitor, against the mean of all ----
  double Points(int competitor) const;
  // Of the distance to the mean of all: a common shift of all strengths is
  // arbitrary, and is not part of any competitor's uncertainty.
  double StandardError(int competitor) const;
  Interval PointsInterval(int competitor, double confidence = 0.95) const;

  // ---- Two competitors ----
  double Difference(int a, int b) const;
  double StandardErrorOfDifference(int a, int b) const;
  // The probability that a is truly stronger than b; 1/2 if a == b.
  double Superiority(int a, int b) const;

 private:
  double Covariance(int a, int b) const;

  double mean_points_;
  std::vector<double> strengths_;
  std::vector<double> covariances_;
};

// Rates competitors 0 .. competitors - 1. Any order of the placings gives the
// same bits. Placings of a side against itself are allowed and say nothing
// about it. INVALID_ARGUMENT for a bad placing, fewer than 1 competitor, or an
// option out of range.
absl::StatusOr<BatchRating> FitBatchRating(
    int competitors, absl::Span<const Placing> placings,
    const BatchRatingOptions& options = {});

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_BATCH_RATING_H_
