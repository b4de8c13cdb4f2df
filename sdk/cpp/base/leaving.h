// Ends a bot that is asked to end, after its matches or at once, and a program
// whose bots do not end. Not for bots.
#ifndef SDK_CPP_BASE_LEAVING_H_
#define SDK_CPP_BASE_LEAVING_H_

#include <signal.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
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

// How long a program waits for bots that are still busy when its session is
// over.
inline constexpr std::chrono::seconds kStragglersTime(10);

// Calls `give_up`, from a thread of its own, if it still lives so long after
// the session is over.
class Stragglers {
 public:
  explicit Stragglers(std::function<void()> give_up,
                      std::chrono::milliseconds patience = kStragglersTime);
  // All bots have ended.
  ~Stragglers();
  Stragglers(const Stragglers&) = delete;
  Stragglers& operator=(const Stragglers&) = delete;

  // From any thread.
  void SessionIsOver();

 private:
  void Watch();

  const std::function<void()> give_up_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool session_is_over_ = false;
  bool bots_have_ended_ = false;
  std::thread watcher_;
};

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_LEAVING_H_
