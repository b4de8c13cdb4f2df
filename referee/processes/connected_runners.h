// Runners, and everything that they do for this referee.
#ifndef REFEREE_PROCESSES_CONNECTED_RUNNERS_H_
#define REFEREE_PROCESSES_CONNECTED_RUNNERS_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/lobby/lobby.h"
#include "referee/processes/processes.h"
#include "referee/processes/runner_directory.h"

namespace arena::referee {

// The work of runners for versions. Thread-safe.
class Builders {
 public:
  using Done = std::function<void(absl::StatusOr<v1::BuildReport>)>;

  virtual ~Builders() = default;
  // Has a version built by somebody who has this runtime, and calls back once,
  // on any thread. UNAVAILABLE if nobody can do it now, ABORTED if it was not
  // finished and has to be begun again.
  virtual void Build(const v1::BuildTask& task, const std::string& runtime,
                     Done done) = 0;
  // Takes what has changed of what can be played; at first, all that can.
  virtual void ChangePlayable(PlayableChanges changes) = 0;
};

// Calls are thread-safe and post to the lobby, except where it says that they
// are of the lobby.
class ConnectedRunners final : public Builders {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  ConnectedRunners(Lobby& lobby, const SessionDirectory& sessions,
                   const WaitingRoom& waiting, RunnerListener& listener);

  // ---- What the service of runners calls ----
  // Accepts a runner: its Welcome goes through `transport` before the answer.
  void Enter(const v1::RunnerHello& hello,
             std::shared_ptr<RunnerTransport> transport, Answer<bool> answer);
  // What a runner says later on.
  void Take(std::shared_ptr<RunnerTransport> transport,
            v1::WorkRequest request);
  void Leave(std::shared_ptr<RunnerTransport> transport);
  void List(Answer<v1::ListRunnersResponse> answer);
  // OK if a runner has this build to do, else NOT_FOUND.
  void CheckBuild(const std::string& task_id, Answer<bool> answer);

  // ---- What the pipeline of versions calls ----
  void Build(const v1::BuildTask& task, const std::string& runtime,
             Done done) override;
  void ChangePlayable(PlayableChanges changes) override;

  // ---- Of the lobby ----
  Processes& processes() { return processes_; }
  const Processes& processes() const { return processes_; }
  // How many more matches of submitted bots could be claimed.
  int room() const { return places_.empty() ? 0 : runners_.process_room(); }
  // Call it about once a second.
  void Sweep(absl::Time now);
  // The streams of runners end.
  void Close(const absl::Status& status);

 private:
  void OnBuildEnd(ConnectedRunner& runner, v1::BuildReport report);
  void BreakOff(const std::string& task_id);
  // Tells the store which submitted bots could play here: of these bots, or of
  // all if the runtimes that runners have are others than at the last time.
  void NotePlacesOf(const std::set<std::string>& bots);
  void NotePlacesIfRuntimesChanged();

  Lobby& lobby_;
  RunnerListener& listener_;
  RunnerDirectory runners_;
  Processes processes_;
  // Builds under way, by task.
  std::map<std::string, Done> builds_;
  // By the bots that could play here: what the store was told of each.
  std::map<std::string, PresentSession> places_;
  std::set<std::string> noted_runtimes_;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_CONNECTED_RUNNERS_H_
