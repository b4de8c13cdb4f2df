// Tokens of the bots that this program starts.
#ifndef ARENA_CLI_BOT_TOKENS_H_
#define ARENA_CLI_BOT_TOKENS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/referee_channel.h"

namespace arena::cli {

// A new token with which a program plays as `bot` and reads, but does nothing
// else. Registers the bot if it is new; tokens that it has had before become
// useless. The channel is an admin's. Errors as of BotService.
absl::StatusOr<std::string> NewTokenOf(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot);

// OK if a program may play as `bot` with the address, token and certificates
// of `as_bot`. The error names the bot and what the referee has against it.
absl::Status CheckMayPlay(const RefereeFlags& as_bot, const std::string& bot);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOT_TOKENS_H_
