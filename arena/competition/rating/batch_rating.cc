#include "arena/competition/rating/batch_rating.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/rating/choice_model.h"
#include "arena/competition/rating/deal_luck.h"
#include "arena/competition/rating/dispersion.h"
#include "arena/competition/rating/learnt_prior.h"
#include "arena/competition/rating/linear_algebra.h"
#include "arena/competition/rating/posterior.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// A set of sides, one bit per side.
using SideMask = uint32_t;

// A set of matches, and the number of equal sets.
struct CountedSet {
  PlacingSet matches;
  double sets = 1;
};

// The canonical list of sets: sorted, with equal sets counted together. All
// sums below run in the same order, in whatever order the sets came.
std::vector<CountedSet> WithCounts(absl::Span<const PlacingSet> sets) {
  std::vector<PlacingSet> sorted(sets.begin(), sets.end());
  for (PlacingSet& set : sorted) {
    for (Placing& placing : set) placing = Canonical(std::move(placing));
    std::sort(set.begin(), set.end());
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<CountedSet> counted;
  for (PlacingSet& set : sorted) {
    if (!counted.empty() && counted.back().matches == set) {
      ++counted.back().sets;
    } else {
      counted.push_back({std::move(set)});
    }
  }
  return counted;
}

// The sides of one rank. Ranks of a canonical placing are 1, 2, ...
SideMask SidesOfRank(const Placing& placing, int rank) {
  SideMask mask = 0;
  for (size_t i = 0; i < placing.sides.size(); ++i) {
    if (placing.sides[i].rank == rank) mask |= SideMask{1} << i;
  }
  return mask;
}

// Turns placings into choices, one for every place. Matches with one result
// share their choices.
class PlaceChoices {
 public:
  PlaceChoices(int competitors, const std::vector<CountedSet>& sets)
      : parameters_(competitors) {
    std::array<bool, kMaxSides + 1> has_ties = {};
    for (const CountedSet& set : sets) {
      for (const Placing& placing : set.matches) {
        for (int rank = 1; rank <= placing.sides.back().rank; ++rank) {
          has_ties[std::popcount(SidesOfRank(placing, rank))] = true;
        }
      }
    }
    for (int size = 2; size <= kMaxSides; ++size) {
      if (has_ties[size]) tie_parameters_[size] = parameters_++;
    }
    for (const CountedSet& set : sets) {
      shared_deals_ = shared_deals_ || set.matches.size() > 1;
      SetResults& added = sets_.emplace_back();
      added.sets = set.sets;
      for (const Placing& placing : set.matches) {
        const auto [found, news] =
            known_.try_emplace(placing.sides, results_.size());
        if (news) AddResult(placing);
        results_[found->second].weight += placing.weight * set.sets;
        added.matches.push_back({found->second, placing.weight});
      }
    }
    for (const MatchChoices& result : results_) {
      for (size_t i = result.first; i < result.last; ++i) {
        choices_[i].weight = result.weight;
      }
    }
  }

  // Log-strengths first, then logarithms of delta_t.
  int parameters() const { return parameters_; }
  const std::vector<Choice>& choices() const { return choices_; }
  // The different results of matches, and the results of each set.
  const std::vector<MatchChoices>& results() const { return results_; }
  const std::vector<SetResults>& sets() const { return sets_; }
  // The index of the placing among the results.
  size_t ResultOf(const Placing& placing) const {
    return known_.at(Canonical(placing).sides);
  }
  // Whether a set has several matches, which then may depend on each other.
  bool shared_deals() const { return shared_deals_; }

 private:
  void AddResult(const Placing& placing) {
    const size_t first = choices_.size();
    SideMask left = (SideMask{1} << placing.sides.size()) - 1;
    for (int rank = 1; std::popcount(left) > 1; ++rank) {
      const SideMask taken = SidesOfRank(placing, rank);
      choices_.push_back(Place(placing, left, taken));
      left &= ~taken;
    }
    results_.push_back({first, choices_.size()});
  }

  // The choice of the sides that take a place, among the sides that are left.
  Choice Place(const Placing& placing, SideMask left, SideMask taken) const {
    Choice choice;
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
  std::vector<MatchChoices> results_;
  std::map<std::vector<Side>, size_t> known_;
  std::vector<SetResults> sets_;
  bool shared_deals_ = false;
};

absl::Status CheckRange(double value, double low, double high,
                        const char* name) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, " is ", value, "; expected ", low, " to ", high));
}

absl::Status CheckOrigin(const std::vector<double>& origin, int competitors) {
  if (origin.empty()) return absl::OkStatus();
  if (static_cast<int>(origin.size()) != competitors) {
    return absl::InvalidArgumentError(absl::StrCat("origin has ", origin.size(),
                                                   " weights; expected ",
                                                   competitors, " or none"));
  }
  double sum = 0;
  for (const double weight : origin) {
    ARENA_RETURN_IF_ERROR(CheckRange(weight, 0, 1, "a weight of origin"));
    sum += weight;
  }
  return CheckRange(sum, 1 - 1e-6, 1 + 1e-6, "the sum of origin");
}

absl::Status CheckFieldPlacing(const Placing& placing, const Placing& first) {
  if (placing.sides.size() != first.sides.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a table of a field has ", placing.sides.size(), " sides; expected ",
        first.sides.size(), ", as the first of its set has"));
  }
  for (const Side& side : placing.sides) {
    if (side.members.size() == 1) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "a side of a field has ", side.members.size(), " members; expected 1"));
  }
  return absl::OkStatus();
}

absl::Status CheckInput(int competitors, absl::Span<const PlacingSet> sets,
                        const BatchRatingOptions& options) {
  if (competitors < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(competitors, " competitors; expected at least 1"));
  }
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.mean_points, -1e6, 1e6, "mean_points"));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.prior_points.value_or(1), 1, 1e6, "prior_points"));
  ARENA_RETURN_IF_ERROR(CheckRange(options.prior_tails, 0, 1, "prior_tails"));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.prior_log_tie, 0.01, 1e4, "prior_log_tie"));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.dispersion.value_or(1), 0.1, 10, "dispersion"));
  ARENA_RETURN_IF_ERROR(CheckOrigin(options.origin, competitors));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.deal_luck.value_or(0), 0, 0.9, "deal_luck"));
  for (const PlacingSet& set : sets) {
    for (const Placing& placing : set) {
      ARENA_RETURN_IF_ERROR(CheckPlacing(placing, competitors));
      if (options.field) {
        ARENA_RETURN_IF_ERROR(CheckFieldPlacing(placing, set.front()));
      }
    }
  }
  return absl::OkStatus();
}

// The tables of all sets by seat. Their order does not depend on the order of
// the sets.
DealLuck LuckOf(const PlaceChoices& places, absl::Span<const PlacingSet> sets) {
  std::vector<PlacingSet> sorted(sets.begin(), sets.end());
  for (PlacingSet& set : sorted) std::sort(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<FieldSet> field;
  for (const PlacingSet& set : sorted) {
    if (set.empty()) continue;
    FieldSet& tables = field.emplace_back();
    for (const Placing& placing : set) {
      FieldTable& table = tables.emplace_back();
      table.result = places.ResultOf(placing);
      for (const Side& side : placing.sides) {
        table.competitors.push_back(side.members.front());
      }
    }
  }
  return DealLuck(places.results(), std::move(field));
}

// Learns the parts of the luck of a field that `options` leave open.
void LearnLuck(ChoiceModel model, int competitors, const DealLuck& luck,
               BatchRatingOptions& options) {
  const Vector x = MaximumWith(model, competitors, options.prior_tails,
                               *options.prior_points / kPointsPerLogUnit);
  if (!options.deal_luck.has_value()) {
    options.deal_luck = luck.LearntShare(model, x);
  }
  if (!options.dispersion.has_value()) {
    options.dispersion =
        luck.DispersionOf(luck.At(model, competitors, x, *options.deal_luck),
                          model.PriorCurvature(x).Head(competitors));
  }
}

// Learns the values that `options` leave open from the choices. Returns the
// model of the choices.
ChoiceModel Learn(int competitors, const PlaceChoices& places,
                  const DealLuck& luck, BatchRatingOptions& options) {
  ChoiceModel model(places.choices(),
                    Vector(places.parameters(), options.prior_log_tie));
  const auto deviation = [&](std::optional<double> near) {
    return options.prior_points.has_value()
               ? *options.prior_points / kPointsPerLogUnit
               : LearntPrior(model, competitors, options.prior_tails, near);
  };
  double learnt = deviation(std::nullopt);
  if (options.field) {
    options.prior_points = learnt * kPointsPerLogUnit;
    LearnLuck(model, competitors, luck, options);
    return model;
  }
  if (!options.dispersion.has_value()) {
    options.dispersion =
        places.shared_deals()
            ? Dispersion(
                  model, places.results(), places.sets(),
                  MaximumWith(model, competitors, options.prior_tails, learnt))
            : 1.0;
  }
  if (*options.dispersion != 1) {
    model.Scale(1 / *options.dispersion);
    learnt = deviation(learnt);
  }
  options.prior_points = learnt * kPointsPerLogUnit;
  return model;
}

// Log-strengths, with mean 0, and their covariances.
struct Strengths {
  Vector means;
  Matrix covariances;
};

// With the mean 0.
Vector Centred(Vector vector) {
  return vector - Vector(vector.size(), Sum(vector) / vector.size());
}

// The strengths of a posterior, and the covariances of their errors. Only the
// prior depends on a common shift, so the scale has the mean 0.
Strengths StrengthsOf(const Posterior& posterior, int competitors,
                      const Vector& x) {
  Vector means = x.Head(competitors);
  Matrix covariances = posterior.covariances.Head(competitors);
  covariances.AddSquare(1, posterior.means.Head(competitors) - means);
  return {Centred(std::move(means)), std::move(covariances)};
}

// The same without the luck of the deals. One step of Newton's method from the
// strengths with this luck is enough: the two differ by no more than their
// error, and further steps would change far less. The prevalence of ties stays
// unchanged.
Strengths StrengthsWithoutLuck(const ChoiceModel& model, int competitors,
                               const DealLuck& luck,
                               const BatchRatingOptions& options,
                               Posterior posterior, const Vector& x) {
  const DealLuck::Likelihood likelihood =
      luck.At(model, competitors, posterior.means, *options.deal_luck);
  const double weight = 1 / *options.dispersion;
  Matrix curvature = weight * likelihood.information;
  curvature.AddToDiagonal(
      model.PriorCurvature(posterior.means).Head(competitors));
  posterior.covariances = Inverse(curvature);
  Strengths strengths = StrengthsOf(posterior, competitors, x);
  // At this point the gradient with the luck and the prior is zero.
  const Vector step = posterior.covariances *
                      (weight * likelihood.score - likelihood.score_with_luck);
  strengths.means += Centred(step);
  return strengths;
}

// The strengths of a model, given its maximum.
using StrengthsAt =
    std::function<Strengths(const ChoiceModel& model, const Vector&)>;

// The mean over deviations of the prior. The differences between their
// strengths are a part of the uncertainty.
Strengths Average(ChoiceModel model, int competitors, double tails,
                  const std::vector<LikelyDeviation>& deviations,
                  const StrengthsAt& strengths_at) {
  Vector means(competitors);
  Matrix squares(competitors, competitors);
  Vector x =
      MaximumWith(model, competitors, tails, deviations.front().deviation);
  for (const auto& [deviation, weight] : deviations) {
    model.SetPrior(competitors, deviation, tails);
    x = model.Maximum(std::move(x));
    const Strengths with = strengths_at(model, x);
    means += weight * with.means;
    squares += weight * with.covariances;
    squares.AddSquare(weight, with.means);
  }
  squares.AddSquare(-1, means);
  return {std::move(means), std::move(squares)};
}

}  // namespace

BatchRating::BatchRating(const BatchRatingOptions& options,
                         std::vector<double> log_strengths,
                         std::vector<double> covariances)
    : options_(options),
      strengths_(std::move(log_strengths)),
      covariances_(std::move(covariances)),
      with_origin_(strengths_.size()) {
  const int n = competitors();
  const bool even = options_.origin.empty();
  const auto weight = [&](int i) {
    return even ? 1.0 / n : options_.origin[i];
  };
  for (int i = 0; i < n; ++i) {
    // The mean of all strengths is 0.
    if (!even) origin_ += weight(i) * strengths_[i];
    for (int j = 0; j < n; ++j) {
      with_origin_[i] += weight(j) * Covariance(i, j);
    }
    variance_of_origin_ += weight(i) * with_origin_[i];
  }
}

double BatchRating::Points(int competitor) const {
  return options_.mean_points +
         kPointsPerLogUnit * (strengths_[competitor] - origin_);
}

double BatchRating::StandardError(int competitor) const {
  const double variance = Covariance(competitor, competitor) -
                          2 * with_origin_[competitor] + variance_of_origin_;
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

std::vector<double> AnchoredAt(int competitor, int competitors) {
  std::vector<double> origin(competitors);
  origin[competitor] = 1;
  return origin;
}

absl::StatusOr<BatchRating> FitBatchRating(int competitors,
                                           absl::Span<const PlacingSet> sets,
                                           const BatchRatingOptions& options) {
  ARENA_RETURN_IF_ERROR(CheckInput(competitors, sets, options));
  const PlaceChoices places(competitors, WithCounts(sets));
  const DealLuck luck = options.field ? LuckOf(places, sets) : DealLuck({}, {});
  BatchRatingOptions learnt = options;
  const ChoiceModel model = Learn(competitors, places, luck, learnt);
  const double deviation = *learnt.prior_points / kPointsPerLogUnit;
  const Strengths strengths = Average(
      model, competitors, options.prior_tails,
      options.prior_points.has_value() || competitors > kLargeField
          ? std::vector<LikelyDeviation>{{deviation, 1}}
          : LikelyDeviations(model, competitors, options.prior_tails,
                             deviation),
      [&](const ChoiceModel& with, const Vector& x) {
        const Posterior posterior = options.errors_at_maximum
                                        ? PosteriorAtMaximum(with, x)
                                        : NearestPosterior(with, x);
        return options.field ? StrengthsWithoutLuck(with, competitors, luck,
                                                    learnt, posterior, x)
                             : StrengthsOf(posterior, competitors, x);
      });
  return BatchRating(learnt, strengths.means.values(),
                     strengths.covariances.values());
}

}  // namespace arena::competition
