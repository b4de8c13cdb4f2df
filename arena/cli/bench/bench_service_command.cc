// arena bench service: measures the cost of playing, as ratios to references
// from the same run.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "arena/bench/echo_server.h"
#include "arena/bench/restart_bench.h"
#include "arena/bench/service_bench.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/program_path.h"
#include "arena/cli/bench/bench_table.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {
namespace {

struct ServiceBenchFlags {
  bool json = false;
  bench::ServiceBenchOptions options;
  int restart = 0;
  // The reference runs in its own process, like the referee.
  std::string echo;
  std::string recorded;
};

absl::StatusOr<int> RunServiceBench(const ServiceBenchFlags& flags) {
  if (!flags.echo.empty()) {
    ARENA_RETURN_IF_ERROR(bench::RunEchoServer(flags.echo, flags.recorded));
    return kSuccess;
  }
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  bench::ServiceBenchOptions options = flags.options;
  options.folder = folder->path();
  ARENA_ASSIGN_OR_RETURN(options.referee, ProgramBeside("referee"));
  ARENA_ASSIGN_OR_RETURN(options.arena, ProgramBeside("arena"));
  ARENA_ASSIGN_OR_RETURN(std::vector<bench::Measurement> measured,
                         bench::BenchService(options));
  if (flags.restart > 0) {
    ARENA_ASSIGN_OR_RETURN(measured.emplace_back(),
                           bench::BenchRestart({.referee = options.referee,
                                                .folder = options.folder,
                                                .matches = flags.restart,
                                                .rounds = options.rounds}));
  }
  PrintMeasurements(measured, flags.json);
  return kSuccess;
}

}  // namespace

BenchPart AddBenchServiceCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<ServiceBenchFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "service", "Measures the referee, as ratios to a plain echo",
      "arena bench service --streams 1000 --streams 20000 --rounds 5");
  command.add_flag("--json", flags->json, "Print JSON");
  command
      .add_option("--streams", flags->options.streams,
                  "Bots at once, each with its own connection; may be repeated "
                  "to measure several numbers")
      ->capture_default_str()
      ->check(command_line::WholeNumber(2, 20000));
  command
      .add_option("--rounds", flags->options.rounds,
                  "How many rounds give a median")
      ->capture_default_str()
      ->check(command_line::WholeNumber(1, 100));
  command.add_option("--store", flags->options.store,
                     "postgresql://... of an empty database: also measure a "
                     "referee that keeps its data there");
  command.add_option("--other-referee", flags->options.other_referee,
                     "Also measure another build of the referee");
  command
      .add_option("--restart", flags->restart,
                  "Also measure the time to come back with this many matches "
                  "under way, 500 plies each")
      ->check(command_line::WholeNumber(1, 2000));
  command.add_option("--echo", flags->echo)->group("");
  command.add_option("--recorded", flags->recorded)->group("");
  return {&command, [flags] { return RunServiceBench(*flags); }};
}

}  // namespace arena::cli
