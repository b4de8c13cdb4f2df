// Tournaments as a referee keeps them.
#ifndef ARENA_CLI_COMPETITIONS_KEPT_TOURNAMENTS_H_
#define ARENA_CLI_COMPETITIONS_KEPT_TOURNAMENTS_H_

#include "arena/cli/base/command.h"

namespace arena::cli {

// arena tournament list, stop and delete.
void AddKeptTournamentCommands(Commands& commands, CLI::App& tournament);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_KEPT_TOURNAMENTS_H_
