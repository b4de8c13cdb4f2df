// Bots that ladders bench: reports to their authors, and which bots may play.
#ifndef REFEREE_COMPETITIONS_BENCHING_H_
#define REFEREE_COMPETITIONS_BENCHING_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/competition/pairing/bench.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/store.h"

namespace arena::referee {

// The faults for which the ladder has benched each registered bot of an
// entrant, by name. Bots without a part in the entrant's faults are left out. A
// report shows only the faults of its own bot.
absl::StatusOr<std::vector<BenchedBot>> BenchedBots(
    Store& store, const v1::CompetitionSpec& ladder,
    const competition::Benching& benching, absl::Time now);

using BotStatuses = std::map<std::string, v1::Bot::Status>;

// Whether a bot of the entrant is benched or retired.
bool IsSuspended(const v1::Entrant& entrant, const BotStatuses& statuses);
// All bots of the ladder.
std::vector<std::string> BotsOfAll(const v1::CompetitionSpec& ladder);
// Whether the entrant has bots and all of them are registered and active;
// unregistered bots have no status.
bool IsCleared(const v1::Entrant& entrant, const BotStatuses& statuses);

// FAILED_PRECONDITION names the bot of the entrant that is benched or retired.
absl::Status CheckMayPlay(Bots& registered, const v1::Entrant& entrant);

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_BENCHING_H_
