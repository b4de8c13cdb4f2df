// The competitions of a referee: the matches that they need, and the results of
// these matches.
#ifndef REFEREE_COMPETITIONS_RUNNING_COMPETITIONS_H_
#define REFEREE_COMPETITIONS_RUNNING_COMPETITIONS_H_

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/executor/executor.h"
#include "arena/match/clock.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/access/access.h"
#include "referee/competitions/competition_cache.h"
#include "referee/competitions/competition_watcher.h"
#include "referee/lobby/match_orders.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

struct CompetitionOptions {
  // The clock of competitions that name none.
  ClockSettings default_clock;
  // How many entrants one author may enter in a competition; 0: no limit.
  int max_entrants_of_author = 0;
  // How often to look for changes by others. The host looks only if other
  // referees may use the store, or if a competition that is driven here may
  // need a look.
  absl::Duration poll_interval = absl::Milliseconds(500);
  // Called once, on any thread, when the store has failed.
  std::function<void(const absl::Status&)> on_failure = [](const auto&) {};
};

// The kind of caller that asks for a competition.
enum class Runner {
  // A caller that need not stay.
  kNone,
  // The program that runs it: a competition that it creates is played only
  // while the request is repeated, at least every kRunnerLease.
  kHere,
  // The same program, which leaves.
  kGone,
};

// The silence after which a runner has gone.
inline constexpr absl::Duration kRunnerLease = absl::Seconds(10);

// Plans the matches of competitions and reads their results. This class knows
// nothing of sessions or running matches: it writes the next matches into the
// store, where match hosts find them, and reads the results from there.
// Everything in its memory follows from the store, so the process may be killed
// at any instant.
//
// Thread-safe: every call goes to the planning lane of the store's executor.
// Only that lane uses the competitions and waits for the store. The lane
// answers the calls, or `clock` answers them if the store is silent. Executors
// must outlive this object; stop them before destroying it.
class RunningCompetitions {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  // `clock` wakes this object up to look for changes.
  RunningCompetitions(StoreExecutor& store, Executor& clock,
                      CompetitionOrders& matches,
                      const CompetitionOptions& options);

  // Begins to drive the competitions that are not over. Call it once.
  void Begin();
  // Looks at the results of a competition when one of its matches is over.
  void OnMatchOver(const std::string& competition);

  // ---- The methods of CompetitionService ----
  void Create(v1::CompetitionSpec spec, Answer<v1::Competition> answer,
              Runner runner = Runner::kNone);
  void Get(const std::string& name, Answer<v1::Competition> answer);
  void List(const v1::ListCompetitionsRequest& request,
            Answer<v1::ListCompetitionsResponse> answer);
  void Stop(const std::string& name, Answer<v1::Competition> answer);
  void Retry(const std::string& name, Answer<v1::Competition> answer);
  // Answers when nobody finds the competition any more. Its matches are deleted
  // after that; if the referee ends before, the next referee goes on with it.
  void Delete(const std::string& name,
              Answer<v1::DeleteCompetitionResponse> answer);
  // PERMISSION_DENIED if the caller may not enter such an entrant.
  void Enter(const v1::EnterCompetitionRequest& request, const Caller& caller,
             Answer<v1::Competition> answer);
  // PERMISSION_DENIED where the entrant is not the caller's.
  void Leave(const v1::LeaveCompetitionRequest& request, const Caller& caller,
             Answer<v1::Competition> answer);
  void Change(const v1::ChangeCompetitionRequest& request,
              Answer<v1::Competition> answer);
  void ListResults(const v1::ListResultsRequest& request,
                   Answer<v1::ListResultsResponse> answer);
  // Answers with the competition; the watcher gets the changes that follow.
  void Watch(const std::string& name,
             std::shared_ptr<CompetitionWatcher> watcher,
             Answer<v1::Competition> answer);

 private:
  // Posts work for a caller who waits for the answer, or work of the host.
  // Everything below runs in the planning lane.
  template <typename Response, typename Work>
  void AnswerWith(Answer<Response> answer, Work work);
  template <typename Work>
  void Do(Work work);

  absl::StatusOr<v1::Competition> DoCreate(Store& store,
                                           v1::CompetitionSpec spec,
                                           Runner runner);
  // Takes in the request of a runner: the runner stays or leaves.
  absl::Status FollowRunner(Store& store, HostedCompetition& competition,
                            Runner runner);
  // Removes the waiting matches of a stopped competition from this referee, and
  // the running ones as well if the competition is interrupted.
  void Release(const std::string& name, bool interrupted) const;
  absl::StatusOr<v1::ListCompetitionsResponse> DoList(
      Store& store, const v1::ListCompetitionsRequest& request);
  absl::StatusOr<v1::Competition> DoStop(Store& store, const std::string& name);
  absl::StatusOr<v1::Competition> DoChange(
      Store& store, const v1::ChangeCompetitionRequest& request);
  // Ends planned matches that wait for entrants that hinder others or are out.
  absl::Status Withdraw(HostedCompetition& competition);
  // Reads the news of the competition, plans matches, and tells watchers.
  absl::Status Advance(HostedCompetition& competition);
  absl::StatusOr<v1::Competition> AdvanceAndShow(
      Store& store, HostedCompetition& competition);
  // Begins to drive competitions that no referee drives, and stops driving
  // competitions that another referee now drives. Returns whether other
  // referees drive any.
  absl::StatusOr<bool> DriveAll(Store& store);
  // Reads a competition and begins to drive it.
  absl::Status TakeUp(Store& store, const std::string& name);
  // Advances a competition that is at hand.
  absl::Status GoOn(const std::string& name);
  // Quarantines the competition and returns OK if `status`, the outcome of work
  // on it, is an error of this competition only. Returns `status` if not.
  absl::Status Contain(Store& store, const std::string& name,
                       const absl::Status& status);
  // Drives a competition unless another referee does. Returns whether this one
  // does.
  absl::StatusOr<bool> Drive(Store& store, const std::string& name);
  // Drives and advances all competitions, and does so again after the poll
  // interval if matches that end here are not the only source of news.
  absl::Status Tick(Store& store);
  void TickLater();
  void GoOnDeleting(const std::string& name);
  // Whether this referee drives a competition that may change without a result
  // here: bots come and go, bots may enter a ladder, and the matches of a paced
  // competition may not all begin at once.
  bool MustLookAgain() const;

  StoreExecutor& store_;
  Executor& clock_;
  CompetitionOrders& matches_;
  const CompetitionOptions options_;
  const std::unique_ptr<Strand> alarm_;
  CompetitionCache cache_;
  // Competitions that are about to be advanced.
  std::set<std::string> due_;
  // Competitions that are about to be deleted further.
  std::set<std::string> deleting_;
};

template <typename Response, typename Work>
void RunningCompetitions::AnswerWith(Answer<Response> answer, Work work) {
  store_.TryPlan(
      nullptr,
      [this, work = std::move(work)](
          Store& store) mutable -> absl::StatusOr<Response> {
        absl::StatusOr<Response> response = work(store);
        cache_.Tidy();
        return response;
      },
      std::move(answer));
}

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_RUNNING_COMPETITIONS_H_
