// What a ply costs in rules, tables and records, by game and variant:
//   build/bin/engine_bench --benchmark_filter=verify
// The time is processor time per match; "ply" is its nanoseconds per ply, and
// "ratio" is a ply in blocks of SHA-256, measured in turn with it, so that a
// busy machine slows both.
#include <benchmark/benchmark.h>
#include <time.h>

#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/cli/bench/engine_load.h"

namespace arena::bench {
namespace {

double ProcessorSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

using Work = uint32_t (EngineLoad::*)();

void Measure(benchmark::State& state, const EngineSetup& setup, Work work) {
  // Enough of each that reading the clock does not count.
  constexpr uint32_t kPliesAtOnce = 1000;
  constexpr int kBlocksAtOnce = 1024;
  EngineLoad load(setup);
  double plies = 0;
  double blocks = 0;
  double work_seconds = 0;
  double hash_seconds = 0;
  for (auto _ : state) {
    const double start = ProcessorSeconds();
    uint32_t done = 0;
    while (done < kPliesAtOnce) done += (load.*work)();
    const double end = ProcessorSeconds();
    HashBlocks(kBlocksAtOnce);
    hash_seconds += ProcessorSeconds() - end;
    work_seconds += end - start;
    state.SetIterationTime(end - start);
    plies += done;
    blocks += kBlocksAtOnce;
  }
  state.SetItemsProcessed(static_cast<int64_t>(plies));
  state.counters["ply"] = work_seconds / plies * 1e9;
  state.counters["ratio"] = (work_seconds / plies) / (hash_seconds / blocks);
}

void RegisterAll() {
  const std::pair<const char*, Work> works[] = {
      {"playout", &EngineLoad::PlayOut},
      {"table", &EngineLoad::Step},
      {"write", &EngineLoad::Write},
      {"verify", &EngineLoad::Verify},
  };
  for (const auto& [what, work] : works) {
    for (const EngineSetup& setup : EngineSetups()) {
      benchmark::RegisterBenchmark(
          absl::StrCat(what, "/", setup.name).c_str(),
          [setup, work = work](benchmark::State& state) {
            Measure(state, setup, work);
          })
          ->UseManualTime();
    }
  }
}

}  // namespace
}  // namespace arena::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  arena::bench::RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
