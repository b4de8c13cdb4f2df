// The arena program: everything on the command line except the referee itself.
#include <grpc/support/log.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

#include "arena/cli/base/command.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/standard_streams.h"

// What gRPC prints of a connection that fails, our errors say in one sentence.
void Silence(gpr_log_func_args* /*args*/) {}

int main(int argc, char** argv) {
  arena::command_line::OpenStandardStreams();
  // Who reads a pipe or a file sees each line when it is made.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  // The variable asks for those lines.
  if (std::getenv("GRPC_VERBOSITY") == nullptr) gpr_set_log_function(&Silence);
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
  arena::cli::AddBridgeCommand(commands);
  arena::cli::AddCompareCommand(commands);
  arena::cli::AddTournamentCommands(commands);
  arena::cli::AddCompetitionCommands(commands);
  arena::cli::AddLadderCommands(commands);
  arena::cli::AddStandingsCommand(commands);
  arena::cli::AddCheckBotCommand(commands);
  arena::cli::AddPerftCommand(commands);
  arena::cli::AddBenchCommand(commands);
  arena::cli::AddServeCommand(commands);
  arena::cli::AddBackupCommands(commands);
  arena::cli::AddCompletionCommand(commands);
  const auto done = arena::command_line::ReadArguments(app, argc, argv);
  return done.has_value() ? *done : commands.Run();
}
