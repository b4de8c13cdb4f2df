// The arena program: everything on the command line except the referee itself.
#include "arena/cli/base/command.h"

int main(int argc, char** argv) {
  return arena::cli::RunProgram(argc, argv, [](arena::cli::Commands& commands) {
    arena::cli::AddGamesCommands(commands);
    arena::cli::AddPlayCommand(commands);
    arena::cli::AddMatchCommands(commands);
    arena::cli::AddBotsCommands(commands);
    arena::cli::AddRecordCommands(commands);
    arena::cli::AddBridgeCommand(commands);
    arena::cli::AddRunCommand(commands);
    arena::cli::AddCompareCommand(commands);
    arena::cli::AddTournamentCommands(commands);
    arena::cli::AddCompetitionCommands(commands);
    arena::cli::AddLadderCommands(commands);
    arena::cli::AddStandingsCommand(commands);
    arena::cli::AddCheckBotCommand(commands);
    arena::cli::AddCommandOf(commands, "perft",
                             "Counts the ways to play a number of turns", "",
                             "arena-bench", {"perft"});
    arena::cli::AddCommandOf(commands, "bench",
                             "Measures speed: of one part, or of all parts", "",
                             "arena-bench", {"bench"});
    arena::cli::AddCommandOf(
        commands, "serve", "Starts a referee; its flags follow",
        "arena serve --data ./arena-data --listen 127.0.0.1:5757", "referee");
    arena::cli::AddBackupCommands(commands);
    arena::cli::AddCompletionCommand(commands);
  });
}
