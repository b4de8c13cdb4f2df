// The difference between two candidates, over worlds in which both were played.
#ifndef ARENA_SEARCH_PAIRED_DIFFERENCE_H_
#define ARENA_SEARCH_PAIRED_DIFFERENCE_H_

#include <algorithm>
#include <cmath>
#include <limits>

namespace arena {

// A sample of differences: their mean and its standard error.
class PairedDifference {
 public:
  void Add(double difference) {
    ++count_;
    sum_ += difference;
    squares_ += difference * difference;
  }
  int count() const { return count_; }
  // Requires: count() > 0.
  double mean() const { return sum_ / count_; }
  // Infinite for fewer than two differences.
  double standard_error() const {
    if (count_ < 2) return std::numeric_limits<double>::infinity();
    const double variance =
        std::max(0.0, squares_ / count_ - mean() * mean()) / (count_ - 1);
    return std::sqrt(variance);
  }

 private:
  int count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace arena

#endif  // ARENA_SEARCH_PAIRED_DIFFERENCE_H_
