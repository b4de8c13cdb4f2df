// The arena program: everything on the command line except the referee itself.
#include <CLI/CLI.hpp>

#include "arena/cli/command.h"
#include "arena/command_line/read_arguments.h"

int main(int argc, char** argv) {
  CLI::App app(
      "Plays, replays and checks matches of the arena's games.\n"
      "Exit status: 0, 1 if a problem was found, 2 if the command is wrong.",
      "arena");
  arena::command_line::UseHelpPages(app);
  app.footer("`arena COMMAND --help` shows all flags of a command.");
  app.set_version_flag("--version", "arena " PENTATHLON_VERSION);
  app.require_subcommand(0, 1);
  arena::cli::Commands commands(app);
  arena::cli::AddGamesCommands(commands);
  arena::cli::AddPlayCommand(commands);
  arena::cli::AddMatchCommands(commands);
  arena::cli::AddBotsCommands(commands);
  arena::cli::AddRecordCommands(commands);
  arena::cli::AddCompareCommand(commands);
  arena::cli::AddTournamentCommands(commands);
  arena::cli::AddCompetitionCommands(commands);
  arena::cli::AddLadderCommands(commands);
  arena::cli::AddStandingsCommand(commands);
  arena::cli::AddPerftCommand(commands);
  arena::cli::AddBenchCommand(commands);
  arena::cli::AddServeCommand(commands);
  arena::cli::AddBackupCommands(commands);
  arena::cli::AddCompletionCommand(commands);
  const auto done = arena::command_line::ReadArguments(app, argc, argv);
  return done.has_value() ? *done : commands.Run();
}
