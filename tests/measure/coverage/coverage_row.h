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
  // The same distance from each to the next, 600 points in all.
  kEven,
  // Normal with a deviation of 200 points, others in every competition.
  kNormal,
};

// One kind of competition.
struct CompetitionKind {
  v1::Format format = v1::FORMAT_UNSPECIFIED;
  int entrants = 0;
  Field field = Field::kIdentical;
  // The sets of an entrant, about; in a gauntlet, of everyone but the first. If
  // a set has one match of an entrant, it has so many times as many sets as a
  // duplicate set has matches.
  int sets = 100;
  int seats = 2;
  v1::Deals deals = v1::DEALS_DUPLICATE;
  // The ratings are distances to the first entrant, which is not counted.
  bool anchored = false;

  // As the first cells of a row.
  std::string ToString() const;
};

// The table.
std::vector<CompetitionKind> AllKinds();

// What many competitions of a kind have shown.
class CoverageRow {
 public:
  // Plays and rates this many competitions.
  CoverageRow(const CompetitionKind& kind, int competitions);

  // The share of intervals that hold the true strength.
  double Coverage() const { return covered_ / intervals_; }
  // Estimate against truth: by how many points the rating grows with a point
  // of strength. 1 for identical entrants, who have none.
  double Slope() const { return truth_2_ == 0 ? 1 : product_ / truth_2_; }
  // Truth against estimate: how many points of strength a point of rating
  // stands for.
  double Worth() const { return truth_2_ == 0 ? 1 : product_ / estimate_2_; }
  // The mean of the intervals' half widths, in points.
  double MeanHalfWidth() const { return half_widths_ / intervals_; }

  // As a line of a Markdown table.
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
