#include "referee/matches/session_list.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "referee/access/replies.h"

namespace arena::referee {
namespace {

v1::BotSession SessionMessage(const Session& session) {
  const BotProfile profile = session.profile();
  v1::BotSession message;
  message.set_bot(profile.process.bot);
  message.set_instance(profile.process.Original().instance);
  message.set_version(profile.version);
  message.set_language(profile.language);
  for (const v1::GameSupport& plays : profile.repertoire.accepted()) {
    *message.add_plays() = plays;
  }
  message.set_max_matches(profile.max_matches);
  const Session::Business business = session.public_business();
  message.set_matches(business.matches);
  message.set_one_match(profile.one_match);
  message.set_leaving(business.leaving);
  return message;
}

// Where a page ends. No name has a slash in it.
std::string PositionOf(const ProcessName& process) {
  return absl::StrCat(process.bot, "/", process.instance);
}

// Behind which session a page begins.
ProcessName Behind(const std::string& position) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(position, absl::MaxSplits('/', 1));
  return {parts.first, parts.second};
}

}  // namespace

absl::StatusOr<v1::ListSessionsResponse> ListSessionsPage(
    const SessionDirectory& directory, const v1::ListSessionsRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const std::string position,
                         ReadPageToken(list, request.page_token()));
  const ProcessName behind = Behind(position);
  v1::ListSessionsResponse response;
  PageRoom room(size);
  ProcessName last;
  for (const auto& session : request.bot().empty()
                                 ? directory.Live()
                                 : directory.LiveOf(request.bot())) {
    const bool is_before = !position.empty() && session->process() <= behind;
    if (is_before || !session->attached()) continue;
    v1::BotSession message = SessionMessage(*session);
    if (!room.Take(message)) {
      response.set_next_page_token(MakePageToken(list, PositionOf(last)));
      break;
    }
    *response.add_sessions() = std::move(message);
    last = session->process();
  }
  return response;
}

}  // namespace arena::referee
