// What a tournament means for its bots.
#ifndef ARENA_CLI_COMPETITIONS_TOURNAMENT_BOTS_H_
#define ARENA_CLI_COMPETITIONS_TOURNAMENT_BOTS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/bots/running_bots.h"

namespace arena::cli {

// Tells on stderr what was played before: a changed bot does not play that
// again. What was stopped is told at the end.
void TellWhatWasThere(absl::Span<const CompetitionData> events);

// The faults of each bot in the results so far.
std::map<std::string, std::vector<BotFault>> FaultsByBot(
    absl::Span<const CompetitionData> events);

// As many processes of a bot as the isolation of its matches needs, each of
// which plays `at_once` matches. Processes that play one match each are started
// before the previous one has ended.
BotSurroundings ProcessesFor(absl::Span<const CompetitionData> events,
                             const std::string& bot, int at_once);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_TOURNAMENT_BOTS_H_
