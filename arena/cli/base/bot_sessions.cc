#include "arena/cli/base/bot_sessions.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"
#include "arena/match/player.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {

absl::StatusOr<std::vector<v1::BotSession>> FetchSessions(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot) {
  const auto stub = v1::BotService::NewStub(channel);
  v1::ListSessionsRequest request;
  request.set_page_size(kLargestPage);
  request.set_bot(bot);
  std::vector<v1::BotSession> sessions;
  ARENA_RETURN_IF_ERROR(
      ForEachPage(*stub, &v1::BotService::Stub::ListSessions, request,
                  [&](const v1::ListSessionsResponse& page) {
                    sessions.insert(sessions.end(), page.sessions().begin(),
                                    page.sessions().end());
                    return true;
                  }));
  return sessions;
}

void PrintSessions(const std::vector<v1::BotSession>& sessions, bool json) {
  Json out = Json::array();
  Columns columns({"bot", "instance", "version", "language", "matches", "room",
                   "takes more"});
  for (const v1::BotSession& session : sessions) {
    std::vector<std::string> games;
    for (const v1::GameSupport& game : session.plays()) {
      games.push_back(game.game());
    }
    out.push_back({{"bot", session.bot()},
                   {"instance", session.instance()},
                   {"version", session.version()},
                   {"language", session.language()},
                   {"games", games},
                   {"matches", session.matches()},
                   {"max_matches", session.max_matches()},
                   {"one_match", session.one_match()},
                   {"leaving", session.leaving()}});
    columns.AddRow({session.bot(), session.instance(), session.version(),
                    session.language(), absl::StrCat(session.matches()),
                    absl::StrCat(session.max_matches()),
                    session.leaving()     ? "no"
                    : session.one_match() ? "one match"
                                          : "yes"});
  }
  PrintEither(json, out,
              out.empty() ? "No sessions: no bot is connected, or not the one "
                            "that --bot names.\n"
                          : columns.ToString());
}

absl::StatusOr<std::set<std::string>> ConnectedBots(
    const std::shared_ptr<grpc::Channel>& channel) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::BotSession> sessions,
                         FetchSessions(channel));
  std::set<std::string> bots;
  for (const v1::BotSession& session : sessions) bots.insert(session.bot());
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
