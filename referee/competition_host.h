// The competitions of a referee: which matches they need, and what became of
// them.
#ifndef REFEREE_COMPETITION_HOST_H_
#define REFEREE_COMPETITION_HOST_H_

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/match/clock.h"
#include "arena/match/executor.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/access.h"
#include "referee/competition_shelf.h"
#include "referee/competition_watcher.h"
#include "referee/store_executor.h"

namespace arena::referee {

struct CompetitionOptions {
  // For competitions that name no clock.
  ClockSettings default_clock;
  // How often to look for what other referees have done, if the store can have
  // others.
  absl::Duration poll_interval = absl::Milliseconds(500);
  // Plays what has just been planned. Thread-safe, returns at once.
  std::function<void()> claim_matches = [] {};
  // Gives back what was planned of a competition and has not begun. As above.
  std::function<void(const std::string&)> release_waiting = [](const auto&) {};
  // Told once, on any thread, when the store has failed.
  std::function<void(const absl::Status&)> on_failure = [](const auto&) {};
};

// Knows nothing of sessions or running matches: it writes the matches that a
// competition needs next into the store, where match hosts find them, and
// reads from there how they ended. Whatever it holds in memory follows from
// the store, so it may be killed at any instant.
//
// Thread-safe: every call goes to the planning lane of the store's executor,
// where alone its competitions are touched and the store is waited for, and is
// answered from there; or from the clock if the store is silent. Executors must
// outlive it; stop them before destroying it.
class CompetitionHost {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  // `clock` wakes it.
  CompetitionHost(StoreExecutor& store, Executor& clock,
                  const CompetitionOptions& options);

  // Takes up the competitions that are not over. Call it once.
  void Begin();
  // A match of the competition is over.
  void OnMatchOver(const std::string& competition);

  // ---- What CompetitionService offers ----
  void Create(v1::CompetitionSpec spec, Answer<v1::Competition> answer);
  void Get(const std::string& name, Answer<v1::Competition> answer);
  void List(const v1::ListCompetitionsRequest& request,
            Answer<v1::ListCompetitionsResponse> answer);
  void Stop(const std::string& name, Answer<v1::Competition> answer);
  void Retry(const std::string& name, Answer<v1::Competition> answer);
  // PERMISSION_DENIED where the caller may not enter such an entrant.
  void Enter(const v1::EnterCompetitionRequest& request, const Caller& caller,
             Answer<v1::Competition> answer);
  // PERMISSION_DENIED where the entrant is not the caller's.
  void Leave(const v1::LeaveCompetitionRequest& request, const Caller& caller,
             Answer<v1::Competition> answer);
  void ListResults(const v1::ListResultsRequest& request,
                   Answer<v1::ListResultsResponse> answer);
  // Answers with the competition; the watcher is told what follows.
  void Watch(const std::string& name,
             std::shared_ptr<CompetitionWatcher> watcher,
             Answer<v1::Competition> answer);

 private:
  // Work for somebody who waits for the answer, and work of its own. Everything
  // below runs in the planning lane.
  template <typename Response, typename Work>
  void AnswerWith(Answer<Response> answer, Work work);
  template <typename Work>
  void Do(Work work);

  absl::StatusOr<v1::Competition> DoCreate(Store& store,
                                           v1::CompetitionSpec spec);
  absl::StatusOr<v1::ListCompetitionsResponse> DoList(
      Store& store, const v1::ListCompetitionsRequest& request);
  absl::StatusOr<v1::Competition> DoStop(Store& store, const std::string& name);
  // Looks at the competition, plans, tells watchers.
  absl::Status Advance(HostedCompetition& competition);
  absl::StatusOr<v1::Competition> AdvanceAndShow(
      Store& store, HostedCompetition& competition);
  // Drives what nobody drives, and leaves alone what another referee drives by
  // now; whether any is driven by others.
  absl::StatusOr<bool> DriveAll(Store& store);
  // Begins to drive one, having read it.
  absl::Status TakeUp(Store& store, const std::string& name);
  // Looks at one that is at hand, and goes on with it.
  absl::Status GoOn(const std::string& name);
  // What came of doing something with a competition: an error that is nothing
  // but its own puts it into quarantine, and is none of the referee's.
  absl::Status Contain(Store& store, const std::string& name,
                       const absl::Status& status);
  // Drives one, unless another referee does; whether this one does.
  absl::StatusOr<bool> Drive(Store& store, const std::string& name);
  // Drives, and advances all; then again after the poll interval, where it is
  // not enough to be told of matches that are over.
  absl::Status Tick(Store& store);
  void TickLater();
  // Whether a ladder is driven here, whose bots are benched and brought back.
  bool DrivesLadder() const;

  StoreExecutor& store_;
  Executor& clock_;
  const CompetitionOptions options_;
  const std::unique_ptr<Strand> alarm_;
  CompetitionShelf shelf_;
  // Competitions that are about to be advanced.
  std::set<std::string> due_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITION_HOST_H_
