// The ratings of a bot in its competitions, as a whole and by version.
#ifndef ARENA_CLI_AT_REFEREE_BOT_RATINGS_H_
#define ARENA_CLI_AT_REFEREE_BOT_RATINGS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/standings.pb.h"

namespace arena::cli {

// An entrant for which the bot plays.
struct BotRating {
  std::string competition;
  // Its line of the table; the name is the entrant's.
  v1::EntrantStanding standing;
};

// The ratings in the bot's newest competitions, at most ten, newest first. A
// bot with several entrants in a competition has a line for each entrant.
// Entrants without a set have no line.
absl::StatusOr<std::vector<BotRating>> FetchBotRatings(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot);

// Lines of the page of a bot.
std::string RatingsText(const std::vector<BotRating>& ratings);

}  // namespace arena::cli

#endif  // ARENA_CLI_AT_REFEREE_BOT_RATINGS_H_
