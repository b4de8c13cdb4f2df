// A row of the coverage table: many competitions of one kind.
#ifndef TESTS_MEASURE_COVERAGE_COVERAGE_ROW_H_
#define TESTS_MEASURE_COVERAGE_COVERAGE_ROW_H_

#include <string>
#include <vector>

#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The true strengths of a field.
enum class Field {
  // All equal.
  kIdentical,
  // The distance from each entrant to the next is equal, 600 points in all.
  kEven,
  // Normal with a deviation of 200 points, drawn anew for every competition.
  kNormal,
};

struct CompetitionKind {
  v1::Format format = v1::FORMAT_UNSPECIFIED;
  int entrants = 0;
  Field field = Field::kIdentical;
  // About how many sets an entrant plays; in a gauntlet the first entrant is
  // not meant. In a ladder where an entrant has only one match in a set, the
  // number is multiplied by the matches of a duplicate set.
  int sets = 100;
  int seats = 2;
  v1::Deals deals = v1::DEALS_DUPLICATE;
  // Ratings are distances to the first entrant, which is not counted.
  bool anchored = false;

  // Returns the first cells of a row.
  std::string ToString() const;
};

// Returns the rows of the table.
std::vector<CompetitionKind> AllKinds();

// The outcome of many competitions of a kind.
class CoverageRow {
 public:
  // Plays and rates this many competitions.
  CoverageRow(const CompetitionKind& kind, int competitions);

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

  // Returns a line of a Markdown table.
  std::string ToString() const;

 private:
  CompetitionKind kind_;
  int competitions_;
  double intervals_ = 0;
  double covered_ = 0;
  double half_widths_ = 0;
  // Sums of products of distances from the mean.
  double product_ = 0;
  double truth_2_ = 0;
  double estimate_2_ = 0;
};

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_COVERAGE_ROW_H_
