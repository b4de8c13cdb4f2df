// Declares, runs and reports on the subcommands of a program.
#ifndef ARENA_CLI_BASE_COMMAND_H_
#define ARENA_CLI_BASE_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::cli {

// ---- Exit statuses ----

inline constexpr int kSuccess = 0;
// The work was done and found a problem, or could not be finished.
inline constexpr int kProblem = 1;
// The command cannot be done as given.
inline constexpr int kUsage = 2;

// kUsage if the command line itself is to blame (wrong value, no such thing,
// no permission), kProblem for everything else.
int ExitStatusOf(const absl::Status& status);

// Prints "arena: <message>" to stderr, in lines that fit.
void PrintError(const absl::Status& status);

// ---- Subcommands ----

// The work of a subcommand after its flags are read. Returns the exit status,
// or an error to print.
using Work = std::function<absl::StatusOr<int>()>;

// Collects the subcommands, and remembers the one that was named.
class Commands {
 public:
  explicit Commands(CLI::App& app) : app_(app) {}

  // Adds a subcommand; `example` ends its help. The caller adds flags to the
  // result.
  CLI::App& Add(const std::string& name, const std::string& summary,
                const std::string& example);
  // The same, below another subcommand.
  CLI::App& AddBelow(CLI::App& parent, const std::string& name,
                     const std::string& summary, const std::string& example);
  // Runs `work` if `command` is named.
  void OnChosen(CLI::App& command, Work work);

  // Runs the work of the named command and prints its error. Prints the help if
  // the named command needs a subcommand. Returns the exit status.
  int Run() const;
  const CLI::App& app() const { return app_; }

 private:
  CLI::App& app_;
  Work chosen_;
};

// Adds a subcommand that becomes another program. The program gets `leading`
// and all arguments after the command, including --help. See BecomeProgram.
void AddCommandOf(Commands& commands, const std::string& name,
                  const std::string& summary, const std::string& example,
                  const std::string& program,
                  const std::vector<std::string>& leading = {});

// The whole of a program: `add` adds its commands. Returns the exit status.
int RunProgram(int argc, char** argv,
               const std::function<void(Commands&)>& add);

// A part of `arena bench`. It runs if it is named, or if no part is named.
struct BenchPart {
  CLI::App* command;
  Work work;
};

// One function per group of subcommands, in the file of that name.
void AddGamesCommands(Commands& commands);
void AddPlayCommand(Commands& commands);
void AddMatchCommands(Commands& commands);
void AddBotsCommands(Commands& commands);
void AddRecordCommands(Commands& commands);
void AddAnalyseCommand(Commands& commands);
void AddExportCommand(Commands& commands);
void AddPromptsCommand(Commands& commands);
void AddRehearseCommand(Commands& commands);
void AddBridgeCommand(Commands& commands);
void AddRunCommand(Commands& commands);
void AddCheckBotCommand(Commands& commands);
void AddPerftCommand(Commands& commands);
void AddBenchCommand(Commands& commands);
BenchPart AddBenchEngineCommand(Commands& commands, CLI::App& bench);
BenchPart AddBenchServiceCommand(Commands& commands, CLI::App& bench);
BenchPart AddBenchCompetitionCommand(Commands& commands, CLI::App& bench);
BenchPart AddBenchRunnersCommand(Commands& commands, CLI::App& bench);
BenchPart AddBenchBotsCommand(Commands& commands, CLI::App& bench);
void AddBackupCommands(Commands& commands);
void AddTournamentCommands(Commands& commands);
void AddCompareCommand(Commands& commands);
void AddStandingsCommand(Commands& commands);
void AddCompetitionCommands(Commands& commands);
void AddLadderCommands(Commands& commands);
void AddCompletionCommand(Commands& commands);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_COMMAND_H_
