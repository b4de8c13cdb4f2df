// Bots that ladders bench: what their authors are told, and who may play.
#ifndef REFEREE_BENCHING_H_
#define REFEREE_BENCHING_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/competition/planning/bench.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/store.h"

namespace arena::referee {

// What the ladder has against each registered bot of an entrant, by name; those
// that have no part in its faults are left out. A report shows the bot's own
// faults and no others.
absl::StatusOr<std::vector<BenchedBot>> BenchedBots(
    Store& store, const v1::CompetitionSpec& ladder,
    const competition::Benching& benching, absl::Time now);

using BotStatuses = std::map<std::string, v1::Bot::Status>;

// Whether a bot of the entrant is benched or retired.
bool IsSuspended(const v1::Entrant& entrant, const BotStatuses& statuses);
// Whether a bot of the entrant is connected nowhere: `present` are those that
// are, in ascending order.
bool IsAbsent(const v1::Entrant& entrant,
              const std::vector<std::string>& present);
// All bots of the ladder.
std::vector<std::string> BotsOfAll(const v1::CompetitionSpec& ladder);
// Whether the statuses of its bots say that it may play, i.e. all are
// registered and active. Of other bots nobody says anything.
bool IsCleared(const v1::Entrant& entrant, const BotStatuses& statuses);

// FAILED_PRECONDITION names the bot of the entrant that is benched or retired.
absl::Status CheckMayPlay(Bots& registered, const v1::Entrant& entrant);

}  // namespace arena::referee

#endif  // REFEREE_BENCHING_H_
