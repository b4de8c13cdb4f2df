// Runners, and all their work for this referee.
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
  // Gives the build of a version to a runner that has this runtime, and calls
  // back once, on any thread. UNAVAILABLE if no runner can do it now, ABORTED
  // if the build was not finished and has to begin again.
  virtual void Build(const v1::BuildTask& task, const std::string& runtime,
                     Done done) = 0;
  // Takes in changes of the playable versions; at first, all playable versions.
  virtual void ChangePlayable(PlayableChanges changes) = 0;
};

// Calls are thread-safe and post to the lobby, except for the calls of the
// lobby.
class ConnectedRunners final : public Builders {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  ConnectedRunners(Lobby& lobby, const SessionDirectory& sessions,
                   const WaitingRoom& waiting, RunnerListener& listener);

  // ---- For the service of runners ----
  // Accepts a runner: its Welcome goes through `transport` before the answer.
  void Enter(const v1::RunnerHello& hello,
             std::shared_ptr<RunnerTransport> transport, Answer<bool> answer);
  // Takes a later message of a runner.
  void Take(std::shared_ptr<RunnerTransport> transport,
            v1::WorkRequest request);
  void Leave(std::shared_ptr<RunnerTransport> transport);
  void List(Answer<v1::ListRunnersResponse> answer);
  // OK if a runner has this build to do; otherwise NOT_FOUND.
  void CheckBuild(const std::string& task_id, Answer<bool> answer);

  // ---- For the pipeline of versions ----
  void Build(const v1::BuildTask& task, const std::string& runtime,
             Done done) override;
  void ChangePlayable(PlayableChanges changes) override;

  // ---- In the lobby ----
  Processes& processes() { return processes_; }
  const Processes& processes() const { return processes_; }
  // How many more matches of submitted bots could be claimed.
  int room() const { return places_.empty() ? 0 : runners_.process_room(); }
  // Call it about once a second.
  void Sweep(absl::Time now);
  // Ends the streams of all runners.
  void Close(const absl::Status& status);

 private:
  void OnBuildEnd(ConnectedRunner& runner, v1::BuildReport report);
  void BreakOff(const std::string& task_id);
  // Tells the store which of these submitted bots could play here. The second
  // function tells it for all bots, but only if the runtimes of the runners
  // have changed since the last call.
  void NotePlacesOf(const std::set<std::string>& bots);
  void NotePlacesIfRuntimesChanged();

  Lobby& lobby_;
  RunnerListener& listener_;
  RunnerDirectory runners_;
  Processes processes_;
  // Builds under way, by task.
  std::map<std::string, Done> builds_;
  // The bots that could play here, each with the session that the store knows.
  std::map<std::string, PresentSession> places_;
  std::set<std::string> noted_runtimes_;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_CONNECTED_RUNNERS_H_
