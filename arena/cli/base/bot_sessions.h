// Which processes of bots are connected to a referee.
#ifndef ARENA_CLI_BASE_BOT_SESSIONS_H_
#define ARENA_CLI_BASE_BOT_SESSIONS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/bot_service.pb.h"

namespace arena::cli {

// All of them, or those of one bot.
absl::StatusOr<std::vector<v1::BotSession>> FetchSessions(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot = "");

void PrintSessions(const std::vector<v1::BotSession>& sessions, bool json);

// The names of the bots that have any.
absl::StatusOr<std::set<std::string>> ConnectedBots(
    const std::shared_ptr<grpc::Channel>& channel);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_BOT_SESSIONS_H_
