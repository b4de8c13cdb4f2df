// How many matches a comparison of two bots needs with duplicate sets and with
// independent deals, in every game that has deals. For people.
//
//   duplicate_bench [SETS [GAME]]
//
// For every game SETS duplicate sets are played, and as many matches with
// deals of their own. Then the sequential test of `arena compare` runs many
// times on sets drawn from these, with its default settings.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "arena/core/check.h"
#include "tests/competition/duel.h"

namespace arena::competition {
namespace {

constexpr int kRuns = 201;

struct Pair {
  const char* game;
  // Short matches: there is more luck in them, and they are over sooner.
  const char* options;
  // The weaker one's; the better one is greedy.
  RandomShare share;
};
constexpr Pair kPairs[] = {{"ordago", "sets_to_win=1", 0.2},
                           {"doppelkopf", "deals=4", 0.1},
                           {"seconds", "", 0.2},
                           {"octrix", "target=22", 0.1}};

struct Pool {
  std::vector<double> differences;
  int matches_per_set = 0;

  double Mean() const {
    double sum = 0;
    for (const double x : differences) sum += x;
    return sum / static_cast<double>(differences.size());
  }
  double Variance() const {
    const double mean = Mean();
    double squares = 0;
    for (const double x : differences) squares += (x - mean) * (x - mean);
    return squares / static_cast<double>(differences.size() - 1);
  }
};

Pool Play(const Pair& pair, bool independent, int sets) {
  Duel duel({.game = pair.game,
             .options = pair.options,
             .a = 0,
             .b = pair.share,
             .independent_deals = independent,
             .seed = "duplicates"});
  Pool pool{.differences = {}, .matches_per_set = duel.matches_per_set()};
  for (int i = 0; i < sets; ++i) pool.differences.push_back(duel.Next());
  return pool;
}

// Matches until the verdict: the median over the runs.
int MatchesNeeded(const Pool& pool) {
  Rng rng("runs");
  std::vector<int> matches;
  for (int run = 0; run < kRuns; ++run) {
    SequentialTest test = SequentialTest::Create({}).value();
    while (test.verdict() == Verdict::kUndecided) {
      const auto size = static_cast<uint32_t>(pool.differences.size());
      ARENA_CHECK(test.Add(pool.differences[rng.Below(size)]).ok());
    }
    matches.push_back(test.sets() * pool.matches_per_set);
  }
  std::sort(matches.begin(), matches.end());
  return matches[kRuns / 2];
}

void Measure(const Pair& pair, int sets) {
  const Pool duplicate = Play(pair, false, sets);
  const Pool independent = Play(pair, true, sets * duplicate.matches_per_set);
  const int with = MatchesNeeded(duplicate);
  const int without = MatchesNeeded(independent);
  std::printf(
      "| %s %s | %.2f | %+.3f, %+.3f | %.2f | %d | %d | %.0f %% |\n", pair.game,
      pair.options, pair.share, duplicate.Mean(), independent.Mean(),
      duplicate.Variance() * duplicate.matches_per_set / independent.Variance(),
      with, without, 100.0 * with / without);
  std::fflush(stdout);
}

}  // namespace
}  // namespace arena::competition

int main(int argc, char** argv) {
  const int sets = argc > 1 ? std::atoi(argv[1]) : 400;
  if (sets < 2) {
    std::fprintf(stderr, "SETS is %s; expected a number from 2\n", argv[1]);
    return 2;
  }
  std::printf(
      "| game | random share of B | mean difference: duplicate, independent | "
      "variance of a match | matches, duplicate | matches, independent | "
      "needed |\n|---|---|---|---|---|---|---|\n");
  for (const auto& pair : arena::competition::kPairs) {
    if (argc > 2 && std::string(argv[2]) != pair.game) continue;
    arena::competition::Measure(pair, sets);
  }
  return 0;
}
