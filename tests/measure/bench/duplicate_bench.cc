// Measures how many matches a comparison of two bots needs with duplicate sets
// and with independent deals, in every game that has deals. Prints a table.
//
//   duplicate_bench [MATCHES [GAME]]
//
// For every game this many matches are played in duplicate sets, and as many
// with independent deals. Then the sequential test of `arena compare` runs many
// times on sets drawn from these matches, with its default settings.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "arena/core/check.h"
#include "tests/arena/competition/duel.h"

namespace arena::competition {
namespace {

constexpr int kRuns = 201;

struct Pair {
  const char* game;
  // Short matches have more luck in them, and are over sooner.
  const char* options;
  // The share of random actions of the weaker bot; the better bot is greedy.
  RandomShare share;
};
constexpr Pair kPairs[] = {{"ordago", "sets_to_win=1", 0.1},
                           {"doppelkopf", "deals=4,compulsory_solos=0", 0.2},
                           {"seconds", "", 0.5},
                           {"octrix", "target=22", 0.3}};

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

Pool Play(const Pair& pair, bool independent, int matches) {
  Duel duel({.game = pair.game,
             .options = pair.options,
             .a = 0,
             .b = pair.share,
             .independent_deals = independent,
             .seed = "duplicates"});
  Pool pool{.differences = {}, .matches_per_set = duel.matches_per_set()};
  const int sets = matches / pool.matches_per_set;
  for (int i = 0; i < sets; ++i) pool.differences.push_back(duel.Next());
  return pool;
}

// Returns the matches until the verdict: the median over the runs.
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

void Measure(const Pair& pair, int matches) {
  const Pool duplicate = Play(pair, false, matches);
  const Pool independent = Play(pair, true, matches);
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
  const int matches = argc > 1 ? std::atoi(argv[1]) : 2400;
  if (matches < 12) {
    std::fprintf(stderr, "MATCHES is %s; expected a number from 12\n", argv[1]);
    return 2;
  }
  std::printf(
      "| game | random share of B | mean difference: duplicate, independent | "
      "variance of a match | matches, duplicate | matches, independent | "
      "needed |\n|---|---|---|---|---|---|---|\n");
  for (const auto& pair : arena::competition::kPairs) {
    if (argc > 2 && std::string(argv[2]) != pair.game) continue;
    arena::competition::Measure(pair, matches);
  }
  return 0;
}
