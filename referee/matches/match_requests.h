// The requests of callers about the matches and sessions of a referee.
#ifndef REFEREE_MATCHES_MATCH_REQUESTS_H_
#define REFEREE_MATCHES_MATCH_REQUESTS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/match/runner.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/match_orders.h"
#include "referee/matches/match_pipeline.h"

namespace arena::referee {

// Thread-safe: every call posts to the lobby and answers through a callback.
//
// Stop the executors before destroying it; the host must outlive it.
class MatchRequests final : public MatchOrders {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  explicit MatchRequests(MatchPipeline& host)
      : host_(host), lobby_(host.lobby()) {}

  // ---- Matches ----
  void CreateMatch(v1::CreateMatchRequest request, const Caller& caller,
                   MatchAnswer answer) override;
  void GetMatch(const std::string& match_id, Answer<v1::Match> answer);
  void ListMatches(const v1::ListMatchesRequest& request,
                   Answer<v1::ListMatchesResponse> answer);
  void CancelMatch(const std::string& match_id, const Caller& caller,
                   MatchAnswer answer) override;
  // Goes on with a quarantined match, or ends it without a result.
  void RetryMatch(const std::string& match_id, Answer<v1::Match> answer);
  void VoidMatch(const std::string& match_id, Answer<v1::Match> answer);
  // Answers with the match as it is now. If the match is not over, the
  // spectator then gets the public observation and all later events.
  // FAILED_PRECONDITION if the match is neither over nor here.
  void WatchMatch(const std::string& match_id,
                  std::shared_ptr<Spectator> spectator,
                  Answer<v1::Match> answer);

  // ---- Sessions ----
  void ListSessions(const v1::ListSessionsRequest& request,
                    Answer<v1::ListSessionsResponse> answer);
  // An anonymous caller names the session. PERMISSION_DENIED for a bot of
  // another owner.
  void ReportCrash(const v1::ReportCrashRequest& request, const Caller& caller,
                   const std::string& session_token,
                   Answer<v1::ReportCrashResponse> answer);

 private:
  // In the lobby. These show the stored match, or do not check the caller's
  // rights.
  void Show(const std::string& match_id, Answer<v1::Match> answer);
  void Cancel(const std::string& match_id, Answer<v1::Match> answer);

  MatchPipeline& host_;
  Lobby& lobby_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_MATCH_REQUESTS_H_
