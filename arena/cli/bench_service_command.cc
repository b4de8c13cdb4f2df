// arena bench service: what playing costs, as ratios to references in the same
// run.
#include <memory>
#include <string>
#include <vector>

#include "arena/cli/bench/echo_server.h"
#include "arena/cli/bench/service_bench.h"
#include "arena/cli/bench_table.h"
#include "arena/cli/command.h"
#include "arena/cli/program_path.h"
#include "arena/cli/temporary_folder.h"
#include "arena/core/check.h"
#include "arena/measurement/measurement.h"

namespace arena::cli {
namespace {

struct BenchFlags {
  bool json = false;
  int streams = 1000;
  int rounds = 3;
  std::string echo;
  bool idle = false;
};

absl::StatusOr<int> RunBench(const BenchFlags& flags) {
  if (!flags.echo.empty()) {
    ARENA_RETURN_IF_ERROR(bench::RunEchoServer(flags.echo, flags.idle));
    return kSuccess;
  }
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  bench::ServiceBenchOptions options;
  ARENA_ASSIGN_OR_RETURN(options.referee, ProgramBeside("referee"));
  ARENA_ASSIGN_OR_RETURN(options.arena, ProgramBeside("arena"));
  options.folder = folder->path();
  options.streams = flags.streams;
  options.rounds = flags.rounds;
  ARENA_ASSIGN_OR_RETURN(const std::vector<Measurement> measured,
                         bench::BenchService(options));
  Json lines = Json::array();
  for (const Measurement& line : measured) {
    lines.push_back(MeasurementJson(line));
  }
  PrintMeasurements(lines, flags.json);
  return kSuccess;
}

}  // namespace

BenchPart AddBenchServiceCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<BenchFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "service", "Measures the referee, as ratios to a plain echo",
      "arena bench service --rounds 5");
  command.add_flag("--json", flags->json, "Print JSON");
  command.add_option("--streams", flags->streams, "Bots at once")
      ->capture_default_str()
      ->check(CLI::Range(2, 20000));
  command.add_option("--rounds", flags->rounds, "Medians are of this many")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  // The reference server runs in a process of its own, like the referee.
  command.add_option("--echo", flags->echo)->group("");
  command.add_flag("--idle", flags->idle)->group("");
  return {&command, [flags] { return RunBench(*flags); }};
}

}  // namespace arena::cli
