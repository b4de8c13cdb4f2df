// Measures how often the 95 % intervals of ratings hold the truth, in simulated
// competitions of every format, and what cheats gain.
//
//   rating_coverage [WORDS]            the rows that begin with these words, or
//                                      all; first those in which all are honest
//   rating_coverage --before [WORDS]   the other rows, with ratings by bot
//   rating_coverage --cheats [WORDS]   the cheats that begin with these words
//   rating_coverage --smoke            some rows with few competitions and wide
//                                      bounds
//
// A last argument is the part of the competitions that are simulated, in per
// cent. Prints a Markdown table. Ends with status 1 if a row misses its bounds.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/measure/coverage/cheats.h"
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
  // Intervals of identical entrants hold more often: every estimate is drawn to
  // the mean, which is the truth.
  if (kind.field != Field::kIdentical &&
      row.Coverage() > bounds.most_coverage) {
    return false;
  }
  return kind.sets < kLongEnough || std::abs(row.Slope() - 1) <= bounds.slope;
}

// Returns whether the row is within the bounds.
bool Print(const CompetitionKind& kind, int competitions, const Bounds& bounds,
           bool by_bot = false) {
  const CoverageRow row(kind, competitions, by_bot);
  const bool keeps = Keeps(kind, row, bounds);
  std::printf("%s%s\n", row.ToString().c_str(), keeps ? "" : " MISSES");
  std::fflush(stdout);
  return keeps;
}

void PrintHead() {
  std::printf(
      "| format | entrants | strengths | seats | deals | sets each | "
      "competitions | coverage | slope | worth | ± | too high |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

bool PrintSmoke() {
  PrintHead();
  bool all = true;
  for (const auto& kinds : {HonestKinds(), PlantedKinds()}) {
    for (const CompetitionKind& kind : kinds) {
      if (kind.entrants == 8) all = Print(kind, 20, kSmokeBounds) && all;
    }
  }
  return all;
}

bool PrintRows(std::vector<CompetitionKind> kinds, const std::string& words,
               int percent, bool by_bot) {
  bool all = true;
  for (CompetitionKind& kind : kinds) {
    if (!absl::StartsWith(kind.ToString(), words)) continue;
    // Ladders had no anchor.
    if (by_bot) kind.anchored = false;
    const int competitions =
        std::max(200, 3200 / kind.entrants) * percent / 100;
    all = Print(kind, competitions, kBounds, by_bot) && all;
  }
  return all;
}

int Run(const std::string& flag, const std::string& words, int percent) {
  if (flag == "--smoke") return PrintSmoke() ? 0 : 1;
  if (flag == "--cheats") {
    PrintCheats(words, percent);
    return 0;
  }
  PrintHead();
  if (flag == "--before") {
    return PrintRows(PlantedKinds(), words, percent, true) ? 0 : 1;
  }
  const bool honest = PrintRows(HonestKinds(), words, percent, false);
  return PrintRows(PlantedKinds(), words, percent, false) && honest ? 0 : 1;
}

}  // namespace
}  // namespace arena::competition

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool has_flag = !words.empty() && absl::StartsWith(words[0], "--");
  if (!has_flag) words.insert(words.begin(), "");
  words.resize(3);
  const int percent = words[2].empty() ? 100 : std::stoi(words[2]);
  return arena::competition::Run(words[0], words[1], percent);
}
