#include "arena/cli/competitions/open_matches.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {

absl::StatusOr<std::vector<std::string>> MatchesIn(
    v1::Match::State state, const std::shared_ptr<grpc::Channel>& channel,
    const std::string& competition, const std::string& player) {
  v1::ListMatchesRequest request;
  request.set_page_size(kLargestPage);
  request.set_state(state);
  request.set_competition(competition);
  request.set_player(player);
  const auto stub = v1::MatchService::NewStub(channel);
  std::vector<std::string> ids;
  ARENA_RETURN_IF_ERROR(
      ForEachPage(*stub, &v1::MatchService::Stub::ListMatches, request,
                  [&](const v1::ListMatchesResponse& page) {
                    for (const v1::Match& match : page.matches()) {
                      ids.push_back(match.match_id());
                    }
                    return true;
                  }));
  return ids;
}

absl::Status CheckMayBeDeleted(const std::shared_ptr<grpc::Channel>& channel,
                               const v1::Competition& competition) {
  if (IsOver(competition)) return absl::OkStatus();
  const std::string& name = competition.spec().name();
  if (!competition.stopped()) {
    return absl::FailedPreconditionError(
        absl::StrCat("competition ", name, " is not over (",
                     competition::StateName(competition),
                     "); first end it with `arena competition stop ", name,
                     "`"));
  }
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<std::string> ids,
      MatchesIn(v1::Match::STATE_RUNNING, channel, name));
  return absl::FailedPreconditionError(absl::StrCat(
      "competition ", name, " is stopped, but ", ids.size(),
      ids.size() == 1 ? " match is" : " matches are",
      " still under way: ", absl::StrJoin(ids, ", "),
      "; delete it when they are over, or cancel them with `arena match cancel "
      "ID`"));
}

}  // namespace arena::cli
