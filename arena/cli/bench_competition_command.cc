// arena bench competition: what competitions cost beside their matches.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/cli/bench_table.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/cli/process.h"
#include "arena/cli/program_path.h"
#include "arena/cli/temporary_folder.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

struct CompetitionBenchFlags {
  bool json = false;
  int rounds = 5;
  int sets = 8;
  int at_once = 2;
  int planned_sets = 2000;
  std::string game = "octrix";
  std::string store;
};

// What the program prints that measures inside the referee: a line for every
// measurement.
absl::StatusOr<Json> RunProgram(std::vector<std::string> command) {
  Json lines = Json::array();
  std::string wrong;
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(
      const std::unique_ptr<Process> process,
      Process::Start({.command = std::move(command),
                      .variables = {},
                      .on_line = [&](const std::string& line) {
                        Json json = Json::parse(line, nullptr, false);
                        if (json.is_discarded()) {
                          absl::StrAppend(&wrong, line, "\n");
                        } else {
                          lines.push_back(std::move(json));
                        }
                      }}));
  while (!process->Ended()) {
    ARENA_RETURN_IF_ERROR(signals.Wait(absl::Seconds(1)));
  }
  process->FinishReading();
  if (process->EndText() != "exit status 0") {
    return absl::UnavailableError(absl::StrCat(
        "competition_bench ended with ", process->EndText(), ": ", wrong));
  }
  return lines;
}

absl::StatusOr<int> RunCompetitionBench(const CompetitionBenchFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  ARENA_ASSIGN_OR_RETURN(const std::string program,
                         ProgramBeside("competition_bench"));
  std::vector<std::string> command = {program,
                                      "--folder",
                                      folder->path(),
                                      "--game",
                                      flags.game,
                                      "--rounds",
                                      absl::StrCat(flags.rounds),
                                      "--sets",
                                      absl::StrCat(flags.sets),
                                      "--at-once",
                                      absl::StrCat(flags.at_once),
                                      "--planned-sets",
                                      absl::StrCat(flags.planned_sets)};
  if (!flags.store.empty()) {
    command.insert(command.end(), {"--store", flags.store});
  }
  ARENA_ASSIGN_OR_RETURN(const Json lines, RunProgram(std::move(command)));
  PrintMeasurements(lines, flags.json);
  return kSuccess;
}

}  // namespace

BenchPart AddBenchCompetitionCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<CompetitionBenchFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "competition",
      "Measures scheduling, the store of results, and planning",
      "arena bench competition --rounds 9 --json");
  command.add_flag("--json", flags->json, "Print JSON");
  const auto number = [&](const char* name, int& value, const char* help) {
    command.add_option(name, value, help)
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
  };
  number("--rounds", flags->rounds, "Medians are of this many");
  number("--sets", flags->sets,
         "Duplicate sets of each of the 15 encounters that are played");
  number("--at-once", flags->at_once,
         "Matches that each of the six bots plays at once");
  number("--planned-sets", flags->planned_sets,
         "Duplicate sets of the competitions that are only planned");
  command.add_option("--game,-g", flags->game, "Which game is played")
      ->capture_default_str();
  command.add_option("--store", flags->store,
                     "postgresql://... of an empty database, where the results "
                     "stay; without it they go into SQLite files");
  return {&command, [flags] { return RunCompetitionBench(*flags); }};
}

}  // namespace arena::cli
