// The bots that a referee knows, and which of their processes are connected.
#ifndef ARENA_CLI_BASE_BOT_SESSIONS_H_
#define ARENA_CLI_BASE_BOT_SESSIONS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"

namespace arena::cli {

// All of them, or those of one bot.
absl::StatusOr<v1::ListSessionsResponse> FetchSessions(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot = "");

// The names of the bots that have any.
absl::StatusOr<std::set<std::string>> ConnectedBots(
    const std::shared_ptr<grpc::Channel>& channel);

// The same error, with the nearest of the names behind it if it is NOT_FOUND
// and `name` is none of them.
absl::Status WithNearest(const absl::Status& status, absl::string_view name,
                         const std::vector<std::string>& names);

// The names of the bots that a referee knows: registered, connected and built
// in. Those that cannot be asked for are missing.
std::vector<std::string> BotNames(
    const std::shared_ptr<grpc::Channel>& channel);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_BOT_SESSIONS_H_
