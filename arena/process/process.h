// Programs that this one starts: they are watched, and never outlive it.
#ifndef ARENA_PROCESS_PROCESS_H_
#define ARENA_PROCESS_PROCESS_H_

#include <sys/types.h>

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/process/launch.h"

namespace arena {

// What to start, and what to do with its output.
struct ProcessSpec {
  // The program and its arguments.
  std::vector<std::string> command;
  // The environment is this program's without the variables that begin with
  // ARENA_, and these.
  std::vector<std::pair<std::string, std::string>> variables = {};
  // Called for each line that the process prints to either output, from a
  // thread of its own. May be empty.
  std::function<void(const std::string& line)> on_line = nullptr;
  // How the line begins by which it says that it is ready, see AwaitReady. Our
  // servers say where they listen.
  std::string ready_prefix = "listening ";
  // How long it may take to end when its object is destroyed, from being asked
  // to; then it is killed. Zero: it is killed at once.
  absl::Duration stop_timeout = absl::ZeroDuration();
};

// A process that leads a group of its own and has nothing to read. The group
// ends whole: what the process leaves behind at its end is killed. Should this
// program itself be killed, the process is killed too. Thread-safe.
class Process {
 public:
  // NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT says why that is no
  // program; UNAVAILABLE, why it cannot be started now.
  static absl::StatusOr<std::unique_ptr<Process>> Start(ProcessSpec spec);
  // Ends it, if need be, and waits for its end.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Nobody else gets its number before this object is destroyed.
  pid_t pid() const { return child_.pid; }
  // What stands behind the prefix in the first line that begins with
  // `ready_prefix`. UNAVAILABLE with what it printed last if it ends before,
  // or does not say it in time.
  absl::StatusOr<std::string> AwaitReady(absl::Time deadline) const;

  // Whether it has ended.
  bool Ended() const;
  // "exit status 3", "signal 11 (Segmentation fault)". Requires: Ended().
  std::string EndText() const;
  // Sends a signal to its group.
  void Signal(int signal) const;
  // Asks it to end.
  void Terminate() const;
  // Waits for its end; false if the time is over before.
  bool Wait(absl::Time deadline = absl::InfiniteFuture()) const;
  // Waits for its end, and kills it when the time is over.
  void WaitOrKill(absl::Time deadline) const;

  // Waits until all that it has printed has been read. Requires: Ended().
  void FinishReading() const;
  // The last lines that it has printed; to the end if it has ended.
  std::string LastLines() const;

 private:
  explicit Process(ProcessSpec spec) : spec_(std::move(spec)) {}
  // What the watching thread does.
  void Watch();
  // Takes what has been printed; false at the end of the output.
  bool ReadOutput();
  void TakeBytes(absl::string_view bytes);
  void TakeLine();

  const ProcessSpec spec_;
  // Set before Start returns.
  Child child_;

  // Touched by the watching thread only.
  std::string line_;
  bool was_ready_ = false;
  std::promise<std::optional<std::string>> say_ready_;
  std::promise<void> say_all_read_;

  // Ready when the process is, or without a value when all is read.
  const std::shared_future<std::optional<std::string>> ready_{
      say_ready_.get_future()};
  const std::shared_future<void> all_read_{say_all_read_.get_future()};
  mutable Mutex mutex_;
  std::deque<std::string> last_lines_ ABSL_GUARDED_BY(mutex_);
  // Starts the process, whose life the system ties to this thread, and then
  // reads what it prints until it ends.
  std::thread watcher_;
};

}  // namespace arena

#endif  // ARENA_PROCESS_PROCESS_H_
