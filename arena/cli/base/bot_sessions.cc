#include "arena/cli/base/bot_sessions.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"
#include "arena/match/player.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {

absl::StatusOr<v1::ListSessionsResponse> FetchSessions(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot) {
  v1::ListSessionsRequest request;
  request.set_bot(bot);
  return AllPages(*v1::BotService::NewStub(channel),
                  &v1::BotService::Stub::ListSessions, request);
}

absl::StatusOr<std::set<std::string>> ConnectedBots(
    const std::shared_ptr<grpc::Channel>& channel) {
  ARENA_ASSIGN_OR_RETURN(const v1::ListSessionsResponse all,
                         FetchSessions(channel));
  std::set<std::string> bots;
  for (const v1::BotSession& session : all.sessions()) {
    bots.insert(session.bot());
  }
  return bots;
}

absl::Status WithNearest(const absl::Status& status, absl::string_view name,
                         const std::vector<std::string>& names) {
  if (!absl::IsNotFound(status) || absl::c_linear_search(names, name)) {
    return status;
  }
  return absl::NotFoundError(
      absl::StrCat(status.message(), DidYouMean(name, names)));
}

std::vector<std::string> BotNames(
    const std::shared_ptr<grpc::Channel>& channel) {
  std::vector<std::string> names(BuiltInNames().begin(), BuiltInNames().end());
  // Failures are ignored here: the caller reports its own error in any case.
  const auto registered =
      AllPages(*v1::BotService::NewStub(channel),
               &v1::BotService::Stub::ListBots, v1::ListBotsRequest());
  if (registered.ok()) {
    for (const v1::Bot& bot : registered->bots()) names.push_back(bot.name());
  }
  const auto connected = ConnectedBots(channel);
  if (connected.ok()) absl::c_copy(*connected, std::back_inserter(names));
  return names;
}

}  // namespace arena::cli
