// Ends a bot after a signal, after its matches or at once. Not for bots.
#ifndef SDK_CPP_BASE_LEAVING_H_
#define SDK_CPP_BASE_LEAVING_H_

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "sdk/cpp/base/log.h"

namespace pentathlon {

// While this object lives, the first SIGTERM or SIGINT calls `leave`. A second
// signal, or the end of `within`, calls `end` from another thread. The argument
// is the exit status of the program: 128 plus the number of the signal. A
// signal counts as a second signal only `again` after the first: supervisors
// and terminals signal a process and its group, so the process gets the same
// signal twice. Have one object at a time.
class LeaveOnSignal {
 public:
  LeaveOnSignal(
      std::function<void()> leave, std::chrono::milliseconds within, Log log,
      std::function<void(int)> end = _exit,
      std::chrono::milliseconds again = std::chrono::milliseconds(500));
  ~LeaveOnSignal();
  LeaveOnSignal(const LeaveOnSignal&) = delete;
  LeaveOnSignal& operator=(const LeaveOnSignal&) = delete;

 private:
  void Watch();

  const std::function<void()> leave_;
  const std::chrono::milliseconds within_;
  const Log log_;
  const std::function<void(int)> end_;
  const std::chrono::milliseconds again_;
  struct sigaction term_;
  struct sigaction int_;
  std::thread watcher_;
};

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_LEAVING_H_
