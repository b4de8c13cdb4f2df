// Measures ratings of mixtures of the built-in greedy and random players in
// real matches. Prints a Markdown table.
//
//   real_ratings [GAME [SETS [SETS OF A COMPETITION [FILE]]]]
//
// GAME "all" is every game. FILE gets the plots of predicted against observed
// places, as SVG.
//
// The strengths that count as true come from all sets. Each competition is a
// part of these sets. The slopes tell how well ratings of the first half of the
// sets predict each place of the second half, 1 if they do.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/competition/page/calibration_section.h"
#include "arena/competition/page/chart.h"
#include "arena/competition/page/html_page.h"
#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/rating/calibration.h"
#include "arena/competition/report/expectations.h"
#include "tests/arena/competition/duel.h"

namespace arena::competition {
namespace {

// A form of a game whose matches are short.
struct RealGame {
  const char* name;
  int seats;
  const char* options;
};

constexpr RealGame kGames[] = {
    {"ordo", 2, ""},
    {"octrix", 2, "target=8"},
    {"octrix", 3, "target=8"},
    {"octrix", 4, "target=8"},
    {"octrix", 4, "target=8,variant=partners"},
    {"ordago", 3, "sets_to_win=1,set_target=10"},
    {"ordago", 4, "sets_to_win=1,set_target=10"},
    {"doppelkopf", 4, "deals=1,compulsory_solos=0"},
    {"seconds", 4, ""},
};

constexpr RandomShare kShares[] = {0, 0.1, 0.2, 0.3, 0.5, 0.8};
constexpr int kEntrants = std::size(kShares);

// All groups of entrants that meet, again and again.
std::vector<std::vector<uint32_t>> GroupsOf(int sides) {
  std::vector<std::vector<uint32_t>> groups;
  for (uint32_t mask = 0; mask < (1u << kEntrants); ++mask) {
    if (__builtin_popcount(mask) != sides) continue;
    std::vector<uint32_t> group;
    for (uint32_t i = 0; i < kEntrants; ++i) {
      if (mask >> i & 1) group.push_back(i);
    }
    groups.push_back(group);
  }
  return groups;
}

std::vector<PlacingSet> PlaySets(const RealGame& game, int count) {
  PlayedField field({.game = game.name,
                     .seats = game.seats,
                     .options = game.options,
                     .shares = {std::begin(kShares), std::end(kShares)}});
  const auto groups = GroupsOf(field.form().side_count());
  std::vector<PlacingSet> sets(count);
  for (int i = 0; i < count; ++i) {
    for (const ScoredMatch& match : field.Next(groups[i % groups.size()])) {
      sets[i].push_back(PlacingOf(field.form(), match));
    }
  }
  return sets;
}

std::string Listed(const std::vector<double>& factors) {
  return absl::StrJoin(factors, ", ", [](std::string* out, double factor) {
    absl::StrAppendFormat(out, "%.2f", factor);
  });
}

// "1.02 ± 0.03, 0.97 ± 0.05", place by place.
std::string Slopes(const std::vector<PlaceCalibration>& places) {
  return absl::StrJoin(places, ", ", [](std::string* out, const auto& place) {
    if (!place.slope.has_value()) {
      out->append("-");
      return;
    }
    absl::StrAppendFormat(out, "%.2f ± %.2f", place.slope->value,
                          place.slope->interval->Width() / 2);
  });
}

// Many competitions, compared with the strengths that count as true.
struct Errors {
  int intervals = 0;
  int covered = 0;
  double squares = 0;
  double stated_squares = 0;
  // Sums of products of distances from the mean.
  double product = 0;
  double truth_2 = 0;

  void Add(const BatchRating& rating, const BatchRating& truth) {
    for (int i = 0; i < kEntrants; ++i) {
      const double error = rating.Points(i) - truth.Points(i);
      // The sets of the competition are among those of the truth.
      const double stated = std::pow(rating.StandardError(i), 2) -
                            std::pow(truth.StandardError(i), 2);
      ++intervals;
      covered += error * error <= 1.96 * 1.96 * stated ? 1 : 0;
      squares += error * error;
      stated_squares += stated;
      const double distance = truth.Points(i) - truth.options().mean_points;
      product += (distance + error) * distance;
      truth_2 += distance * distance;
    }
  }
};

// Plots, side by side.
class Plots {
 public:
  void Add(const std::string& name,
           const std::vector<PlaceCalibration>& places) {
    v1::Standings standings;
    AddCalibration(places, standings);
    const int x = kWidth * (plots_ % kColumns);
    const int y = kHeight * (plots_ / kColumns);
    drawing_ += Element(
        "g", {{"transform", absl::StrCat("translate(", x, " ", y, ")")}},
        {ChartText(kWidth / 2.0, 20, "middle", name),
         Element("g", {{"class", "chart"}, {"transform", "translate(0 28)"}},
                 {CalibrationDrawing(standings)})});
    ++plots_;
  }

  std::string Svg() const {
    const int width = kWidth * std::min(plots_, kColumns);
    const int height = kHeight * ((plots_ + kColumns - 1) / kColumns);
    return Element("svg",
                   {{"xmlns", "http://www.w3.org/2000/svg"},
                    {"width", absl::StrCat(width)},
                    {"height", absl::StrCat(height)},
                    {"viewBox", absl::StrCat("0 0 ", width, " ", height)}},
                   {Element("style", {Html::OfMarkup(StandingsStyle())}),
                    Element("rect",
                            {{"width", absl::StrCat(width)},
                             {"height", absl::StrCat(height)},
                             {"fill", "var(--card)"}},
                            {}),
                    drawing_})
               .markup() +
           "\n";
  }

 private:
  static constexpr int kColumns = 3;
  static constexpr int kWidth = kCalibrationSize;
  static constexpr int kHeight = kCalibrationSize + 28;

  int plots_ = 0;
  Html drawing_;
};

void Print(const RealGame& game, int count, int of_competition, Plots& plots) {
  const std::vector<PlacingSet> sets = PlaySets(game, count);
  const absl::Span<const PlacingSet> all = sets;
  const BatchRating truth = FitBatchRating(kEntrants, all).value();
  const BatchRating half =
      FitBatchRating(kEntrants, all.first(count / 2)).value();
  Errors errors;
  for (int i = 0; i + of_competition <= count; i += of_competition) {
    errors.Add(
        FitBatchRating(kEntrants, all.subspan(i, of_competition)).value(),
        truth);
  }
  const auto calibration = Calibrate(half, all.subspan(count / 2), false);
  std::printf("| %s %d %s | %s | %s | %.3f | %.2f | %.2f | %.2f |\n", game.name,
              game.seats, game.options,
              Listed(*truth.options().place_factors).c_str(),
              Slopes(calibration).c_str(),
              static_cast<double>(errors.covered) / errors.intervals,
              std::sqrt(errors.squares / errors.stated_squares),
              errors.product / errors.truth_2, *truth.options().dispersion);
  std::fflush(stdout);
  plots.Add(absl::StrCat(game.name, " ", game.seats, " ", game.options),
            calibration);
}

}  // namespace
}  // namespace arena::competition

int main(int argc, char** argv) {
  const std::string only = argc > 1 ? argv[1] : "all";
  const int sets = argc > 2 ? std::atoi(argv[2]) : 10000;
  const int of_competition = argc > 3 ? std::atoi(argv[3]) : 100;
  arena::competition::Plots plots;
  std::printf(
      "| game | factors of places | slopes of places | coverage | errors / "
      "stated | slope | dispersion |\n|---|---|---|---|---|---|---|\n");
  for (const auto& game : arena::competition::kGames) {
    if (only != "all" && only != game.name) continue;
    arena::competition::Print(game, sets, of_competition, plots);
  }
  if (argc > 4) std::ofstream(argv[4]) << plots.Svg();
}
