// arena bench competition: measures the cost of competitions in addition to
// their matches.
#include <CLI/CLI.hpp>
#include <memory>

#include "arena/bench/competition_bench.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/program_path.h"
#include "arena/cli/bench/bench_table.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {
namespace {

struct CompetitionBenchFlags {
  bool json = false;
  bench::CompetitionBenchOptions options;
};

absl::StatusOr<int> RunCompetitionBench(const CompetitionBenchFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  bench::CompetitionBenchOptions options = flags.options;
  options.folder = folder->path();
  ARENA_ASSIGN_OR_RETURN(options.referee, ProgramBeside("referee"));
  ARENA_ASSIGN_OR_RETURN(const auto measured, bench::BenchCompetition(options));
  PrintMeasurements(measured, flags.json);
  return kSuccess;
}

}  // namespace

BenchPart AddBenchCompetitionCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<CompetitionBenchFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "competition",
      "Measures what scheduling and results cost in addition to matches",
      "arena bench competition --rounds 9 --json");
  command.add_flag("--json", flags->json, "Print JSON");
  const auto number = [&](const char* name, int& value, const char* help) {
    command.add_option(name, value, help)
        ->capture_default_str()
        ->check(command_line::WholeNumber(1, 100000));
  };
  number("--rounds", flags->options.rounds, "How many rounds give a median");
  number("--sets", flags->options.sets,
         "Duplicate sets of each of the 15 encounters");
  number("--at-once", flags->options.at_once,
         "Matches that each of the six bots plays at once");
  command.add_option("--game,-g", flags->options.game, "The game to play")
      ->capture_default_str();
  command.add_option("--store", flags->options.store,
                     "postgresql://... of an empty database, where the results "
                     "stay; without it they go into SQLite files");
  return {&command, [flags] { return RunCompetitionBench(*flags); }};
}

}  // namespace arena::cli
