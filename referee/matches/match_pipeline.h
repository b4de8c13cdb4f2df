// All matches and sessions of a referee: which bots play which matches, from
// the first wait to the record. match_requests.h has the requests of callers.
#ifndef REFEREE_MATCHES_MATCH_PIPELINE_H_
#define REFEREE_MATCHES_MATCH_PIPELINE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/paced_work.h"
#include "referee/lobby/quotas.h"
#include "referee/lobby/seating.h"
#include "referee/lobby/session_directory.h"
#include "referee/lobby/waiting_room.h"
#include "referee/matches/claims.h"
#include "referee/matches/gathering.h"
#include "referee/matches/reception.h"
#include "referee/matches/running_matches.h"
#include "referee/processes/connected_runners.h"

namespace arena::referee {

// A match goes through the rooms of the host in this order:
//
//   A request creates it, or Claims finds it (planned, or left by a referee
//   that is gone); it waits in the WaitingRoom for its bots, which the
//   Reception lets into the SessionDirectory; it is one of the RunningMatches;
//   it is over.
//
// Thread-safe, except for the members of the lobby. Every call posts to the
// strand of the lobby, which never waits, and answers through a callback.
// Matches run on strands of their own and come to the lobby only at their
// beginning and end.
//
// Stop the executors before destroying it; its arguments must outlive it.
class MatchPipeline final : public CompetitionOrders,
                            private RunningMatchesListener,
                            private GatheringListener,
                            private RunnerListener {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  // Matches run on `match_executor` and its clock, players that search on
  // `thinkers`, all else on `executor`.
  MatchPipeline(StoreExecutor& store, Journal& journal, Executor& executor,
                Executor& match_executor, Executor& thinkers, Metrics& metrics,
                MatchEvents& events, TokenOrders& tokens,
                const HostOptions& options);

  // Resumes the matches that an earlier process left unfinished, then calls
  // back. Call it first; other calls made meanwhile are answered afterwards.
  void Restore(std::function<void(absl::Status)> done);
  void ClaimMatches() override { claims_.Look(); }
  void GiveBackPlannedOf(const std::string& competition) override;
  void CancelMatchesOf(const std::string& competition) override;
  void ForgetWaiting(const std::vector<std::string>& match_ids) override;

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

  // ---- The whole referee ----
  // Runners, and the processes of submitted bots that they run.
  ConnectedRunners& runners() { return runners_; }
  // Sets the address to which other referees send bots that are wanted here.
  void Advertise(const std::string& address);
  // The referee stood still for this long, and so did the clock of
  // `match_executor`. The records of running matches will say so.
  void Slept(absl::Duration duration);

  // ---- Stopping ----
  // Begins no more matches and tells every bot; calls back when no match runs.
  void Drain(absl::Duration time_left, std::function<void()> idle);
  // Ends all streams with UNAVAILABLE, then calls back.
  void CloseStreams(std::function<void()> done);

  // ---- In the lobby ----
  using Then = std::function<void()>;
  Lobby& lobby() { return lobby_; }
  MatchQuota& quota() { return quota_; }
  const SessionDirectory& sessions() const { return directory_; }
  Reception& reception() { return reception_; }
  // A match that waits or runs here; null if there is none.
  HostedMatch* Find(const std::string& match_id) const;
  // Takes in a stored match that belongs to this referee from now on: a new
  // match, or one that has been here or at another referee. Calls `then` when
  // the match has begun, waits, or is given up.
  void Add(const MatchRow& row, MatchQuota::Place place, Then then);
  void Take(
      UnfinishedMatch left, Then then = [] {});
  // Ends a match of this referee without a result; calls back when it is over.
  void Cancel(const std::string& match_id,
              std::function<void(const absl::Status&)> done);

 private:
  // All of these run in the lobby.
  // Begins a waiting match if all of its bots have room. Calls `then` when the
  // decision is stored.
  void TryBegin(
      HostedMatch& waiting, Then then = [] {});
  // The same for all matches that wait for a bot, oldest first.
  void TryBeginAllOf(const std::string& bot);
  // The same for all matches that wait for a bot of this match, a little later.
  void TryBeginOthersOf(const MatchRow& row);
  // Begins a match with the sessions that it names.
  void Begin(std::unique_ptr<HostedMatch> hosted, Match match,
             std::optional<absl::Duration> patience, Then then);
  // Whether all bots of a match have room that no older match needs. Fills the
  // sessions of the match.
  bool FindSessions(HostedMatch& match) const;
  // Whether an older match waits for several sessions of a bot of this match.
  // These sessions would never have room at the same time if younger matches
  // took it.
  bool YieldsToOlder(const HostedMatch& match) const;
  void NotePresenceOf(const Seating& sessions);
  // Begins matches that an earlier referee has left. Bots that are not here
  // have time to come back. A bot that has just left keeps the session that it
  // had.
  void Resume(
      std::unique_ptr<HostedMatch> hosted,
      const std::shared_ptr<Session>& just_left = nullptr, Then then = [] {});
  // Handles a match that cannot go on. A match that has begun under the rules
  // of this program is damaged and is quarantined; any other match is
  // abandoned.
  void GiveUp(const MatchRow& row, const absl::Status& reason, Then then);
  void Quarantine(const MatchRow& row, const absl::Status& reason, Then then);
  void Abandon(const MatchRow& row, const absl::Status& reason, Then then);
  // Removes a waiting match that no longer belongs to this referee.
  void Release(const std::string& match_id);
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
  void Sweep();

  Lobby lobby_;
  MatchQuota quota_;
  SessionDirectory directory_;
  WaitingRoom waiting_;
  ConnectedRunners runners_;
  Reception reception_;
  RunningMatches running_;
  Claims claims_;
  Gathering gathering_;
  PacedWork runner_room_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_MATCH_PIPELINE_H_
