// arena bench service: what playing costs, as ratios to references in the same
// run.
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/bench/echo_server.h"
#include "arena/cli/bench/service_bench.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/cli/program_path.h"
#include "arena/cli/temporary_folder.h"
#include "arena/core/check.h"

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
  ARENA_ASSIGN_OR_RETURN(const std::vector<bench::Comparison> lines,
                         bench::BenchService(options));
  if (flags.json) {
    Json json = Json::array();
    for (const bench::Comparison& line : lines) {
      json.push_back({{"what", line.what},
                      {"unit", line.unit},
                      {"value", line.value},
                      {"reference", line.reference},
                      {"ratio", line.ratio},
                      {"budget", line.budget},
                      {"within", line.within}});
    }
    PrintJson(json);
    return kSuccess;
  }
  Columns columns(
      {"what", "value", "reference", "unit", "ratio", "budget", "within"});
  for (const bench::Comparison& line : lines) {
    columns.AddRow({line.what, absl::StrFormat("%.4g", line.value),
                    absl::StrFormat("%.4g", line.reference), line.unit,
                    absl::StrFormat("%.2f", line.ratio), line.budget,
                    line.within ? "yes" : "no"});
  }
  Print(columns.ToString());
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
