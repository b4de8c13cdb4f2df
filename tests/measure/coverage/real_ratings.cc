// Measures ratings of mixtures of the built-in greedy and random players in
// real matches. Prints a Markdown table.
//
//   real_ratings [GAME [SETS [SETS OF A COMPETITION]]]
//
// The strengths that count as true come from all sets. Each competition is a
// part of these sets.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/rating/place_choices.h"
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
    {"octrix", 4, "target=8,partners=true"},
    {"ordago", 2, "sets_to_win=1,set_target=10"},
    {"ordago", 4, "sets_to_win=1,set_target=10"},
    {"doppelkopf", 4, "deals=1,compulsory_solos=0"},
    {"seconds", 3, ""},
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

// How much steeper than the fit of `fitted` each place of the matches in `sets`
// is, on average 1.
PlaceFactors SlopesOf(const BatchRating& rating,
                      absl::Span<const PlacingSet> sets) {
  const PlaceFactors factors = rating.options().place_factors.value();
  const PlaceChoices places(kEntrants, WithCounts(sets), factors);
  // Ties as these sets have them, strengths as they were fitted.
  std::vector<Parameter> parameters(places.parameters(), {Kind::kTie});
  for (int i = 0; i < kEntrants; ++i) parameters[i] = {Kind::kStrength};
  ChoiceModel model(places.choices(), parameters);
  model.SetPrior(Kind::kTie, {2});
  PlaceFactors slopes = places.FactorsAt(model.Maximum());
  for (size_t i = 0; i < slopes.size(); ++i) {
    if (i < factors.size()) slopes[i] /= factors[i];
  }
  return slopes;
}

std::string Listed(const PlaceFactors& factors) {
  return absl::StrJoin(factors, ", ", [](std::string* out, double factor) {
    absl::StrAppendFormat(out, "%.2f", factor);
  });
}

void Print(const RealGame& game, int count, int of_competition) {
  const std::vector<PlacingSet> sets = PlaySets(game, count);
  const BatchRating truth = FitBatchRating(kEntrants, sets).value();
  const absl::Span<const PlacingSet> all = sets;
  const BatchRating half =
      FitBatchRating(kEntrants, all.subspan(0, count / 2)).value();
  double covered = 0, intervals = 0, squares = 0, stated = 0, product = 0,
         truth_2 = 0;
  for (int first = 0; first + of_competition <= count;
       first += of_competition) {
    const BatchRating rating =
        FitBatchRating(kEntrants, all.subspan(first, of_competition)).value();
    for (int i = 0; i < kEntrants; ++i) {
      const double error = rating.Points(i) - truth.Points(i);
      const double expected =
          std::hypot(rating.StandardError(i), truth.StandardError(i));
      covered += std::abs(error) <= 1.96 * expected;
      ++intervals;
      squares += error * error;
      stated += expected * expected;
      product += (rating.Points(i) - 1500) * (truth.Points(i) - 1500);
      truth_2 += (truth.Points(i) - 1500) * (truth.Points(i) - 1500);
    }
  }
  std::string points;
  for (int i = 0; i < kEntrants; ++i)
    absl::StrAppendFormat(&points, " %.0f", truth.Points(i));
  std::printf("| %s %d %s | %s | %s | %.3f | %.2f | %.3f | %.2f | %s |\n",
              game.name, game.seats, game.options,
              Listed(*truth.options().place_factors).c_str(),
              Listed(SlopesOf(half, all.subspan(count / 2))).c_str(),
              covered / intervals, std::sqrt(squares / stated),
              product / truth_2, *truth.options().dispersion, points.c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace arena::competition

int main(int argc, char** argv) {
  const std::string only = argc > 1 ? argv[1] : "";
  const int sets = argc > 2 ? std::atoi(argv[2]) : 10000;
  const int of_competition = argc > 3 ? std::atoi(argv[3]) : 100;
  std::printf(
      "| game | factors of places | slopes of places | coverage | errors / "
      "stated | slope | dispersion | points "
      "|\n|---|---|---|---|---|---|---|---|\n");
  for (const auto& game : arena::competition::kGames) {
    if (only.empty() || only == game.name)
      arena::competition::Print(game, sets, of_competition);
  }
}
