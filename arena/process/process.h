// Programs that this program starts and watches. They never outlive it.
#ifndef ARENA_PROCESS_PROCESS_H_
#define ARENA_PROCESS_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
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
#include "arena/process/output_budget.h"

namespace arena {

// What to start, and what to do with its output.
struct ProcessSpec {
  // The program and its arguments.
  std::vector<std::string> command;
  // Variables to add. The rest of the environment is this program's, without
  // the variables that begin with ARENA_.
  std::vector<std::pair<std::string, std::string>> variables = {};
  // Called for each line that the process prints to either output, as valid
  // UTF-8 whatever it prints, from the thread that watches it. May be empty.
  std::function<void(const std::string& line)> on_line = nullptr;
  // The beginning of the line that says that the process is ready, see
  // AwaitReady. Our servers say where they listen.
  std::string ready_prefix = "listening ";
  // When its object is destroyed, the process is asked to end, and is killed if
  // that takes longer than this. Zero: it is killed at once.
  absl::Duration stop_timeout = absl::ZeroDuration();
  // What it prints beyond this is dropped, and a line says so; 0: no limit.
  int64_t output_bytes_per_second = 0;
  ChildSetup setup = {};
};

// A process that leads a group of its own and has nothing to read. The group
// ends whole: what is left of it when the process ends is killed. If this
// program itself is killed, the process is killed too. Thread-safe.
class Process {
 public:
  // NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT says why the command is no
  // program; UNAVAILABLE says why it cannot be started now.
  static absl::StatusOr<std::unique_ptr<Process>> Start(ProcessSpec spec);
  // Ends the process if it still runs, and waits for its end.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // No other process gets this number before this object is destroyed.
  pid_t pid() const { return child_.pid; }
  // Waits for the first line that begins with `ready_prefix`, and returns the
  // rest of it. UNAVAILABLE, with the last output, if the process ends before
  // it prints that line or does not print it in time.
  absl::StatusOr<std::string> AwaitReady(absl::Time deadline) const;

  // Whether the process has ended.
  bool Ended() const;
  // "exit status 3", "signal 11 (Segmentation fault)". Requires: Ended().
  std::string EndText() const;
  // Sends a signal to the group.
  void Signal(int signal) const;
  // Asks the process to end.
  void Terminate() const;
  // Waits for the end of the process; false if the deadline comes first.
  bool Wait(absl::Time deadline = absl::InfiniteFuture()) const;
  // Waits for the end of the process, and kills it at the deadline.
  void WaitOrKill(absl::Time deadline) const;

  // Waits until all output of the process has been read. Requires: Ended().
  void FinishReading() const;
  // The last lines that it printed, complete to the end if it has ended.
  std::string LastLines() const;
  // The same as the end of a sentence: "; it printed last:\n...".
  std::string LastWords() const;

 private:
  explicit Process(ProcessSpec spec)
      : spec_(std::move(spec)), budget_(spec_.output_bytes_per_second) {}
  // The work of the watching thread.
  void Watch();
  // Reads what has been printed; false at the end of the output.
  bool ReadOutput();
  void TakeBytes(absl::string_view bytes);
  void TakeLine();
  // Tells how much was dropped before what comes now.
  void TellDropped();

  const ProcessSpec spec_;
  // Set before Start returns.
  Child child_;

  // Only the watching thread uses these.
  OutputBudget budget_;
  int64_t dropped_ = 0;
  std::string line_;
  bool was_ready_ = false;
  std::promise<std::optional<std::string>> say_ready_;
  std::promise<void> say_all_read_;

  // Set when the process is ready, or without a value when all output is read.
  const std::shared_future<std::optional<std::string>> ready_{
      say_ready_.get_future()};
  const std::shared_future<void> all_read_{say_all_read_.get_future()};
  mutable Mutex mutex_;
  std::deque<std::string> last_lines_ ABSL_GUARDED_BY(mutex_);
  // Starts the process, whose life the system ties to this thread, and reads
  // what the process prints until it ends.
  std::thread watcher_;
};

// How a program has ended if a shell, or bubblewrap, in which it ran has ended
// as `end` says (see Process::EndText): these tell of a signal by their status.
std::string EndInShell(const std::string& end);

}  // namespace arena

#endif  // ARENA_PROCESS_PROCESS_H_
