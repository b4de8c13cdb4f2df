#include "arena/competition/rating/deal_luck.h"

#include <algorithm>

namespace arena::competition {
namespace {

// Imagined pairs of tables without luck, counted in addition to the
// competition's pairs.
constexpr double kImaginedPairs = 50;
// More luck than this leaves nothing to rate.
constexpr double kMostLuck = 0.9;

// The information of all places of a match relative to its first place, between
// equal competitors. With m competitors left, a place has the information 1 - 1
// / m.
double PlacesPerFirst(size_t competitors) {
  double all = 0;
  double first = 1;
  for (size_t left = 2; left <= competitors; ++left) {
    first = 1 - 1 / static_cast<double>(left);
    all += first;
  }
  return all / first;
}

// Adds the evidence of the tables of a set without a correction for luck.
void AddTables(const FieldSet& set, const std::vector<TableScore>& scores,
               Vector& score, Matrix& information) {
  for (size_t i = 0; i < set.size(); ++i) {
    const std::vector<int>& who = set[i].competitors;
    score.AddAt(who, 1, scores[i].gradient);
    information.AddAt(who, 1, scores[i].curvature);
  }
}

// Removes the effects of the seats, which have this precision before any
// result. The estimated effects are taken from the scores; the cost of the
// estimate is taken from the information.
void TakeLuck(const FieldSet& set, const std::vector<TableScore>& scores,
              double precision, Vector& score, Matrix& information) {
  const int seats = scores.front().gradient.size();
  // The curvatures of all tables side by side, and the competitor at each
  // place.
  Matrix curvatures(seats, seats * static_cast<int>(set.size()));
  std::vector<int> who;
  Vector gradient(seats);
  Matrix known(seats, seats);
  known.AddToDiagonal(Vector(seats, precision));
  for (size_t i = 0; i < set.size(); ++i) {
    curvatures.SetColumns(static_cast<int>(who.size()), scores[i].expected);
    who.insert(who.end(), set[i].competitors.begin(), set[i].competitors.end());
    gradient += scores[i].gradient;
    known += scores[i].expected;
  }
  const Matrix effects = Solve(known, curvatures);
  score.AddAt(who, -1, Transposed(effects) * gradient);
  information.AddAt(who, -1, Transposed(curvatures) * effects);
}

}  // namespace

double ShareKept(double luck, int tables) {
  const double known = (tables - 1) * luck;
  return known / (known + 1 - luck);
}

double ShareSaved(double luck, int tables) {
  return luck * ShareKept(luck, tables);
}

std::vector<TableScore> DealLuck::ScoresOf(const ChoiceModel& model,
                                           const FieldSet& set,
                                           const Vector& x) const {
  std::vector<TableScore> scores(set.size());
  for (size_t i = 0; i < set.size(); ++i) {
    const MatchChoices& result = results_[set[i].result];
    const std::vector<int>& who = set[i].competitors;
    Vector first_place;
    model.MatchDerivatives(result.first, result.first + 1, x, who, first_place,
                           scores[i].expected);
    scores[i].expected *= PlacesPerFirst(who.size());
    model.MatchDerivatives(result.first, result.last, x, who,
                           scores[i].gradient, scores[i].curvature);
  }
  return scores;
}

double DealLuck::MeanCurvature(const ChoiceModel& model,
                               const Vector& x) const {
  double sum = 0;
  double squares = 0;
  for (const FieldSet& set : sets_) {
    for (const TableScore& score : ScoresOf(model, set, x)) {
      sum += Trace(score.expected);
      squares += SquaredNorm(score.expected);
    }
  }
  return sum > 0 ? squares / sum : 0;
}

double DealLuck::LearntShare(const ChoiceModel& model, const Vector& x) const {
  // If matches with the curvatures A and B share a seat's luck, the covariance
  // of their scores there is in proportion to A B.
  double observed = 0;
  double expected = 0;
  double pairs = 0;
  for (const FieldSet& set : sets_) {
    const std::vector<TableScore> scores = ScoresOf(model, set, x);
    Vector gradient = 0 * scores.front().gradient;
    Matrix curvature = 0 * scores.front().expected;
    for (const TableScore& score : scores) {
      gradient += score.gradient;
      curvature += score.expected;
      observed -= SquaredNorm(score.gradient);
      expected -= SquaredNorm(score.expected);
    }
    observed += SquaredNorm(gradient);
    expected += SquaredNorm(curvature);
    const auto tables = static_cast<double>(set.size());
    pairs += tables * (tables - 1) / 2;
  }
  if (expected <= 0) return 0;
  const double share = observed / expected * MeanCurvature(model, x) * pairs /
                       (pairs + kImaginedPairs);
  return std::clamp(share, 0.0, kMostLuck);
}

DealLuck::Likelihood DealLuck::At(const ChoiceModel& model, int competitors,
                                  const Vector& x, double share) const {
  const Vector nothing = Vector(competitors);
  Likelihood sum = {nothing, nothing, Matrix(competitors, competitors), {}};
  const double precision =
      share > 0 ? MeanCurvature(model, x) * (1 - share) / share : 0;
  for (const FieldSet& set : sets_) {
    const std::vector<TableScore> scores = ScoresOf(model, set, x);
    Vector score = nothing;
    AddTables(set, scores, score, sum.information);
    sum.score_with_luck += score;
    if (share > 0) TakeLuck(set, scores, precision, score, sum.information);
    sum.score += score;
    sum.scores_of_sets.push_back(std::move(score));
  }
  // The variation comes from the luck that is not shared.
  const double scale = 1 / (1 - share);
  sum.score *= scale;
  sum.information *= scale;
  for (Vector& score : sum.scores_of_sets) score *= scale;
  return sum;
}

double DealLuck::DispersionOf(const Likelihood& likelihood,
                              const Matrix& prior_curvature) const {
  Matrix curvature = likelihood.information;
  curvature += prior_curvature;
  const Matrix inverse = Inverse(curvature);
  const double determined =
      likelihood.score.size() - Trace(inverse * prior_curvature);
  double variation = 0;
  for (const Vector& score : likelihood.scores_of_sets) {
    variation += Dot(score, inverse * score);
  }
  // Each table shows how results vary.
  double tables = 0;
  for (const FieldSet& set : sets_) tables += static_cast<double>(set.size());
  // A fit follows its own data, so fewer tables show the variation.
  const double free_tables = tables - determined;
  if (determined <= 0 || free_tables <= 0) return 1;
  // An entrant has only one table of a deal, so no other table cancels its
  // luck. A factor below 1 comes from the fit, which is nearer to its results
  // than the truth.
  return std::max(1.0,
                  ShrunkFactor(variation / determined * tables / free_tables,
                               free_tables));
}

}  // namespace arena::competition
