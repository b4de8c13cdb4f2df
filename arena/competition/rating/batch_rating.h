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
// members' log-strengths. With more than two sides, it is multiplied by a
// factor for each place: in some games strength decides the first place and
// luck the last, in others the reverse.
//
// Prior: the log-strengths are independent and have Student's distribution with
// mean 0, and the logarithms of the delta_t are independent and normal. A later
// version of a bot is a competitor of its own, and succeeds the version before:
// only the step from one to the other has Student's distribution. The rating is
// the maximum of the posterior. The intervals come from the width of the
// posterior (see NearestPosterior). With a normal prior, the logarithm of the
// posterior is strictly concave in the logarithms of all parameters and has one
// maximum. Student's distribution has heavier tails: a normal prior would
// treat one bot far above a field of equals as lucky, and draw it towards them.
//
// The deviation of the prior, which tells how far strengths differ before any
// result, is learnt from the results, and so is the deviation of steps. With a
// fixed deviation that is too wide, and opponents chosen by estimated strength,
// the scale is stretched and intervals miss the truth. The rating is the mean
// over all deviations that the results allow. A small field tells little about
// its deviation, so its intervals are wider. A large field (kLargeField) tells
// the deviation exactly.
#ifndef ARENA_COMPETITION_RATING_BATCH_RATING_H_
#define ARENA_COMPETITION_RATING_BATCH_RATING_H_

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/comparison/interval.h"
#include "arena/competition/pairing/placing.h"

namespace arena::competition {

// 400 points more are odds of 10 to 1, as in Elo's scale.
inline constexpr double kPointsPerLogUnit = 400 / std::numbers::ln10;

// By the number of sides that share a place.
using LogTies = std::array<double, kMaxSides + 1>;

struct BatchRatingOptions {
  // The rating of the origin, -1e6 to 1e6.
  double mean_points = 1500;
  // The origin of the scale: the mean of all competitors with these weights,
  // one for each, none below 0, their sum 1. Empty: all weigh the same. With
  // all the weight on one competitor, the scale is anchored there.
  std::vector<double> origin = {};
  // Deviation of strengths before any result, in points, 1 to 1e6: the standard
  // deviation if the prior is normal, else the scale of Student's distribution.
  // Absent: learnt from the results (see LearntDeviation). The most probable
  // one is kept, and the rating is the mean over all likely ones.
  std::optional<double> prior_points = std::nullopt;
  // The weight of the tails of the prior: the inverse of the degrees of freedom
  // of Student's distribution, 0 to 1. 0 is the normal distribution.
  double prior_tails = 0.25;
  // For each competitor the one that it succeeds, which has a smaller number;
  // -1: none. Empty: no competitor succeeds another.
  std::vector<int> predecessors = {};
  // Deviation of the step from a competitor to its successor, in points, 1 to
  // 1e6. Absent: learnt.
  std::optional<double> step_points = std::nullopt;
  // The factors of the places, each 0.01 to 100; see PlaceFactors. Absent:
  // learnt if a match has more than two sides.
  std::optional<std::vector<double>> place_factors = std::nullopt;
  // The factor by which matches of a set tell less than independent matches,
  // 0.1 to 10. Absent: learnt (see Dispersion).
  std::optional<double> dispersion = std::nullopt;
  // Whether the matches of a set are the tables of a field duplicate, whose
  // sides are in the order of their seats. Then the common part of the same
  // seats of a deal counts as luck (see DealLuck).
  bool field = false;
  // Field: the share of a match's variance that is luck of the deal and the
  // seat, 0 to 0.9. Absent: learnt.
  std::optional<double> deal_luck = std::nullopt;
  // Standard deviation of log(delta_t) before any result, 0.01 to 1e4.
  double prior_log_tie = 2;
  // Takes the errors from the curvature at the maximum, as most programs do,
  // for comparison. After few results such intervals are too narrow.
  bool errors_at_maximum = false;
};

// The result of a fit. A value.
class BatchRating {
 public:
  // Takes the result of FitBatchRating: log-strengths and their covariances,
  // row by row, and the logarithms of delta_t.
  BatchRating(const BatchRatingOptions& options,
              std::vector<double> log_strengths,
              std::vector<double> covariances, const LogTies& log_ties);

  // The options, with all learnt values filled in.
  const BatchRatingOptions& options() const { return options_; }

  int competitors() const { return static_cast<int>(strengths_.size()); }

  // ---- As it was found, in log-units ----
  double Strength(int competitor) const { return strengths_[competitor]; }
  double Covariance(int a, int b) const {
    return covariances_[a * strengths_.size() + b];
  }

  // The same with another origin, as in BatchRatingOptions.
  BatchRating WithOrigin(std::vector<double> origin) const;

  // Log-units; minus infinity for sizes of ties that no result has.
  const LogTies& log_ties() const { return log_ties_; }

  // ---- One competitor, against the origin ----
  double Points(int competitor) const;
  // The standard error of the distance to the origin. A common shift of all
  // strengths is arbitrary and is no competitor's uncertainty. An anchor has no
  // error; its uncertainty is in the errors of all other competitors.
  double StandardError(int competitor) const;
  Interval PointsInterval(int competitor, double confidence = 0.95) const;

  // ---- Two competitors ----
  double Difference(int a, int b) const;
  double StandardErrorOfDifference(int a, int b) const;
  // The probability that a is truly stronger than b; 1/2 if a == b.
  double Superiority(int a, int b) const;

 private:
  BatchRatingOptions options_;
  std::vector<double> strengths_;
  std::vector<double> covariances_;
  LogTies log_ties_;
  // The strength of the origin, its covariance with each competitor, and its
  // variance.
  double origin_ = 0;
  std::vector<double> with_origin_;
  double variance_of_origin_ = 0;
};

// The origin of a scale that is anchored at a competitor.
std::vector<double> AnchoredAt(int competitor, int competitors);

// Rates competitors 0 .. competitors - 1. Any order of the sets, and of the
// matches in them, gives the same bits. Placings of a side against itself are
// allowed and have no effect. INVALID_ARGUMENT for a bad placing, fewer than 1
// competitor, or an option out of range; with `field` also if a side has
// several members, or the numbers of sides differ.
absl::StatusOr<BatchRating> FitBatchRating(
    int competitors, absl::Span<const PlacingSet> sets,
    const BatchRatingOptions& options = {});

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_BATCH_RATING_H_
