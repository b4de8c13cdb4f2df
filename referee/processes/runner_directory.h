// The runners that are connected to this referee.
#ifndef REFEREE_PROCESSES_RUNNER_DIRECTORY_H_
#define REFEREE_PROCESSES_RUNNER_DIRECTORY_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/processes/process_plan.h"

namespace arena::referee {

// A stream to a runner. Thread-safe.
class RunnerTransport {
 public:
  virtual ~RunnerTransport() = default;
  virtual void Send(v1::WorkResponse response) = 0;
  virtual void Close(const absl::Status& status) = 0;
};

// A runner and its work.
struct ConnectedRunner {
  v1::RunnerHello hello;
  std::shared_ptr<RunnerTransport> transport;
  absl::Time heard;
  bool draining = false;
  // How many processes may wait for their match.
  int spares = 0;
  // Processes that the runner was told to start and that have not ended, by id.
  std::set<std::string> processes;
  // The processes among these that play a match.
  std::set<std::string> playing;
  // Builds under way, with the time when each was given to the runner.
  std::map<std::string, absl::Time> builds;

  const std::string& name() const { return hello.name(); }
  bool Has(const std::string& runtime) const;
  // How many more processes the runner may have.
  int process_room() const;
  // How many more processes may play.
  int playing_room() const;
};

// Belongs to the lobby; see lobby.h.
class RunnerDirectory {
 public:
  // How often a runner tells that it is alive, and the silence after which it
  // counts as gone.
  static constexpr absl::Duration kStatusInterval = absl::Seconds(1);
  static constexpr absl::Duration kLease = absl::Seconds(10);
  // A runner ends a build after 15 minutes. The rest is for fetching the
  // sources and keeping the result.
  static constexpr absl::Duration kMostBuilding = absl::Minutes(30);

  // With `warm`, a runner may have as many waiting processes as playing ones,
  // so that no match waits for a start.
  explicit RunnerDirectory(bool warm) : warm_(warm) {}

  // ALREADY_EXISTS if a runner of this name is connected, INVALID_ARGUMENT.
  absl::Status Enter(const v1::RunnerHello& hello,
                     std::shared_ptr<RunnerTransport> transport,
                     absl::Time now);
  // Removes the runner of this stream, and returns it; null if it is not here.
  std::unique_ptr<ConnectedRunner> Remove(const RunnerTransport* transport);
  ConnectedRunner* Of(const RunnerTransport* transport);
  // Null if the runner is not connected.
  ConnectedRunner* Find(const std::string& name);
  // The runner takes new work, or no longer.
  void SetDraining(ConnectedRunner& runner, bool draining);
  // The runner with the fewest builds; null if no runner takes one.
  ConnectedRunner* ForBuild(const std::string& runtime);
  // The runtimes of the runners that take work.
  const std::set<std::string>& runtimes() const { return runtimes_; }
  // Whether some runner that takes work has the runtime.
  bool AnyHas(const std::string& runtime) const {
    return runtimes_.contains(runtime);
  }
  // How many processes may play at the same time, at all runners.
  int seats() const { return seats_; }
  // How many more processes may be started.
  int process_room() const;
  // The room of each runner, by name.
  std::map<std::string, RunnerRoom> Rooms() const;
  // Runners that have been silent for kLease.
  std::vector<std::shared_ptr<RunnerTransport>> Silent(absl::Time now) const;
  std::vector<std::shared_ptr<RunnerTransport>> Transports() const;
  // Takes builds away from runners that have told nothing of them for
  // kMostBuilding.
  std::vector<std::string> TakeLateBuilds(absl::Time now);
  std::vector<v1::Runner> List() const;

 private:
  // Computes again the values that change only when runners come, go or drain.
  void Survey();

  const bool warm_;
  std::map<std::string, std::unique_ptr<ConnectedRunner>> by_name_;
  std::map<const RunnerTransport*, ConnectedRunner*> by_transport_;
  std::set<std::string> runtimes_;
  int seats_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_RUNNER_DIRECTORY_H_
