// Field duplicate: separates luck from strength. The part of the scores that
// the same seats of a deal have in common at all tables is the luck of the
// deal.
#ifndef ARENA_COMPETITION_RATING_DEAL_LUCK_H_
#define ARENA_COMPETITION_RATING_DEAL_LUCK_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/competition/rating/choice_model.h"
#include "arena/competition/rating/dispersion.h"

namespace arena::competition {

// A match of a set, with its competitors by seat.
struct FieldTable {
  // The index of its result.
  size_t result = 0;
  std::vector<int> competitors;
};
// The tables of one deal. No competitor is at two of them.
using FieldSet = std::vector<FieldTable>;

// The evidence of a table's result about its competitors' strengths, by seat.
struct TableScore {
  Vector gradient;
  Matrix curvature;
  // The expected curvature, independent of the result. The correction for luck
  // must not depend on a table's result, because that would bend the scale.
  Matrix expected;
};

// The share of the luck of the deal that comparing `tables` takes away, where
// this share `luck` of a match's variance is luck of the deal.
double ShareKept(double luck, int tables);
// The share of the variance of ratings that the comparison removes: at most
// `luck`.
double ShareSaved(double luck, int tables);

// The generalised least squares of a field. The score of a match is the
// evidence of its result about the strength of each seat. Scores have the
// variance that the model expects; scores of the same seat of one deal are
// correlated, all equally. So every deal and seat has an effect with a normal
// distribution. The effect is estimated from all tables and subtracted from the
// scores, so ratings stay on the scale of the model. Adding the effect to
// strengths would stretch the scale.
class DealLuck {
 public:
  // The choices of the model that belong to each result, and the sets.
  DealLuck(std::vector<MatchChoices> results, std::vector<FieldSet> sets)
      : results_(std::move(results)), sets_(std::move(sets)) {}

  // The share of a match's variance that is luck of the deal and the seat,
  // learnt from the similarity of one seat's scores at different tables. A few
  // tables tell little about the share, so some imagined tables without luck
  // are added.
  double LearntShare(const ChoiceModel& model, const Vector& x) const;

  // The evidence of the results about the strengths, at x and without the luck
  // of deals.
  struct Likelihood {
    // The gradient with the luck, and without it.
    Vector score_with_luck;
    Vector score;
    Matrix information;
    // The sets' contributions to `score`.
    std::vector<Vector> scores_of_sets;
  };
  Likelihood At(const ChoiceModel& model, int competitors, const Vector& x,
                double share) const;

  // The factor, at least 1, by which sets vary more than such a likelihood
  // expects; see Dispersion.
  double DispersionOf(const Likelihood& likelihood,
                      const Matrix& prior_curvature) const;

 private:
  std::vector<TableScore> ScoresOf(const ChoiceModel& model,
                                   const FieldSet& set, const Vector& x) const;
  // The mean curvature of a match, weighted by itself.
  double MeanCurvature(const ChoiceModel& model, const Vector& x) const;

  std::vector<MatchChoices> results_;
  std::vector<FieldSet> sets_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_DEAL_LUCK_H_
