// Changes of competitions that have begun: shown, asked for, and made.
#ifndef ARENA_CLI_COMPETITIONS_COMPETITION_CHANGES_H_
#define ARENA_CLI_COMPETITIONS_COMPETITION_CHANGES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/competition_client.h"

namespace arena::cli {

// Changes the existing competitions among these into the wanted ones, all or
// none. First shows the differences, and asks unless `yes`. FAILED_PRECONDITION
// names the fields that cannot be changed, or shows the differences if there is
// nobody to ask.
absl::Status ChangeTo(CompetitionClient& client,
                      absl::Span<const v1::CompetitionSpec> wanted, bool yes);

// The value of an entrant's `program` for a command line.
std::string ProgramOf(absl::Span<const std::string> words);

// arena competition show, change, disqualify and strike.
void AddChangeCommands(Commands& commands, CLI::App& competition);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_COMPETITION_CHANGES_H_
