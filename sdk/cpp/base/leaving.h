// Ends a bot that is asked to end: after its matches, or at once. Not for bots.
#ifndef SDK_CPP_BASE_LEAVING_H_
#define SDK_CPP_BASE_LEAVING_H_

#include <signal.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "sdk/cpp/base/log.h"

namespace pentathlon {

// Another signal is a second one when it comes so long after the first:
// supervisors and terminals signal a process and its group, so that it gets the
// same signal twice.
inline constexpr std::chrono::milliseconds kSignalAgain(500);

// While it lives, the first SIGTERM or SIGINT calls `leave`. A second one, or
// the end of `within`, calls `end` with the exit status of the program, 128 and
// the number of the signal, from a thread of its own. One at a time.
class LeaveOnSignal {
 public:
  LeaveOnSignal(std::function<void()> leave, std::chrono::milliseconds within,
                Log log, std::function<void(int)> end = nullptr,
                std::chrono::milliseconds again = kSignalAgain);
  ~LeaveOnSignal();
  LeaveOnSignal(const LeaveOnSignal&) = delete;
  LeaveOnSignal& operator=(const LeaveOnSignal&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  void Watch();
  // The number of the next signal; 0 if none came until `deadline`, negative
  // when the object goes.
  int Next(Clock::time_point deadline) const;
  void Report(LogLevel level, const std::string& line) const;

  const std::function<void()> leave_;
  const std::chrono::milliseconds within_;
  const Log log_;
  const std::function<void(int)> end_;
  const std::chrono::milliseconds again_;
  int pipe_[2];
  struct sigaction term_;
  struct sigaction int_;
  std::thread watcher_;
  // Used by the watcher until that has ended.
  std::thread leaver_;
};

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_LEAVING_H_
