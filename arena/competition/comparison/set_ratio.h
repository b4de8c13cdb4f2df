// Shares and slopes whose error comes from how sets differ.
#ifndef ARENA_COMPETITION_COMPARISON_SET_RATIO_H_
#define ARENA_COMPETITION_COMPARISON_SET_RATIO_H_

#include <optional>

#include "arena/competition/comparison/interval.h"

namespace arena::competition {

// A figure with its 95 % interval; nothing of fewer than 10 sets.
struct RatioEstimate {
  double value = 0;
  std::optional<Interval> interval;
};

// The ratio of two sums over sets. The parts of a set may depend on each other,
// so the error comes from the sums of whole sets (the ratio estimator of survey
// statistics; Cochran 1977, "Sampling techniques", section 6.3).
class SetRatio {
 public:
  // In the present set.
  void Add(double part, double whole) {
    part_ += part;
    whole_ += whole;
  }
  void EndSet();

  // Sets with a whole other than 0.
  int sets() const { return sets_; }
  // 0 without a set.
  double value() const { return wholes_ == 0 ? 0 : parts_ / wholes_; }
  double StandardError() const;

  RatioEstimate Mean() const;
  // Of a ratio that lies between 0 and 1, and so does the interval: Wilson's,
  // for as many independent trials as would have this error.
  RatioEstimate Share() const;

 private:
  double part_ = 0;
  double whole_ = 0;
  int sets_ = 0;
  double parts_ = 0;
  double wholes_ = 0;
  // Sums of products over sets.
  double parts_2_ = 0;
  double products_ = 0;
  double wholes_2_ = 0;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_SET_RATIO_H_
