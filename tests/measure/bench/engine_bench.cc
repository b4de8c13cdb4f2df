// Measures the cost of a ply in rules, tables and records, by game and variant:
//   build/bin/engine_bench --benchmark_filter=verify
// The time is processor time per match; "ply" is its nanoseconds per ply, or
// per sample of "sample" (from the state) and "sample_seen" (from the message).
// "ratio" is a ply in blocks of SHA-256. Blocks and plies are measured in turn,
// so that a busy machine slows both.
#include <benchmark/benchmark.h>
#include <openssl/sha.h>
#include <time.h>

#include <array>
#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/bench/engine_load.h"
#include "arena/games/registry.h"

namespace arena::bench {
namespace {

double ProcessorSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

using Work = uint32_t (EngineLoad::*)();

// The yardstick for ratios that hold on any machine, busy or not.
constexpr size_t kBlocksAtOnce = 1024;
void HashBlocks() {
  static constexpr std::array<uint8_t, 64 * kBlocksAtOnce> kInput = {};
  std::array<uint8_t, 32> hash;
  SHA256(kInput.data(), kInput.size(), hash.data());
}

void Measure(benchmark::State& state, const EngineSetup& setup, Work work) {
  // So many plies make the time of reading the clock negligible.
  constexpr uint32_t kPliesAtOnce = 1000;
  EngineLoad load(setup, ParseSeed("engine").value());
  double plies = 0;
  double blocks = 0;
  double work_seconds = 0;
  double hash_seconds = 0;
  for (auto _ : state) {
    const double start = ProcessorSeconds();
    uint32_t done = 0;
    while (done < kPliesAtOnce) done += (load.*work)();
    const double end = ProcessorSeconds();
    HashBlocks();
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
      {"sample", &EngineLoad::Sample},
      {"sample_seen", &EngineLoad::SampleSeen},
  };
  for (const auto& [what, work] : works) {
    for (const Game& game : AllGames()) {
      for (const EngineSetup& setup : SetupsOf(game)) {
        benchmark::RegisterBenchmark(
            absl::StrCat(what, "/", setup.Name()).c_str(),
            [setup, work = work](benchmark::State& state) {
              Measure(state, setup, work);
            })
            ->UseManualTime();
      }
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
