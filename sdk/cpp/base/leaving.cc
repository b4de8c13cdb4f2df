#include "sdk/cpp/base/leaving.h"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "sdk/cpp/base/words.h"

namespace pentathlon {
namespace {

// The pipe into which the handler writes the numbers of signals.
std::atomic<int> signal_pipe = -1;

void Note(int signal) {
  const int before = errno;
  const char number = static_cast<char>(signal);
  // A full pipe already holds enough signals.
  if (write(signal_pipe, &number, 1) < 0) errno = before;
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
    log_(LogLevel::kWarning,
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
  close(pipe_[0]);
}

void LeaveOnSignal::Watch() {
  int signal = Next(std::nullopt);
  if (signal < 0) return;
  const Clock::time_point first = Clock::now();
  const std::string limit = ShortSeconds(within_);
  log_(
      LogLevel::kInfo,
      "asked to end: no further matches, and those under way go on for up to " +
          limit + "; a second signal ends at once");
  // In a thread of its own, because a write to a stuck referee takes long.
  const std::jthread leaver(leave_);
  int next = 0;
  do {
    next = Next(first + within_);
    if (next > 0) signal = next;
  } while (next > 0 && Clock::now() < first + again_);
  if (next < 0) return;
  if (next == 0) {
    log_(LogLevel::kWarning, "the matches are not over after " + limit);
  }
  // Not all streams: another thread may be reading one, and holds its lock.
  std::fflush(stdout);
  end_(128 + signal);
}

int LeaveOnSignal::Next(std::optional<Clock::time_point> deadline) const {
  pollfd source = {pipe_[0], POLLIN, 0};
  int ready = -1;
  while (ready < 0) {  // Again if a signal interrupts it.
    const std::chrono::nanoseconds left = std::max(
        deadline.value_or(Clock::now()) - Clock::now(), Clock::duration(0));
    const timespec time = {left.count() / 1'000'000'000,
                           left.count() % 1'000'000'000};
    ready = ppoll(&source, 1, deadline ? &time : nullptr, nullptr);
  }
  char number = 0;
  if (ready == 0) return 0;
  return read(pipe_[0], &number, 1) == 1 ? number : -1;
}

}  // namespace pentathlon
