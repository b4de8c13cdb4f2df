#include "sdk/cpp/base/leaving.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "sdk/cpp/base/times.h"

namespace pentathlon {
namespace {

// The pipe into which the handler writes the numbers of signals.
std::atomic<int> signal_pipe = -1;

void Note(int signal) {
  const int before = errno;
  const char number = static_cast<char>(signal);
  // A full pipe already holds enough signals.
  if (write(signal_pipe, &number, 1) < 0) errno = before;
  errno = before;
}

}  // namespace

LeaveOnSignal::LeaveOnSignal(std::function<void()> leave,
                             std::chrono::milliseconds within, Log log,
                             std::function<void(int)> end,
                             std::chrono::milliseconds again)
    : leave_(std::move(leave)),
      within_(within),
      log_(std::move(log)),
      end_(std::move(end)),
      again_(again) {
  if (pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0) {
    pipe_[0] = pipe_[1] = -1;
    Report(LogLevel::kWarning,
           "signals end this bot at once: it has no file descriptor left");
    return;
  }
  signal_pipe = pipe_[1];
  // A handler, not blocked signals: programs that a bot starts inherit those.
  struct sigaction action = {};
  action.sa_handler = Note;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, &term_);
  sigaction(SIGINT, &action, &int_);
  watcher_ = std::thread([this] { Watch(); });
}

LeaveOnSignal::~LeaveOnSignal() {
  if (!watcher_.joinable()) return;
  sigaction(SIGTERM, &term_, nullptr);
  sigaction(SIGINT, &int_, nullptr);
  signal_pipe = -1;
  close(pipe_[1]);  // Ends the thread.
  watcher_.join();
  if (leaver_.joinable()) leaver_.join();
  close(pipe_[0]);
}

void LeaveOnSignal::Watch() {
  int signal = Next(Clock::time_point::max());
  if (signal <= 0) return;
  const std::string limit = ShortSeconds(within_);
  Report(LogLevel::kInfo,
         "asked to end: no further matches, and those under way go on for up "
         "to " +
             limit + "; a second signal ends at once");
  const Clock::time_point first = Clock::now();
  // In a thread of its own, because a write to a stuck referee takes long.
  leaver_ = std::thread(leave_);
  while (true) {
    const int next = Next(first + within_);
    if (next < 0) return;
    if (next == 0) {
      Report(LogLevel::kWarning, "the matches are not over after " + limit);
    }
    if (next > 0) signal = next;
    if (next > 0 && Clock::now() < first + again_) continue;
    // Not all streams: another thread may be reading one, and holds its lock.
    std::fflush(stdout);
    end_ ? end_(128 + signal) : _exit(128 + signal);
    return;
  }
}

int LeaveOnSignal::Next(Clock::time_point deadline) const {
  // Longer waits are started again.
  constexpr std::chrono::milliseconds kLongest(60'000);
  pollfd source = {pipe_[0], POLLIN, 0};
  while (true) {
    const auto now = Clock::now();
    const auto left =
        deadline == Clock::time_point::max()
            ? kLongest
            : std::chrono::duration_cast<std::chrono::milliseconds>(deadline -
                                                                    now);
    const auto pause = std::clamp(left, std::chrono::milliseconds(0), kLongest);
    if (poll(&source, 1, static_cast<int>(pause.count())) > 0) {
      char number = 0;
      const ssize_t size = read(pipe_[0], &number, 1);
      if (size > 0) return number;
      if (size == 0) return -1;
    } else if (Clock::now() >= deadline) {
      return 0;
    }
  }
}

void LeaveOnSignal::Report(LogLevel level, const std::string& line) const {
  if (log_) log_(level, line);
}

Stragglers::Stragglers(std::function<void()> give_up,
                       std::chrono::milliseconds patience)
    : give_up_(std::move(give_up)),
      patience_(patience),
      watcher_([this] { Watch(); }) {}

Stragglers::~Stragglers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    bots_have_ended_ = true;
  }
  changed_.notify_all();
  watcher_.join();
}

void Stragglers::SessionIsOver() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    session_is_over_ = true;
  }
  changed_.notify_all();
}

void Stragglers::Watch() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock,
                  [this] { return session_is_over_ || bots_have_ended_; });
    if (changed_.wait_for(lock, patience_,
                          [this] { return bots_have_ended_; })) {
      return;
    }
  }
  give_up_();
}

}  // namespace pentathlon
