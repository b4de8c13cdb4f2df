// The processes and builds of a runner.
#ifndef REFEREE_RUNNER_WORKSHOP_H_
#define REFEREE_RUNNER_WORKSHOP_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "arena/sandbox/sandbox.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/runner/bot_process.h"
#include "referee/runner/build_cache.h"
#include "referee/runner/builder.h"
#include "referee/runner/referee_call.h"
#include "referee/runner/runner_metrics.h"
#include "referee/runner/runtimes.h"

namespace arena::runner {

struct WorkshopOptions {
  // The folder of this runner.
  std::string folder;
  // Opens the sandbox, which has a folder of its own.
  std::function<absl::StatusOr<std::unique_ptr<sandbox::Sandbox>>(
      const std::string& folder)>
      open_sandbox;
  Runtimes runtimes;
  // The processors for bots, which nobody else gives to bots. Empty: any
  // processors; then no process gets cores of its own.
  Processors processors;
  // The limits of a build.
  sandbox::Limits build_limits;
};

// Builds versions and runs processes of bots, for one or several referees, and
// tells each referee the outcomes of its tasks. Each task has a thread.
// Thread-safe.
class Workshop {
 public:
  // Tells the referee of a task how the task has ended. Called on any thread.
  using Tell = std::function<void(v1::WorkRequest)>;

  // UNAVAILABLE says what is missing.
  static absl::StatusOr<std::unique_ptr<Workshop>> Open(
      WorkshopOptions options);
  ~Workshop() { Close(); }

  sandbox::Sandbox& sandbox() { return *sandbox_; }
  const Runtimes& runtimes() const { return options_.runtimes; }
  RunnerMetrics& metrics() { return metrics_; }

  // ---- Tasks of a referee ----
  // `referee` must live until Forget, or until the end of the workshop.
  void Build(RefereeCall& referee, const v1::BuildTask& task, Tell tell);
  void Start(RefereeCall& referee, const v1::StartProcess& task, Tell tell);
  void Stop(const std::string& process_id);

  // The processes and builds that this referee has ordered.
  std::vector<v1::RunningProcess> ProcessesOf(const RefereeCall& referee) const;
  std::vector<std::string> BuildsOf(const RefereeCall& referee) const;
  // Ends the processes of this referee, which is gone for good.
  void StopAllOf(const RefereeCall& referee);
  int processes() const;
  Occupation occupation() const;
  // Ends everything, and takes no more tasks.
  void Close();

 private:
  explicit Workshop(WorkshopOptions options)
      : options_(std::move(options)), cores_(options_.processors) {}

  struct Running {
    const RefereeCall* referee;
    v1::StartProcess task;
    // Null until the process has started.
    std::unique_ptr<BotProcess> process;
    bool stopped = false;
    // Starts the process again for another referee, when it has ended.
    std::function<void()> next;
  };

  // Runs `work` on a thread of its own; Close waits for the thread. The caller
  // has held the lock since it looked at `closing_`, so that Close misses no
  // thread.
  void Run(std::function<void()> work) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void RunProcess(RefereeCall& referee, const v1::StartProcess& task,
                  const Tell& tell);
  absl::StatusOr<std::unique_ptr<BotProcess>> Launch(
      RefereeCall& referee, const v1::StartProcess& task,
      const std::string& folder, BotProcess::OnReport on_report);

  const WorkshopOptions options_;
  CoreAllocator cores_;
  RunnerMetrics metrics_;
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  std::unique_ptr<BuildCache> builds_on_disk_;
  std::atomic<bool> closing_ = false;
  // Numbers the folders of processes.
  std::atomic<int64_t> started_ = 0;
  mutable Mutex mutex_;
  CondVar idle_;
  int threads_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, Running> processes_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, const RefereeCall*> builds_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_WORKSHOP_H_
