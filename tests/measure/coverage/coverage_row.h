// A row of the coverage table: many competitions of one kind.
#ifndef TESTS_MEASURE_COVERAGE_COVERAGE_ROW_H_
#define TESTS_MEASURE_COVERAGE_COVERAGE_ROW_H_

#include <string>
#include <vector>

#include "tests/measure/coverage/competition_kind.h"

namespace arena::competition {

// The outcome of many competitions of a kind.
class CoverageRow {
 public:
  // Plays and rates this many competitions. `by_bot` as RatingsByBot.
  CoverageRow(const CompetitionKind& kind, int competitions, bool by_bot);

  // The share of intervals that hold the true strength.
  double Coverage() const { return covered_ / intervals_; }
  // Estimate against truth: how many points the rating grows with a point of
  // strength. 1 for identical entrants, whose strengths do not differ.
  double Slope() const { return truth_2_ == 0 ? 1 : product_ / truth_2_; }
  // Truth against estimate: how many points of strength a point of rating
  // stands for. 1 for identical entrants.
  double Worth() const { return truth_2_ == 0 ? 1 : product_ / estimate_2_; }
  // The mean of the intervals' half widths, in points.
  double MeanHalfWidth() const { return half_widths_ / intervals_; }
  // By how many points ratings are too high.
  double MeanError() const { return errors_ / intervals_; }

  // Returns a line of a Markdown table.
  std::string ToString() const;

 private:
  CompetitionKind kind_;
  int competitions_;
  double intervals_ = 0;
  double covered_ = 0;
  double half_widths_ = 0;
  double errors_ = 0;
  // Sums of products of distances from the mean.
  double product_ = 0;
  double truth_2_ = 0;
  double estimate_2_ = 0;
};

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_COVERAGE_ROW_H_
