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

// A program to start, and the use of its output.
struct ProcessSpec {
  // The program and its arguments.
  std::vector<std::string> command;
  // Variables to add. The rest of the environment is this program's, without
  // the variables that begin with ARENA_.
  std::vector<std::pair<std::string, std::string>> variables = {};
  // Called for each line that the process prints to stdout or stderr, from the
  // thread that watches it. Invalid UTF-8 is replaced. May be empty.
  std::function<void(const std::string& line)> on_line = nullptr;
  // The beginning of the line that tells that the process is ready, see
  // AwaitReady. The default is the line in which servers of this project print
  // their address.
  std::string ready_prefix = "listening ";
  // The time that the process may take to end when its object is destroyed,
  // before it is killed. Zero: it is killed at once.
  absl::Duration stop_timeout = absl::ZeroDuration();
  // Output beyond this rate is dropped, and a line says so; 0: no limit.
  int64_t output_bytes_per_second = 0;
  ChildSetup setup = {};
};

// A process that leads its own process group and has no input. When the process
// ends, the rest of the group is killed. If this program is killed, the process
// is killed too. Thread-safe.
class Process {
 public:
  // NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT says why the command can
  // never be started; UNAVAILABLE says why it cannot be started now.
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
  // Tells how much output was dropped before the next line.
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
  // Starts the process and reads its output until it ends. The system ties the
  // life of the process to this thread.
  std::thread watcher_;
};

// The end of a program that ran inside a shell or bubblewrap, given the
// wrapper's end (see Process::EndText). Such wrappers report a signal by their
// exit status.
std::string EndInShell(const std::string& end);

}  // namespace arena

#endif  // ARENA_PROCESS_PROCESS_H_
