#include "referee/session_list.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "referee/paging.h"

namespace arena::referee {
namespace {

v1::BotSession SessionMessage(const Session& session) {
  const BotProfile profile = session.profile();
  v1::BotSession message;
  message.set_bot(profile.process.bot);
  message.set_instance(profile.process.instance);
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

// Tells after which session a page begins. Names have no slash.
std::string TokenOf(const ProcessName& process) {
  return absl::StrCat(process.bot, "/", process.instance);
}

absl::StatusOr<ProcessName> Behind(const std::string& token) {
  if (token.empty()) return ProcessName();
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(token, absl::MaxSplits('/', 1));
  const bool is_ours = token.find('/') != std::string::npos &&
                       CheckName("bot", parts.first).ok();
  if (is_ours) return ProcessName{parts.first, parts.second};
  return absl::InvalidArgumentError(
      absl::StrCat("page_token is \"", Shortened(token),
                   "\"; expected one from an earlier response"));
}

}  // namespace

absl::StatusOr<v1::ListSessionsResponse> ListSessionsPage(
    const SessionDirectory& directory, const v1::ListSessionsRequest& request) {
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const ProcessName behind,
                         Behind(request.page_token()));
  v1::ListSessionsResponse response;
  for (const auto& session : request.bot().empty()
                                 ? directory.Live()
                                 : directory.LiveOf(request.bot())) {
    const bool is_before =
        !request.page_token().empty() && session->process() <= behind;
    if (is_before || !session->attached()) continue;
    if (response.sessions_size() == size) {
      const v1::BotSession& last = *response.sessions().rbegin();
      response.set_next_page_token(TokenOf({last.bot(), last.instance()}));
      break;
    }
    *response.add_sessions() = SessionMessage(*session);
  }
  return response;
}

}  // namespace arena::referee
