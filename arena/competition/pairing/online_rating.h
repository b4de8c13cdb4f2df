// A rating that changes with every result. It is used only to choose opponents.
//
// Weng and Lin (2011, "A Bayesian approximation method for online ranking",
// JMLR 12): each competitor's skill is normal with mean mu and deviation
// sigma, a team's is the sum of its members', and a result moves both by one
// step along the gradient of its log-likelihood. It depends on the order of
// results, so the official table never uses it: see batch_rating.h.
#ifndef ARENA_COMPETITION_PAIRING_ONLINE_RATING_H_
#define ARENA_COMPETITION_PAIRING_ONLINE_RATING_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/pairing/placing.h"

namespace arena::competition {

// A new competitor has the defaults.
struct OnlineRating {
  double mu = 25;
  double sigma = 25.0 / 3;

  bool operator==(const OnlineRating&) const = default;
};

struct OnlineRatingOptions {
  // How much performance varies from match to match.
  double beta = 25.0 / 6;
  // A result never divides a variance by more than 1 / kappa.
  double kappa = 0.0001;
  // Added to sigma^2 before a result, so that a settled rating can still follow
  // a bot that changes. The paper has no drift.
  double drift = 0;
};

// The ratings after one result, by competitor; competitors without a part in it
// keep theirs. Every pair of sides counts, a tie as half a win
// (Bradley-Terry, algorithm 1 of the paper): over all other sides q, with
// c_iq^2 = sigma_i^2 + sigma_q^2 + 2 beta^2, p = 1 / (1 + exp((mu_q - mu_i) /
// c_iq)) and the score s = 1, 1/2 or 0,
//   omega_i = sum sigma_i^2 / c_iq (s - p)
//   delta_i = sum (sigma_i / c_iq) sigma_i^2 / c_iq^2 p (1 - p).
// A member j's share is v = sigma_j^2 / sigma_i^2:
//   mu_j += v omega_i,  sigma_j^2 *= max(1 - v delta_i, kappa).
// The weight of the placing is not used. INVALID_ARGUMENT for a bad placing,
// a competitor that takes part twice, and bad options.
absl::StatusOr<std::vector<OnlineRating>> UpdateRatings(
    absl::Span<const OnlineRating> ratings, const Placing& placing,
    const OnlineRatingOptions& options = {});

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_ONLINE_RATING_H_
