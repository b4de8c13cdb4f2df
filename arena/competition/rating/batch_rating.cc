#include "arena/competition/rating/batch_rating.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/rating/choice_model.h"
#include "arena/competition/rating/deal_luck.h"
#include "arena/competition/rating/dispersion.h"
#include "arena/competition/rating/learnt_prior.h"
#include "arena/competition/rating/linear_algebra.h"
#include "arena/competition/rating/place_choices.h"
#include "arena/competition/rating/posterior.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// The deviation of steps with which the deviation of strengths is learnt.
constexpr double kFirstStep = 100;
// The deviation of strengths with which the factors of places are learnt.
constexpr double kFirstDeviation = 200;
constexpr int kMostFactorRounds = 10;
// So small a change of a factor changes ratings by less than a point.
constexpr double kNoChange = 1e-3;

absl::Status CheckRange(double value, double low, double high,
                        const char* name) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, " is ", value, "; expected ", low, " to ", high));
}

absl::Status CheckPredecessors(const std::vector<int>& predecessors,
                               int competitors) {
  const auto count = static_cast<int>(predecessors.size());
  if (count != 0 && count != competitors) {
    return absl::InvalidArgumentError(absl::StrCat("predecessors has ", count,
                                                   " entries; expected ",
                                                   competitors, " or none"));
  }
  for (int i = 0; i < count; ++i) {
    if (predecessors[i] >= -1 && predecessors[i] < i) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "the predecessor of competitor ", i, " is ", predecessors[i],
        "; expected an earlier competitor or -1"));
  }
  return absl::OkStatus();
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
      CheckRange(options.step_points.value_or(1), 1, 1e6, "step_points"));
  ARENA_RETURN_IF_ERROR(CheckPredecessors(options.predecessors, competitors));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.prior_log_tie, 0.01, 1e4, "prior_log_tie"));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.dispersion.value_or(1), 0.1, 10, "dispersion"));
  ARENA_RETURN_IF_ERROR(CheckOrigin(options.origin, competitors));
  ARENA_RETURN_IF_ERROR(
      CheckRange(options.deal_luck.value_or(0), 0, 0.9, "deal_luck"));
  for (const double factor : options.place_factors.value_or(PlaceFactors())) {
    ARENA_RETURN_IF_ERROR(CheckRange(factor, 0.01, 100, "a place factor"));
  }
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

double InLogUnits(const std::optional<double>& points) {
  return *points / kPointsPerLogUnit;
}

Prior StrengthPrior(const BatchRatingOptions& options) {
  return {InLogUnits(options.prior_points), options.prior_tails};
}

// Learns the parts of the luck of a field that `options` leave open.
void LearnLuck(ChoiceModel model, const DealLuck& luck,
               BatchRatingOptions& options) {
  const int competitors = model.Competitors();
  const Vector x = MaximumWith(model, Kind::kStrength, StrengthPrior(options));
  if (!options.deal_luck.has_value()) {
    options.deal_luck = luck.LearntShare(model, x);
  }
  if (!options.dispersion.has_value()) {
    options.dispersion =
        luck.DispersionOf(luck.At(model, competitors, x, *options.deal_luck),
                          model.PriorCurvature(x, competitors));
  }
}

// Learns the deviations that `given` leaves open, if wanted near those of
// `options`, and keeps them in `options` and in the model.
void LearnDeviations(const BatchRatingOptions& given, bool near,
                     ChoiceModel& model, BatchRatingOptions& options) {
  const auto learn = [&](Kind kind, std::optional<double>& points) {
    const std::optional<double> from =
        near ? std::optional(InLogUnits(points)) : std::nullopt;
    points = kPointsPerLogUnit *
             LearntDeviation(model, kind, options.prior_tails, from);
  };
  const bool successors = model.Count(Kind::kSuccessor) > 0;
  if (!given.prior_points.has_value()) {
    learn(Kind::kStrength, options.prior_points);
  }
  model.SetPrior(Kind::kStrength, StrengthPrior(options));
  if (!successors) return;
  if (!given.step_points.has_value()) {
    learn(Kind::kSuccessor, options.step_points);
  }
  model.SetPrior(Kind::kSuccessor,
                 {InLogUnits(options.step_points), options.prior_tails});
}

ChoiceModel ModelOf(const PlaceChoices& places, int competitors,
                    const BatchRatingOptions& options) {
  std::vector<Parameter> parameters(places.parameters(), {Kind::kTie});
  for (int i = 0; i < competitors; ++i) {
    const int predecessor =
        options.predecessors.empty() ? -1 : options.predecessors[i];
    parameters[i] = {predecessor < 0 ? Kind::kStrength : Kind::kSuccessor,
                     predecessor};
  }
  ChoiceModel model(places.choices(), std::move(parameters));
  model.SetPrior(Kind::kTie, {options.prior_log_tie});
  model.SetPrior(Kind::kSuccessor,
                 {options.step_points.value_or(kFirstStep) / kPointsPerLogUnit,
                  options.prior_tails});
  return model;
}

// Learns the factors of places if `options` leave them open.
PlaceChoices ChoicesOf(int competitors, absl::Span<const PlacingSet> sets,
                       BatchRatingOptions& options) {
  const std::vector<CountedSet> counted = WithCounts(sets);
  if (options.place_factors.has_value()) {
    return PlaceChoices(competitors, counted, *options.place_factors);
  }
  options.place_factors.emplace();
  PlaceChoices places(competitors, counted, {});
  if (places.most_sides() <= 2) return places;
  Vector x;
  for (int round = 0; round < kMostFactorRounds; ++round) {
    ChoiceModel model = ModelOf(places, competitors, options);
    model.SetPrior(
        Kind::kStrength,
        {options.prior_points.value_or(kFirstDeviation) / kPointsPerLogUnit});
    x = round == 0 ? model.Maximum() : model.Maximum(std::move(x));
    PlaceFactors next = places.FactorsAt(x);
    double change = 0;
    for (size_t place = 0; place < next.size(); ++place) {
      const double before = round == 0 ? 1 : (*options.place_factors)[place];
      change = std::max(change, std::abs(next[place] - before));
    }
    options.place_factors = std::move(next);
    places = PlaceChoices(competitors, counted, *options.place_factors);
    if (change < kNoChange) break;
  }
  return places;
}

// Learns the other values that `options` leave open from the choices. Returns
// the model of the choices.
ChoiceModel Learn(int competitors, const PlaceChoices& places,
                  const DealLuck& luck, BatchRatingOptions& options) {
  const BatchRatingOptions given = options;
  ChoiceModel model = ModelOf(places, competitors, options);
  LearnDeviations(given, /*near=*/false, model, options);
  if (options.field) {
    LearnLuck(model, luck, options);
    return model;
  }
  const bool many_sides = places.most_sides() > 2;
  if (!options.dispersion.has_value()) {
    options.dispersion =
        places.shared_deals() || many_sides
            ? Dispersion(
                  model, places.results(), places.sets(), many_sides,
                  MaximumWith(model, Kind::kStrength, StrengthPrior(options)))
            : 1.0;
  }
  if (*options.dispersion != 1) {
    model.Scale(1 / *options.dispersion);
    LearnDeviations(given, /*near=*/true, model, options);
  }
  return model;
}

// Log-strengths, with mean 0, and their covariances.
struct Strengths {
  Vector means;
  Matrix covariances;
  // The maximum, with the parameters of ties.
  Vector maximum = {};
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
  curvature += model.PriorCurvature(posterior.means, competitors);
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
Strengths Average(ChoiceModel model, double tails,
                  const std::vector<LikelyDeviation>& deviations,
                  const StrengthsAt& strengths_at) {
  const int competitors = model.Competitors();
  Vector means(competitors);
  Matrix squares(competitors, competitors);
  Vector x = MaximumWith(model, Kind::kStrength,
                         {deviations.front().deviation, tails});
  for (const auto& [deviation, weight] : deviations) {
    model.SetPrior(Kind::kStrength, {deviation, tails});
    x = model.Maximum(std::move(x));
    const Strengths with = strengths_at(model, x);
    means += weight * with.means;
    squares += weight * with.covariances;
    squares.AddSquare(weight, with.means);
  }
  squares.AddSquare(-1, means);
  return {std::move(means), std::move(squares), std::move(x)};
}

LogTies LogTiesOf(const PlaceChoices& places, const Vector& maximum) {
  LogTies ties;
  for (size_t size = 0; size < ties.size(); ++size) {
    const int parameter = places.tie_parameters()[size];
    ties[size] = size == 1        ? 0
                 : parameter == 0 ? -std::numeric_limits<double>::infinity()
                                  : maximum[parameter];
  }
  return ties;
}

}  // namespace

BatchRating::BatchRating(const BatchRatingOptions& options,
                         std::vector<double> log_strengths,
                         std::vector<double> covariances,
                         const LogTies& log_ties)
    : options_(options),
      strengths_(std::move(log_strengths)),
      covariances_(std::move(covariances)),
      log_ties_(log_ties),
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

BatchRating BatchRating::WithOrigin(std::vector<double> origin) const {
  BatchRatingOptions options = options_;
  options.origin = std::move(origin);
  return BatchRating(options, strengths_, covariances_, log_ties_);
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
      Covariance(a, a) + Covariance(b, b) - 2 * Covariance(b, a);
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
  BatchRatingOptions learnt = options;
  const PlaceChoices places = ChoicesOf(competitors, sets, learnt);
  const DealLuck luck = options.field ? LuckOf(places, sets) : DealLuck({}, {});
  const ChoiceModel model = Learn(competitors, places, luck, learnt);
  const double deviation = InLogUnits(learnt.prior_points);
  const Strengths strengths = Average(
      model, options.prior_tails,
      options.prior_points.has_value() || competitors > kLargeField
          ? std::vector<LikelyDeviation>{{deviation, 1}}
          : LikelyDeviations(model, Kind::kStrength, options.prior_tails,
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
                     strengths.covariances.values(),
                     LogTiesOf(places, strengths.maximum));
}

}  // namespace arena::competition
