// How much more (or less) the results of sets vary than those of as many
// independent matches.
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
  // Which of the results it has.
  size_t result = 0;
  double weight = 1;
};

// One set, or several sets with the same results.
struct SetResults {
  std::vector<SetMatch> matches;
  // How many sets these are.
  double sets = 1;
};

// The factor by which the matches of a set say less than independent ones:
// matches that share their deals repeat each other's luck, or cancel it. It is
// the variance of the sets' scores at the maximum `x` of the model against the
// variance that the model expects, over all directions in which ratings are
// uncertain (the mean generalised design effect of survey statistics). A few
// sets say little about it, so ten more are taken to have a factor of 1.
double Dispersion(const ChoiceModel& model,
                  const std::vector<MatchChoices>& results,
                  const std::vector<SetResults>& sets,
                  const Eigen::VectorXd& x);

// The same from the sum over `count` sets of s' inverse s, for a score s and
// the inverse of the curvature, and the number of parameters that the results
// determine.
double FactorOf(double variation, double determined, double count);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_DISPERSION_H_
