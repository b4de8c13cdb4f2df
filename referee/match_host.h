// All matches and sessions of a referee: who plays what, from request to
// record.
#ifndef REFEREE_MATCH_HOST_H_
#define REFEREE_MATCH_HOST_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/match/executor.h"
#include "arena/match/runner.h"
#include "arena/v1/match_service.pb.h"
#include "referee/access.h"
#include "referee/host_options.h"
#include "referee/hosted_match.h"
#include "referee/journal/journal.h"
#include "referee/metrics.h"
#include "referee/session.h"
#include "referee/store/store.h"

namespace arena::referee {

// Thread-safe: every call posts to one strand of its own, the lobby, and
// answers through a callback from there. Matches run on strands of theirs and
// come back to the lobby only at their beginning and end.
//
// Store, journal, executor and metrics must outlive it; stop the executor
// before destroying it.
class MatchHost {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  MatchHost(Store& store, Journal& journal, Executor& executor,
            Metrics& metrics, const HostOptions& options);

  // Told the competition, on any thread, when a match of one is over or given
  // back. Set it before Restore.
  void set_on_result(std::function<void(const std::string&)> on_result) {
    on_result_ = std::move(on_result);
  }
  // Takes up what an earlier run left unfinished. Call it first, before any
  // other call, and on the calling thread. DATA_LOSS if a journal is broken.
  absl::Status Restore();
  // Looks for planned matches of competitions that can be played here.
  void ClaimMatches();
  // Gives back the planned matches of a competition that wait here.
  void ReleaseWaitingOf(const std::string& competition);

  // ---- Matches ----
  // PERMISSION_DENIED if an author names bots that are not its own.
  void CreateMatch(v1::CreateMatchRequest request, const Caller& caller,
                   Answer<v1::Match> answer);
  void GetMatch(const std::string& match_id, Answer<v1::Match> answer);
  void ListMatches(const v1::ListMatchesRequest& request,
                   Answer<v1::ListMatchesResponse> answer);
  void CancelMatch(const std::string& match_id, const Caller& caller,
                   Answer<v1::Match> answer);
  // Answers with the match as it is; if it is not over, the spectator then
  // gets the public observation and what follows. FAILED_PRECONDITION if it is
  // neither over nor here.
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
  // The session of a token, for the unary fallback.
  void FindSession(const std::string& token,
                   Answer<std::shared_ptr<Session>> answer);

  // ---- Stopping ----
  // Starts no more matches and tells every bot; calls back when no match is
  // running.
  void Drain(absl::Duration time_left, std::function<void()> idle);
  // Ends all streams with UNAVAILABLE, then calls back.
  void CloseStreams(std::function<void()> done);

 private:
  class Keeper;
  using Entry = HostedMatch;
  using EntryMap = std::map<std::string, std::unique_ptr<Entry>>;

  // All of these run in the lobby.
  absl::StatusOr<v1::Match> DoCreate(const v1::CreateMatchRequest& request,
                                     const Caller& caller);
  // RESOURCE_EXHAUSTED if the caller may have no more matches.
  absl::Status CheckRoom(const Caller& caller) const;
  void DoCancel(const std::string& match_id, const Caller& caller,
                Answer<v1::Match> answer);
  absl::StatusOr<v1::Match> CancelPending(Entry& entry);
  // A stored match that is over.
  absl::StatusOr<v1::Match> Ended(const std::string& match_id);
  // Ends a match that cannot be played any more.
  absl::Status Abandon(const MatchRow& row, const absl::Status& reason);
  absl::Status RestoreMatch(const MatchRow& row);
  absl::StatusOr<std::shared_ptr<Session>> DoOpen(
      const v1::Hello& hello, const Caller& caller,
      const std::shared_ptr<Transport>& transport);
  std::optional<Refusal> ReasonToRefuse(
      const v1::Hello& hello, const Caller& caller,
      const absl::StatusOr<BotProfile>& profile) const;
  // The session sends through this stream from now on.
  void TakeStream(Session& session,
                  const std::shared_ptr<Transport>& transport);
  absl::StatusOr<std::shared_ptr<Session>> Resume(const v1::Hello& hello,
                                                  const BotProfile& profile);
  std::shared_ptr<Session> NewSession(const BotProfile& profile,
                                      const std::string& token_sha256);
  // That of a seat of an earlier run, or of another referee's match.
  std::shared_ptr<Session> SeatHolder(const std::string& bot,
                                      const std::string& token_sha256);
  absl::Status FindSeatHolders(Entry& entry);
  // The session is the one of its name from now on.
  void TakeName(const std::shared_ptr<Session>& session);
  // Whether an earlier session of this name still has matches.
  bool HasEarlierMatches(const std::string& bot) const;
  bool IsNeeded(const v1::Hello& hello) const;
  void SendWelcome(const Session& session, const Caller& caller,
                   const std::string& token, bool resumed,
                   Transport& transport) const;
  void AddPending(std::unique_ptr<Entry> entry);
  std::unique_ptr<Entry> Take(EntryMap::iterator match);
  // The match waits for its bots no longer.
  void StopWaiting(const MatchRow& row);
  // Forgets a match that is not begun.
  void LetGo(const std::string& match_id, const absl::Status& why);
  // Starts what can be started now that these bots may have room.
  void StartPending(const std::string& bot);
  // Forgets the match if it is not this referee's any more.
  void TryStart(Entry& entry);
  // Whether all bots of the match are here; fills their sessions.
  bool FindSessions(Entry& entry) const;
  absl::StatusOr<std::shared_ptr<MatchRunner>> MakeRunner(
      const MatchRow& row, absl::Span<const MatchEntry> journal);
  void SeatPlayers(Entry& entry, std::optional<absl::Duration> patience);
  void AttachSession(Entry& entry, Seat seat,
                     const std::shared_ptr<Session>& session);
  // Sends a session what it needs to play on in its seats.
  void AttachSeats(const std::shared_ptr<Session>& session);
  void Forget(const std::shared_ptr<Session>& session);
  // Gives back the planned matches of a bot, unless it has a stream.
  absl::Status NoteAbsence(const std::string& bot);
  absl::Status Release(const std::vector<std::string>& match_ids);
  void OnOver(const std::string& match_id);
  void Sweep();
  // Matches of competitions, and of referees that are gone.
  Room FindRoom() const;
  absl::Status DoClaimMatches();
  absl::Status TakeOverMatches();
  void KeepLease(absl::Time now);
  void BeginRestored(const std::vector<MatchRow>& rows);

  // Run on the strand of a match.
  absl::StatusOr<RecordReference> StoreResult(const Match& match);
  void OnFailure(const absl::Status& status);

  Store& store_;
  Journal& journal_;
  Executor& executor_;
  Metrics& metrics_;
  const HostOptions options_;
  std::unique_ptr<Strand> lobby_;

  EntryMap matches_;
  // Pending matches by the bots they wait for, oldest first.
  std::map<std::string, std::map<int64_t, std::string>> waiting_;
  std::map<std::string, std::shared_ptr<Session>> sessions_by_token_;
  std::map<std::string, std::shared_ptr<Session>> sessions_by_name_;
  // Sessions with matches whose name a newer one took while they were away. It
  // gets none before theirs are over, and gives way if they come back.
  std::multimap<std::string, std::shared_ptr<Session>> followed_;
  // Unfinished matches by the account that created them.
  std::map<std::string, int> created_;
  int running_ = 0;
  bool draining_ = false;
  // When to renew the lease.
  absl::Time lease_due_ = absl::InfinitePast();
  // Whether somebody is about to look for planned matches.
  std::atomic<bool> claiming_ = false;
  std::function<void()> on_idle_;
  std::function<void(const std::string&)> on_result_ = [](const auto&) {};
  std::atomic<bool> failed_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCH_HOST_H_
