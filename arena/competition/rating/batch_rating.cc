#include "arena/competition/rating/batch_rating.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/rating/choice_model.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// A set of sides, one bit per side.
using SideMask = uint32_t;

// The canonical list of results: sorted, with equal results counted together.
// All sums below run in the same order, in whatever order the results came.
std::vector<Placing> Sorted(absl::Span<const Placing> placings) {
  std::vector<Placing> sorted;
  sorted.reserve(placings.size());
  for (const Placing& placing : placings) {
    sorted.push_back(Canonical(placing));
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Placing& a, const Placing& b) {
              return std::tie(a.sides, a.weight) < std::tie(b.sides, b.weight);
            });
  std::vector<Placing> merged;
  for (Placing& placing : sorted) {
    if (!merged.empty() && merged.back().sides == placing.sides) {
      merged.back().weight += placing.weight;
    } else {
      merged.push_back(std::move(placing));
    }
  }
  return merged;
}

// The sides of one rank. Ranks of a canonical placing are 1, 2, ...
SideMask SidesOfRank(const Placing& placing, int rank) {
  SideMask mask = 0;
  for (size_t i = 0; i < placing.sides.size(); ++i) {
    if (placing.sides[i].rank == rank) mask |= SideMask{1} << i;
  }
  return mask;
}

// Turns placings into choices, one for every place.
class PlaceChoices {
 public:
  PlaceChoices(int competitors, const std::vector<Placing>& placings)
      : parameters_(competitors) {
    std::array<bool, kMaxSides + 1> has_ties = {};
    for (const Placing& placing : placings) {
      for (int rank = 1; rank <= placing.sides.back().rank; ++rank) {
        has_ties[std::popcount(SidesOfRank(placing, rank))] = true;
      }
    }
    for (int size = 2; size <= kMaxSides; ++size) {
      if (has_ties[size]) tie_parameters_[size] = parameters_++;
    }
    for (const Placing& placing : placings) AddPlaces(placing);
  }

  // Log-strengths first, then logarithms of delta_t.
  int parameters() const { return parameters_; }
  const std::vector<Choice>& choices() const { return choices_; }

 private:
  void AddPlaces(const Placing& placing) {
    SideMask left = (SideMask{1} << placing.sides.size()) - 1;
    for (int rank = 1; std::popcount(left) > 1; ++rank) {
      const SideMask taken = SidesOfRank(placing, rank);
      choices_.push_back(Place(placing, left, taken));
      left &= ~taken;
    }
  }

  // The choice of the sides that take a place, among the sides that are left.
  Choice Place(const Placing& placing, SideMask left, SideMask taken) const {
    Choice choice;
    choice.weight = placing.weight;
    for (SideMask mask = 1; mask <= left; ++mask) {
      const int size = std::popcount(mask);
      if ((mask & ~left) != 0 || (size > 1 && tie_parameters_[size] == 0)) {
        continue;
      }
      if (mask == taken) {
        choice.chosen = static_cast<int>(choice.alternatives.size());
      }
      choice.alternatives.push_back(Propensity(placing, mask));
    }
    return choice;
  }

  // log(delta_t) plus the mean of the log-strengths of the sides.
  Alternative Propensity(const Placing& placing, SideMask mask) const {
    const int size = std::popcount(mask);
    Alternative terms;
    for (size_t i = 0; i < placing.sides.size(); ++i) {
      if ((mask >> i & 1) == 0) continue;
      const std::vector<int>& members = placing.sides[i].members;
      const double share = 1.0 / (size * static_cast<double>(members.size()));
      for (const int member : members) terms.push_back({member, share});
    }
    if (size > 1) terms.push_back({tie_parameters_[size], 1});
    return terms;
  }

  int parameters_;
  // 0 means no parameter, because parameter 0 belongs to a competitor.
  std::array<int, kMaxSides + 1> tie_parameters_ = {};
  std::vector<Choice> choices_;
};

absl::Status CheckRange(double value, double low, double high,
                        const char* name) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, " is ", value, "; expected ", low, " to ", high));
}

absl::Status CheckInput(int competitors, absl::Span<const Placing> placings,
                        const BatchRatingOptions& options) {
  if (competitors < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(competitors, " competitors; expected at least 1"));
  }
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.mean_points, -1e6, 1e6, "mean_points"));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.prior_points, 1, 1e6, "prior_points"));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.prior_log_tie, 0.01, 1e4, "prior_log_tie"));
  for (const Placing& placing : placings) {
    ARENA_RETURN_IF_ERROR(CheckPlacing(placing, competitors));
  }
  return absl::OkStatus();
}

}  // namespace

BatchRating::BatchRating(double mean_points, std::vector<double> log_strengths,
                         std::vector<double> covariances)
    : mean_points_(mean_points),
      strengths_(std::move(log_strengths)),
      covariances_(std::move(covariances)) {}

double BatchRating::Points(int competitor) const {
  return mean_points_ + kPointsPerLogUnit * strengths_[competitor];
}

double BatchRating::StandardError(int competitor) const {
  const int n = competitors();
  double with_all = 0;
  double of_all = 0;
  for (int i = 0; i < n; ++i) {
    with_all += Covariance(competitor, i);
    for (int j = 0; j < n; ++j) of_all += Covariance(i, j);
  }
  const double variance =
      Covariance(competitor, competitor) - 2 * with_all / n + of_all / n / n;
  return kPointsPerLogUnit * std::sqrt(std::max(0.0, variance));
}

Interval BatchRating::PointsInterval(int competitor, double confidence) const {
  return NormalInterval(Points(competitor), StandardError(competitor),
                        confidence);
}

double BatchRating::Difference(int a, int b) const {
  return kPointsPerLogUnit * (strengths_[a] - strengths_[b]);
}

double BatchRating::StandardErrorOfDifference(int a, int b) const {
  const double variance =
      Covariance(a, a) + Covariance(b, b) - 2 * Covariance(a, b);
  return kPointsPerLogUnit * std::sqrt(std::max(0.0, variance));
}

double BatchRating::Superiority(int a, int b) const {
  if (a == b) return 0.5;
  return NormalCdf(Difference(a, b) / StandardErrorOfDifference(a, b));
}

double BatchRating::Covariance(int a, int b) const {
  return covariances_[a * strengths_.size() + b];
}

absl::StatusOr<BatchRating> FitBatchRating(int competitors,
                                           absl::Span<const Placing> placings,
                                           const BatchRatingOptions& options) {
  ARENA_RETURN_IF_ERROR(CheckInput(competitors, placings, options));
  const PlaceChoices places(competitors, Sorted(placings));
  Eigen::VectorXd deviations =
      Eigen::VectorXd::Constant(places.parameters(), options.prior_log_tie);
  deviations.head(competitors)
      .setConstant(options.prior_points / kPointsPerLogUnit);
  const ChoiceModel model(places.choices(), deviations);
  Eigen::VectorXd x = model.Maximum();
  // Only the prior depends on a common shift, and it is best at the mean 0.
  x.head(competitors).array() -= x.head(competitors).mean();

  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  model.Derivatives(x, gradient, curvature);
  const Eigen::MatrixXd inverse =
      curvature.ldlt().solve(Eigen::MatrixXd::Identity(x.size(), x.size()));
  std::vector<double> covariances;
  for (int i = 0; i < competitors; ++i) {
    for (int j = 0; j < competitors; ++j) covariances.push_back(inverse(i, j));
  }
  return BatchRating(options.mean_points,
                     std::vector<double>(x.data(), x.data() + competitors),
                     std::move(covariances));
}

}  // namespace arena::competition
