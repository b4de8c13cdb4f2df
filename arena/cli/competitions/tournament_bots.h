// The bots of a tournament: earlier matches, faults and processes.
#ifndef ARENA_CLI_COMPETITIONS_TOURNAMENT_BOTS_H_
#define ARENA_CLI_COMPETITIONS_TOURNAMENT_BOTS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/bots/running_bots.h"

namespace arena::cli {

// Tells on stderr which matches were played before: a changed bot does not
// replay them. Stopped competitions are reported at the end.
void TellWhatWasThere(absl::Span<const CompetitionData> events);

// The faults of each bot in the results so far.
std::map<std::string, std::vector<BotFault>> FaultsByBot(
    absl::Span<const CompetitionData> events);

// The number of a bot's processes that the isolation of its matches needs, each
// with `at_once` matches. Processes that play one match each are started before
// the previous process has ended.
BotSurroundings ProcessesFor(absl::Span<const CompetitionData> events,
                             const std::string& bot, int at_once);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_TOURNAMENT_BOTS_H_
