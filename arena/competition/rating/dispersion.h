// Measures how much more (or less) the results of sets vary than the results of
// as many independent matches.
#ifndef ARENA_COMPETITION_RATING_DISPERSION_H_
#define ARENA_COMPETITION_RATING_DISPERSION_H_

#include <cstddef>
#include <vector>

#include "arena/competition/rating/choice_model.h"

namespace arena::competition {

// All matches with one result: the choices [first, last) of the model.
struct MatchChoices {
  size_t first = 0;
  size_t last = 0;
  // The weight of each of these choices.
  double weight = 0;
};

// A match of a set.
struct SetMatch {
  // The index of its result.
  size_t result = 0;
  double weight = 1;
};

// One set, or several sets with the same results.
struct SetResults {
  std::vector<SetMatch> matches;
  // The number of these sets.
  double sets = 1;
  // As in Placing: such sets are left out.
  bool settled = false;
};

// The factor by which the matches of a set tell less than independent matches:
// matches that share their deals repeat each other's luck, or cancel it. It is
// the variance of the sets' scores at the maximum `x` of the model against the
// variance that the model expects, over all directions in which ratings are
// uncertain (the mean generalised design effect of survey statistics).
//
// Only products of the scores of two matches of a set are taken from the
// results. The variation of a single match follows from the probabilities of
// its results. The fit is nearer to the results than the truth is, so with the
// squares of single matches a few sets would seem to vary by a tenth less than
// they do.
//
// With more than two sides a match itself varies more or less than the model
// says, because its places depend on each other: partners win together. So
// `single_matches` takes the squares of single matches from the results, too.
//
// A few sets tell little about the factor, so ten imagined sets with a factor
// of 1 are added.
double Dispersion(const ChoiceModel& model,
                  const std::vector<MatchChoices>& results,
                  const std::vector<SetResults>& sets, bool single_matches,
                  const Vector& x);

// An observed factor, averaged with the imagined sets. `free_sets` is the
// number of sets minus the parameters that the fit has taken from them.
double ShrunkFactor(double observed, double free_sets);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_DISPERSION_H_
