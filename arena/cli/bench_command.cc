// arena bench: what playing costs, as ratios to references in the same run.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/bench/echo_server.h"
#include "arena/cli/bench/service_bench.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/cli/program_path.h"
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

// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path =
        (std::filesystem::temp_directory_path() / "arena-bench-XXXXXX")
            .string();
    ARENA_CHECK(mkdtemp(path.data()) != nullptr, path);
    path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

absl::StatusOr<int> RunBench(const BenchFlags& flags) {
  if (!flags.echo.empty()) {
    ARENA_RETURN_IF_ERROR(bench::RunEchoServer(flags.echo, flags.idle));
    return kSuccess;
  }
  const TemporaryFolder folder;
  bench::ServiceBenchOptions options;
  ARENA_ASSIGN_OR_RETURN(options.referee, ProgramBeside("referee"));
  ARENA_ASSIGN_OR_RETURN(options.arena, ProgramBeside("arena"));
  options.folder = folder.path();
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

void AddBenchCommand(Commands& commands) {
  const auto flags = std::make_shared<BenchFlags>();
  CLI::App& command =
      commands.Add("bench", "Measures, as ratios to references",
                   "arena bench --rounds 5");
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
  commands.OnChosen(command, [flags] { return RunBench(*flags); });
}

}  // namespace arena::cli
