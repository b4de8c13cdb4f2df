// Turns the results of matches into choices: one for every place of a match.
#ifndef ARENA_COMPETITION_RATING_PLACE_CHOICES_H_
#define ARENA_COMPETITION_RATING_PLACE_CHOICES_H_

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/pairing/placing.h"
#include "arena/competition/rating/choice_model.h"
#include "arena/competition/rating/dispersion.h"

namespace arena::competition {

// A set of matches, and the number of equal sets.
struct CountedSet {
  PlacingSet matches;
  double sets = 1;
};

// The canonical list of sets: sorted, with equal sets counted together. All
// sums run in the same order, in whatever order the sets came.
std::vector<CountedSet> WithCounts(absl::Span<const PlacingSet> sets);

// By place, from the first: how much strength counts there, compared with the
// other places of the same match. Places beyond the end have the factor 1.
using PlaceFactors = std::vector<double>;
double FactorAt(const PlaceFactors& factors, int place);

// The choices of matches with these results. Matches with one result share
// their choices.
class PlaceChoices {
 public:
  PlaceChoices(int competitors, const std::vector<CountedSet>& sets,
               const PlaceFactors& factors);

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
  // By the number of sides that share a place: the parameter, or 0 if none do.
  const std::array<int, kMaxSides + 1>& tie_parameters() const {
    return tie_parameters_;
  }
  // The most sides of a match.
  int most_sides() const { return most_sides_; }

  // The most probable factors of these choices at `x`, near the present ones.
  PlaceFactors FactorsAt(const Vector& x) const;

 private:
  void AddResult(const Placing& placing);
  Choice Place(const Placing& placing, SideMask left, SideMask taken) const;
  // Fills in a row: log(delta_t) plus the factor times the mean of the sides'
  // log-strengths.
  void AddPropensity(const Placing& placing, SideMask mask, double factor,
                     int row, Choice& choice) const;

  int competitors_;
  PlaceFactors factors_;
  int parameters_;
  int most_sides_ = 0;
  // 0 means no parameter, because parameter 0 belongs to a competitor.
  std::array<int, kMaxSides + 1> tie_parameters_ = {};
  std::vector<Choice> choices_;
  // By choice, from 0.
  std::vector<int> places_;
  std::vector<MatchChoices> results_;
  std::map<std::vector<Side>, size_t> known_;
  std::vector<SetResults> sets_;
  bool shared_deals_ = false;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_PLACE_CHOICES_H_
