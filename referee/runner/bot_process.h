// One process of a submitted bot, for one match or several.
#ifndef REFEREE_RUNNER_BOT_PROCESS_H_
#define REFEREE_RUNNER_BOT_PROCESS_H_

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/sandbox/sandbox.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/runner/build_cache.h"
#include "referee/runner/core_allocator.h"
#include "referee/runner/freezer.h"
#include "referee/runner/play_proxy.h"
#include "referee/runner/runtimes.h"
#include "referee/runner/seat_log.h"

namespace arena::runner {

// Starts the process in a sandbox, with a proxy to its referee, and watches it
// to its end. Thread-safe.
class BotProcess : private PlayListener {
 public:
  using OnReport = std::function<void(v1::ProcessReport)>;

  struct Surroundings {
    sandbox::Sandbox* sandbox;
    const Runtimes* runtimes;
    CoreAllocator* cores;
    std::shared_ptr<grpc::Channel> referee;
    // A folder of this process, which exists and is removed by its owner.
    std::string folder;
  };

  // `on_report` is called from a thread of this object. It is called when all
  // processes that the bot has started are gone, and before that after each
  // match after which the process goes on. INVALID_ARGUMENT and NOT_FOUND blame
  // the bot, UNAVAILABLE the machine.
  static absl::StatusOr<std::unique_ptr<BotProcess>> Start(
      const v1::StartProcess& task, std::shared_ptr<const Build> build,
      const Surroundings& surroundings, OnReport on_report);
  // Ends the process and waits for the last report.
  ~BotProcess() override;

  const v1::StartProcess& task() const { return task_; }
  // Asks the process to end, and ends it soon. Returns at once.
  void Stop();
  // Whether the match of the process is still to come, or under way.
  bool waiting() const { return !playing_ && !over_; }
  bool playing() const { return playing_ && !over_; }

 private:
  BotProcess(const v1::StartProcess& task, std::shared_ptr<const Build> build,
             CoreAllocator& cores, OnReport on_report);

  absl::Status Launch(const Surroundings& surroundings);
  sandbox::Job JobFor(const std::string& socket_folder);
  // The work of the watching thread.
  void Watch();
  // The report on everything since the last report.
  v1::ProcessReport Report(const std::string& end);
  // Sends the reports of finished matches while the process goes on.
  void TellMatches();
  // Gives the process cores of its own, from the beginning of its match to the
  // end.
  void TakeCores();
  void GiveCoresBack();
  // The processor time used; nothing if it is not known.
  std::optional<absl::Duration> Used() const;

  void OnMatchEnd();
  void OnHello(const std::function<void()>& watch) override;
  void OnMessage(const v1::PlayResponse& message) override;
  void OnRequest(const v1::PlayRequest& request) override;
  void OnStreamEnd() override;
  void OnFlood(const absl::Status& why) override;

  const v1::StartProcess task_;
  const std::shared_ptr<const Build> build_;
  CoreAllocator& cores_;
  const OnReport on_report_;
  OutputTail output_;
  SeatLog log_;
  const absl::Time started_;
  mutable Mutex mutex_;
  std::optional<absl::Time> hello_ ABSL_GUARDED_BY(mutex_);
  // Why the process was ended for the bytes that it sent; OK: it was not.
  absl::Status flood_ ABSL_GUARDED_BY(mutex_);
  // Whether a report has told how long the start took.
  bool told_start_ ABSL_GUARDED_BY(mutex_) = false;
  // The processor time at the last report.
  absl::Duration used_before_ ABSL_GUARDED_BY(mutex_);
  // Reports that are still to be sent.
  std::vector<v1::ProcessReport> reports_ ABSL_GUARDED_BY(mutex_);
  // Whether the process has a match, and whether its last match is over.
  std::atomic<bool> playing_ = false;
  std::atomic<bool> over_ = false;
  std::atomic<bool> stopping_ = false;
  // These three are set before the first hello is passed on, and removed when
  // no stream is left; Stop may come at any time.
  std::promise<void> say_launched_;
  const std::shared_future<void> launched_{say_launched_.get_future()};
  std::unique_ptr<sandbox::Sandboxed> process_;
  // Null if the bot may think at any time.
  std::unique_ptr<Freezer> freezer_;
  // Null while the process does not play.
  Mutex seat_mutex_;
  std::unique_ptr<CoreAllocator::Seat> seat_ ABSL_GUARDED_BY(seat_mutex_);
  std::unique_ptr<PlayProxy> proxy_;
  std::thread watcher_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_BOT_PROCESS_H_
