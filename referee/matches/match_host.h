// All matches and sessions of a referee: which bots play which matches, from
// request to record.
#ifndef REFEREE_MATCHES_MATCH_HOST_H_
#define REFEREE_MATCHES_MATCH_HOST_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/lobby/coalesced.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/quotas.h"
#include "referee/lobby/seating.h"
#include "referee/lobby/session_directory.h"
#include "referee/lobby/waiting_room.h"
#include "referee/matches/claims.h"
#include "referee/matches/gathering.h"
#include "referee/matches/reception.h"
#include "referee/matches/running_matches.h"
#include "referee/processes/runner_host.h"

namespace arena::referee {

// A match goes through the rooms of the host in this order:
//
//   A request creates it, or Claims finds it (planned, or left by a referee
//   that is gone); it waits in the WaitingRoom for its bots, which the
//   Reception lets into the SessionDirectory; it is one of the RunningMatches;
//   it is over.
//
// Thread-safe: every call posts to one strand, the lobby, which never waits,
// and answers through a callback. Matches run on strands of their own and come
// to the lobby only at their beginning and end.
//
// Stop the executors before destroying it; its arguments must outlive it.
class MatchHost final : public MatchOrders,
                        private RunningMatchesListener,
                        private GatheringListener,
                        private RunnerListener {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  // Matches run on `match_executor` and its clock, all else on `executor`.
  MatchHost(StoreExecutor& store, Journal& journal, Executor& executor,
            Executor& match_executor, Metrics& metrics, MatchEvents& events,
            TokenOrders& tokens, const HostOptions& options);

  // Resumes the matches that an earlier process left unfinished, then calls
  // back. Call it first; other calls made meanwhile are answered afterwards.
  void Restore(std::function<void(absl::Status)> done);
  void ClaimMatches() override { claims_.Look(); }
  void GiveBackPlannedOf(const std::string& competition) override;
  void CancelMatchesOf(const std::string& competition) override;
  void ForgetWaiting(const std::vector<std::string>& match_ids) override;

  // ---- Matches (match_host_requests.cc) ----
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
  // Answers with the match as it is now; if it is not over, the spectator then
  // gets the public observation and what follows. FAILED_PRECONDITION if the
  // match is neither over nor here.
  void WatchMatch(const std::string& match_id,
                  std::shared_ptr<Spectator> spectator,
                  Answer<v1::Match> answer);

  // ---- Sessions ----
  // Accepts a bot: its Welcome goes through `transport` before the answer.
  void Open(const v1::Hello& hello, const Caller& caller,
            std::shared_ptr<Transport> transport,
            Answer<std::shared_ptr<Session>> answer);
  // The stream of a session has ended.
  void OnStreamOver(std::shared_ptr<Session> session,
                    std::shared_ptr<Transport> transport);
  // The session of a token, for PlayService.Submit.
  void FindSession(const std::string& token,
                   Answer<std::shared_ptr<Session>> answer);
  void ListSessions(const v1::ListSessionsRequest& request,
                    Answer<v1::ListSessionsResponse> answer);
  // An anonymous caller names the session. PERMISSION_DENIED for another's bot.
  void ReportCrash(const v1::ReportCrashRequest& request, const Caller& caller,
                   const std::string& session_token,
                   Answer<v1::ReportCrashResponse> answer);

  // ---- The whole referee ----
  // Runners, and the processes of submitted bots that they run.
  RunnerHost& runners() { return runners_; }
  // Sets the address to which other referees send bots that are wanted here.
  void Advertise(const std::string& address);
  // The referee stood still for this long, and so did the clock of
  // `match_executor`: the records of running matches will say so.
  void Slept(absl::Duration duration);

  // ---- Stopping ----
  // Begins no more matches and tells every bot; calls back when no match runs.
  void Drain(absl::Duration time_left, std::function<void()> idle);
  // Ends all streams with UNAVAILABLE, then calls back.
  void CloseStreams(std::function<void()> done);

 private:
  // All of these run in the lobby.
  // Takes in a match that belongs to this referee from now on.
  std::unique_ptr<HostedMatch> Host(MatchRow row, MatchQuota::Place place);
  void Take(LeftMatch left);
  // A match that waits or runs here; null if there is none.
  HostedMatch* Find(const std::string& match_id) const;
  // Begins a waiting match if all of its bots have room. Calls `then` when that
  // is decided, and stored.
  void TryBegin(HostedMatch& waiting, std::function<void()> then = [] {});
  // The same for all matches that wait for a bot, oldest first.
  void TryBeginAllOf(const std::string& bot);
  // The same for all that wait for one of its bots, a little later.
  void TryBeginOthersOf(const MatchRow& row);
  // Begins a match with the sessions that it names.
  void Begin(std::unique_ptr<HostedMatch> hosted, Match match,
             std::optional<absl::Duration> patience,
             std::function<void()> then = [] {});
  // Whether all bots of a match have room, and no older match needs it; fills
  // its sessions.
  bool FindSessions(HostedMatch& match) const;
  // Whether an older match waits for several sessions of a bot of this match:
  // they would never have room at the same time if younger matches took it.
  bool YieldsToOlder(const HostedMatch& match) const;
  void NotePresenceOf(const Seating& sessions);
  // Begins what an earlier referee has left; bots that are not here have time
  // to come back, one that has just left with the session that it had.
  void Resume(std::unique_ptr<HostedMatch> hosted,
              const std::shared_ptr<Session>& just_left = nullptr);
  // Handles a match that cannot go on: quarantines it if it had begun under the
  // rules of this program, i.e. is damaged; abandons any other.
  void GiveUp(const MatchRow& row, const absl::Status& reason,
              std::function<void()> then);
  void Quarantine(const MatchRow& row, const absl::Status& reason,
                  std::function<void()> then);
  void Abandon(const MatchRow& row, const absl::Status& reason,
               std::function<void()> then);
  void GiveBack(const std::vector<std::string>& planned);
  // The bot of this session no longer has a stream.
  void OnAbsence(const std::shared_ptr<Session>& session);
  void OnMatchOver(std::unique_ptr<HostedMatch> match) override;
  void OnMatchLost(std::unique_ptr<HostedMatch> match,
                   const absl::Status& why) override;
  void OnSendingAway(const std::string& bot) override;
  void OnHandedOver(const std::string& match_id) override;
  void OnLooked() override { ClaimMatches(); }
  void OnCrash(const std::string& bot, const std::string& process_id) override;
  void OnRunnerRoom() override { runner_room_.Ask(); }
  void UseRunnerRoom();
  void NoteResult(const MatchRow& row);
  void Sweep();
  void NoteSilence();

  // ---- Serving requests ----
  void OnInserted(const v1::CreateMatchRequest& request, const MatchRow& asked,
                  MatchQuota::Place place,
                  const absl::StatusOr<InsertedMatch>& inserted,
                  const Answer<v1::Match>& answer);
  void DoCancel(const std::string& match_id, Answer<v1::Match> answer);
  void CancelWaiting(const std::string& match_id, Answer<v1::Match> answer);
  void Show(const std::string& match_id, Answer<v1::Match> answer);

  Lobby lobby_;
  MatchQuota quota_;
  SessionDirectory directory_;
  WaitingRoom waiting_;
  RunnerHost runners_;
  Reception reception_;
  RunningMatches running_;
  Claims claims_;
  Gathering gathering_;
  Coalesced runner_room_;
  // Whether the store was silent at the last look.
  bool silent_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_MATCH_HOST_H_
