// Measures the cost of planning, by game and format, without hosts, stores and
// play:
//   build/bin/planning_bench --benchmark_filter=octrix
// "planning" is the processor time of planning a match and taking in its
// result. "restart" is the time of taking in all results again. Neither may
// grow with the number of sets, which is the last part of a name.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/formats.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::competition {
namespace {

constexpr int kEntrants = 6;
// The default of a referee.
constexpr int kOpenSets = 64;

v1::CompetitionSpec SpecFor(const Game& game, v1::Format format) {
  v1::CompetitionSpec spec;
  spec.set_name("bench");
  spec.set_game(std::string(game.info->name));
  spec.set_format(format);
  spec.set_seed(std::string(sizeof(Seed), 'b'));
  for (int i = 0; i < kEntrants; ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(absl::StrCat("bot-", i));
    entrant.add_players()->set_bot(entrant.name());
  }
  if (format != v1::FORMAT_LADDER) spec.set_sets(1);
  return spec;
}

// Gives every encounter so many sets that there are about `sets` in all.
Scheduler SchedulerOf(v1::CompetitionSpec spec, int sets) {
  if (spec.format() == v1::FORMAT_LADDER) {
    spec.set_max_sets(static_cast<uint32_t>(sets));
  } else {
    const auto encounters =
        Scheduler::Create(spec).value().progress().sets_total();
    spec.set_sets(std::max<uint32_t>(1, sets / encounters));
  }
  return Scheduler::Create(spec).value();
}

// The entrant with the lower index is better, and wins.
v1::CompetitionMatch ResultOf(const PlannedMatch& planned) {
  v1::CompetitionMatch match = planned.ToMessage();
  v1::MatchResult& result = *match.mutable_result();
  result.set_termination(v1::TERMINATION_NORMAL);
  for (const uint32_t entrant : planned.entrants) {
    result.add_returns(-static_cast<int>(entrant));
    result.add_ranks(entrant + 1);
  }
  return match;
}

// Returns the log of results.
std::vector<v1::CompetitionMatch> PlayThrough(Scheduler scheduler) {
  std::vector<v1::CompetitionMatch> log;
  std::deque<PlannedMatch> open;
  while (!scheduler.finished()) {
    // A host asks for matches whenever a match is over.
    const auto planned = scheduler.Next(kOpenSets).value();
    open.insert(open.end(), planned.begin(), planned.end());
    ARENA_CHECK(!open.empty(), "nothing is open, and it is not over");
    log.push_back(ResultOf(open.front()));
    open.pop_front();
    ARENA_CHECK(scheduler.Add(log.back()).ok());
  }
  return log;
}

void CountMatches(benchmark::State& state, size_t matches) {
  state.counters["us"] =
      benchmark::Counter(static_cast<double>(matches) * 1e-6,
                         benchmark::Counter::kIsIterationInvariantRate |
                             benchmark::Counter::kInvert);
}

void Plan(benchmark::State& state, const v1::CompetitionSpec& spec, int sets) {
  size_t matches = 0;
  for (auto _ : state) matches = PlayThrough(SchedulerOf(spec, sets)).size();
  CountMatches(state, matches);
}

void Restart(benchmark::State& state, const v1::CompetitionSpec& spec,
             int sets) {
  const auto log = PlayThrough(SchedulerOf(spec, sets));
  for (auto _ : state) {
    Scheduler scheduler = SchedulerOf(spec, sets);
    for (const auto& match : log) ARENA_CHECK(scheduler.Add(match).ok());
  }
  CountMatches(state, log.size());
}

void Register(const Game& game, v1::Format format, int sets) {
  const v1::CompetitionSpec spec = SpecFor(game, format);
  // A knockout takes games of two sides only.
  if (!Scheduler::Create(spec).ok() && format != v1::FORMAT_LADDER) return;
  const std::string name = absl::StrCat(std::string(game.info->name), "/",
                                        v1::Format_Name(format), "/", sets);
  benchmark::RegisterBenchmark(("planning/" + name).c_str(), Plan, spec, sets);
  benchmark::RegisterBenchmark(("restart/" + name).c_str(), Restart, spec,
                               sets);
}

}  // namespace
}  // namespace arena::competition

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const arena::Game& game : arena::AllGames()) {
    for (const auto& info : arena::competition::Formats()) {
      for (const int sets : {500, 2000}) {
        arena::competition::Register(game, info.format, sets);
      }
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
