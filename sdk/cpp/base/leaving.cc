#include "sdk/cpp/base/leaving.h"

#include <semaphore.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

#include "sdk/cpp/base/words.h"

namespace pentathlon {
namespace {

using Clock = std::chrono::steady_clock;

// A handler may use these to wake a thread: the number of the last signal,
// negative if there will be none, and the count of signals to look at.
std::atomic<int> last_signal = 0;
sem_t signals;

void Note(int signal) {
  last_signal = signal;
  sem_post(&signals);
}

// The number of the next signal, negative if there will be none; 0 if none came
// until `deadline`.
int NextSignal(std::optional<Clock::time_point> deadline) {
  const std::chrono::nanoseconds end =
      deadline.value_or(Clock::time_point()).time_since_epoch();
  const timespec time = {end.count() / 1'000'000'000,
                         end.count() % 1'000'000'000};
  int failed = 0;
  do {
    failed = deadline ? sem_clockwait(&signals, CLOCK_MONOTONIC, &time)
                      : sem_wait(&signals);
  } while (failed != 0 && errno == EINTR);
  return failed == 0 ? last_signal.load() : 0;
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
  sem_init(&signals, 0, 0);
  // A handler, not blocked signals: programs that a bot starts inherit those.
  struct sigaction action = {};
  action.sa_handler = Note;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, &term_);
  sigaction(SIGINT, &action, &int_);
  watcher_ = std::thread([this] { Watch(); });
}

LeaveOnSignal::~LeaveOnSignal() {
  sigaction(SIGTERM, &term_, nullptr);
  sigaction(SIGINT, &int_, nullptr);
  Note(-1);
  watcher_.join();
}

void LeaveOnSignal::Watch() {
  int signal = NextSignal(std::nullopt);
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
    next = NextSignal(first + within_);
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

}  // namespace pentathlon
