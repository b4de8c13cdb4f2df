// The bots that a referee knows, and their connected processes.
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

// The sessions of all bots, or of one bot.
absl::StatusOr<v1::ListSessionsResponse> FetchSessions(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot = "");

// The names of the bots that have a session.
absl::StatusOr<std::set<std::string>> ConnectedBots(
    const std::shared_ptr<grpc::Channel>& channel);

// The same error. If it is NOT_FOUND and `name` is not among the names, the
// nearest name is added.
absl::Status WithNearest(const absl::Status& status, absl::string_view name,
                         const std::vector<std::string>& names);

// The names of the bots that a referee knows: registered, connected and built
// in. A kind whose list cannot be fetched is left out.
std::vector<std::string> BotNames(
    const std::shared_ptr<grpc::Channel>& channel);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_BOT_SESSIONS_H_
