// Measures the cost of a ladder's standings, by the number of entrants, the
// number of entrants that have played, and the number of these that have a
// second version:
//   build/bin/standings_bench
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/report/standings.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

// The sets of each entrant that has played; a set has two matches.
constexpr int kSetsOfEach = 10;

v1::Competition LadderOf(int entrants) {
  v1::Competition ladder;
  v1::CompetitionSpec& spec = *ladder.mutable_spec();
  spec.set_name("bench");
  spec.set_game("ordo");
  spec.set_format(v1::FORMAT_LADDER);
  spec.set_seed(std::string(32, 'b'));
  for (int i = 0; i < entrants; ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(absl::StrCat("bot-", i));
    entrant.add_players()->set_bot(entrant.name());
  }
  return ladder;
}

// The first entrants have changed to this version.
struct Versions {
  int changed;
  std::string changed_to;
};

v1::CompetitionMatch MatchOf(int set, int match, int first, int second,
                             bool first_wins, const Versions& versions) {
  v1::CompetitionMatch played;
  played.set_set(set);
  played.set_match(match);
  played.set_match_id(absl::StrCat(set, "-", match));
  for (const int entrant : {first, second}) {
    played.add_entrants(entrant);
    played.add_versions(entrant < versions.changed ? versions.changed_to : "1");
  }
  v1::MatchResult& result = *played.mutable_result();
  result.set_termination(v1::TERMINATION_NORMAL);
  result.add_returns(first_wins ? 1 : -1);
  result.add_returns(first_wins ? -1 : 1);
  result.add_ranks(first_wins ? 1 : 2);
  result.add_ranks(first_wins ? 2 : 1);
  return played;
}

// Every entrant meets opponents drawn at random.
std::vector<v1::CompetitionMatch> ResultsOf(int played, int changed) {
  Rng rng(Seed{});
  std::vector<double> strengths;
  for (int i = 0; i < played; ++i) strengths.push_back(Normal(rng));
  std::vector<v1::CompetitionMatch> results;
  int set = 0;
  for (int round = 0; round < kSetsOfEach / 2; ++round) {
    const Versions versions = {changed, round < kSetsOfEach / 4 ? "1" : "2"};
    for (int a = 0; a < played; ++a, ++set) {
      const int b = static_cast<int>((a + 1 + rng.Below(played - 1)) % played);
      const double chance = 1 / (1 + std::exp(strengths[b] - strengths[a]));
      results.push_back(MatchOf(set, 0, a, b, Uniform(rng) < chance, versions));
      results.push_back(
          MatchOf(set, 1, b, a, Uniform(rng) >= chance, versions));
    }
  }
  return results;
}

void Standings(benchmark::State& state) {
  const auto entrants = static_cast<int>(state.range(0));
  const auto played = static_cast<int>(state.range(1));
  const v1::Competition ladder = LadderOf(entrants);
  const std::vector<v1::CompetitionMatch> results =
      ResultsOf(played, static_cast<int>(state.range(2)));
  for (auto _ : state) {
    const auto standings = ComputeStandings(ladder, results);
    ARENA_CHECK(standings.ok(), standings.status().ToString());
  }
}

BENCHMARK(Standings)
    ->ArgNames({"entrants", "played", "changed"})
    ->Args({33, 33, 0})
    ->Args({100, 100, 0})
    ->Args({300, 300, 0})
    ->Args({1000, 33, 0})
    ->Args({600, 600, 0})
    ->Args({1000, 1000, 0})
    ->Args({1000, 1000, 300})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace arena::competition

BENCHMARK_MAIN();
