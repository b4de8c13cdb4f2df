#include "arena/cli/base/unknown_name.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/suggestion.h"
#include "arena/match/player.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {

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
  const auto stub = v1::BotService::NewStub(channel);
  v1::ListBotsRequest request;
  request.set_page_size(kLargestPage);
  const auto add = [&names](const v1::ListBotsResponse& page) {
    for (const v1::Bot& bot : page.bots()) names.push_back(bot.name());
    return true;
  };
  // The error that is explained is told in any case.
  ForEachPage(*stub, &v1::BotService::Stub::ListBots, request, add)
      .IgnoreError();
  const auto connected = ConnectedBots(channel);
  if (connected.ok()) absl::c_copy(*connected, std::back_inserter(names));
  return names;
}

}  // namespace arena::cli
