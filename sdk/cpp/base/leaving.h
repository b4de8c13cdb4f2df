// Ends a bot after a signal, after its matches or at once, and ends a program
// whose bots do not return. Not for bots.
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

// A signal counts as a second signal only after this time. Supervisors and
// terminals signal a process and its group, so the process gets the same signal
// twice.
inline constexpr std::chrono::milliseconds kSignalAgain(500);

// While this object lives, the first SIGTERM or SIGINT calls `leave`. A second
// signal, or the end of `within`, calls `end` from another thread. The argument
// is the exit status of the program: 128 plus the number of the signal. Have
// one object at a time.
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
  // when this object is being destroyed.
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

// The time that a program waits for busy bots after the end of its session.
inline constexpr std::chrono::seconds kStragglersTime(10);

// Calls `give_up` from another thread if this object still lives this long
// after the end of the session.
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
