// Programs that this one starts: they are watched, and never outlive it.
#ifndef ARENA_CLI_PROCESS_H_
#define ARENA_CLI_PROCESS_H_

#include <signal.h>
#include <sys/types.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"

namespace arena::cli {

// While it lives, SIGINT, SIGTERM and SIGCHLD are waited for instead of
// handled. Make the first one before any thread, so that every thread inherits
// it.
class SignalWaiter {
 public:
  SignalWaiter();
  ~SignalWaiter();
  SignalWaiter(const SignalWaiter&) = delete;
  SignalWaiter& operator=(const SignalWaiter&) = delete;

  // Waits until a child process ends or the time is over. CANCELLED if the
  // program is asked to stop.
  absl::Status Wait(absl::Duration time) const;

 private:
  sigset_t before_;
};

// What to start.
struct ProcessSpec {
  std::vector<std::string> command;
  // The environment is this program's without the variables that begin with
  // ARENA_, and these.
  std::vector<std::pair<std::string, std::string>> variables;
  // Called for each line that the process prints to either output, from a
  // thread of its own. May be empty.
  std::function<void(const std::string& line)> on_line;
};

// A child in a process group of its own, with nothing to read. Not
// thread-safe. Requires: it is started and destroyed by the main thread, with
// whose end the child would be killed.
class Process {
 public:
  // UNAVAILABLE says why the program cannot be started.
  static absl::StatusOr<std::unique_ptr<Process>> Start(
      const ProcessSpec& spec);
  // Kills it, if need be.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Whether it has ended.
  bool Ended();
  // "exit status 3", "signal 11 (Segmentation fault)". Requires: Ended().
  std::string EndText() const;
  // Asks it to end.
  void Terminate();
  // Waits for its end, and kills it and its children when the time is over.
  void WaitOrKill(absl::Time deadline);
  // Waits until all that it has printed has been read. Requires: Ended().
  void FinishReading();
  // The last lines that it has printed; to the end if it has ended.
  std::string LastLines();

 private:
  Process(pid_t pid, int output, int stop_reading, int stop_writing,
          std::function<void(const std::string& line)> on_line);
  void ReadOutput();
  void TakeBytes(const char* bytes, size_t size);
  void TakeLine();

  const pid_t pid_;
  // Read ends and write end of pipes.
  const int output_;
  const int stop_reading_;
  const int stop_writing_;
  const std::function<void(const std::string& line)> on_line_;
  std::optional<int> wait_status_;

  // Touched by the reading thread only.
  std::string line_;
  Mutex mutex_;
  std::deque<std::string> last_lines_ ABSL_GUARDED_BY(mutex_);
  std::thread reader_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_PROCESS_H_
