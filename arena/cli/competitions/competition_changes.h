// Changes of competitions that have begun: shown, asked for, and made.
#ifndef ARENA_CLI_COMPETITIONS_COMPETITION_CHANGES_H_
#define ARENA_CLI_COMPETITIONS_COMPETITION_CHANGES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/competition_client.h"

namespace arena::cli {

// Makes those of these competitions that exist what is wanted of them, all or
// none. Shows first what differs, and asks unless `yes`. FAILED_PRECONDITION
// names what cannot be changed, or tells what differs if there is nobody to
// ask.
absl::Status ChangeTo(CompetitionClient& client,
                      absl::Span<const v1::CompetitionSpec> wanted, bool yes);

// What `program` of an entrant says of a command line.
std::string ProgramOf(absl::Span<const std::string> words);

// arena competition show, change and disqualify.
void AddChangeCommands(Commands& commands, CLI::App& competition);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_COMPETITION_CHANGES_H_
