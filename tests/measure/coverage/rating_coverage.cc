// Measures how often the 95 % intervals of ratings hold the truth, in simulated
// competitions of every format.
//
//   rating_coverage [WORDS]   the rows that begin with these words; all without
//   rating_coverage --smoke   some rows, with few competitions and wide bounds
//
// Prints a Markdown table. Ends with status 1 if a row misses its bounds.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "absl/strings/match.h"
#include "tests/measure/coverage/coverage_row.h"

namespace arena::competition {
namespace {

// The bounds of a row's figures.
struct Bounds {
  double least_coverage;
  double most_coverage;
  double slope;
};
constexpr Bounds kBounds = {0.93, 0.97, 0.03};
// Twenty competitions do not miss these bounds by chance alone.
constexpr Bounds kSmokeBounds = {0.85, 1, 0.1};

// A shorter competition says too little about a field: the ratings stay near
// the mean.
constexpr int kLongEnough = 100;

bool Keeps(const CompetitionKind& kind, const CoverageRow& row,
           const Bounds& bounds) {
  if (row.Coverage() < bounds.least_coverage) return false;
  // Intervals of identical entrants hold more often, see README.md.
  if (kind.field != Field::kIdentical &&
      row.Coverage() > bounds.most_coverage) {
    return false;
  }
  return kind.sets < kLongEnough || std::abs(row.Slope() - 1) <= bounds.slope;
}

// Returns whether the row is within the bounds.
bool Print(const CompetitionKind& kind, int competitions,
           const Bounds& bounds) {
  const CoverageRow row(kind, competitions);
  const bool keeps = Keeps(kind, row, bounds);
  std::printf("%s%s\n", row.ToString().c_str(), keeps ? "" : " MISSES");
  std::fflush(stdout);
  return keeps;
}

bool PrintTable(const std::string& words, bool smoke) {
  std::printf(
      "| format | entrants | strengths | seats | deals | sets each | "
      "competitions | coverage | slope | worth | ± |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool all = true;
  for (const CompetitionKind& kind : AllKinds()) {
    if (smoke) {
      if (kind.entrants == 8) all = Print(kind, 20, kSmokeBounds) && all;
    } else if (absl::StartsWith(kind.ToString(), words)) {
      const int competitions = std::max(200, 3200 / kind.entrants);
      all = Print(kind, competitions, kBounds) && all;
    }
  }
  return all;
}

}  // namespace
}  // namespace arena::competition

int main(int argc, char** argv) {
  const std::string words = argc > 1 ? argv[1] : "";
  const bool smoke = words == "--smoke";
  return arena::competition::PrintTable(smoke ? "" : words, smoke) ? 0 : 1;
}
