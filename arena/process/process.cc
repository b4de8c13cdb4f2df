#include "arena/process/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena {
namespace {

// The lines of a program's output that are kept.
constexpr size_t kKeptLines = 20;
constexpr size_t kLongestLine = 1000;
// One read takes everything that waits in a pipe, and no more, so that a
// program that prints without end does not hold up this thread.
constexpr size_t kPipeSize = 64 * 1024;
// A wait lasts at most this long and is then started again.
constexpr absl::Duration kLongestPoll = absl::Hours(1);

}  // namespace

absl::StatusOr<std::unique_ptr<Process>> Process::Start(ProcessSpec spec) {
  std::unique_ptr<Process> process(new Process(std::move(spec)));
  std::promise<absl::Status> say_started;
  std::future<absl::Status> started = say_started.get_future();
  process->watcher_ = std::thread(
      [self = process.get(), say_started = std::move(say_started)]() mutable {
        absl::StatusOr<Child> child =
            Launch(self->spec_.command, self->spec_.variables,
                   self->spec_.setup);
        const bool runs = child.ok();
        if (runs) self->child_ = *std::move(child);
        say_started.set_value(child.status());
        if (runs) self->Watch();
      });
  ARENA_RETURN_IF_ERROR(started.get());
  return process;
}

Process::~Process() {
  if (child_.pid > 0) {
    if (spec_.stop_timeout > absl::ZeroDuration()) Terminate();
    WaitOrKill(absl::Now() + spec_.stop_timeout);
    // From now on the system may give its number to another process.
    waitid(P_PIDFD, child_.end.get(), nullptr, WEXITED);
  }
  watcher_.join();
}

absl::StatusOr<std::string> Process::AwaitReady(absl::Time deadline) const {
  const bool in_time = ready_.wait_until(absl::ToChronoTime(deadline)) ==
                       std::future_status::ready;
  if (in_time && ready_.get().has_value()) return *ready_.get();
  const std::string what =
      in_time && Wait()
          ? absl::StrCat("has ended with ", EndText())
          : absl::StrCat("has not said \"", spec_.ready_prefix, "\" in time");
  return absl::UnavailableError(
      absl::StrCat(spec_.command[0], " ", what, LastWords()));
}

// ---- Its end ----

bool Process::Ended() const { return Wait(absl::InfinitePast()); }

std::string Process::EndText() const {
  siginfo_t info;
  // Only the destructor reaps the process, so that every caller can ask.
  ARENA_CHECK(waitid(P_PIDFD, child_.end.get(), &info,
                     WEXITED | WNOHANG | WNOWAIT) == 0 &&
                  info.si_pid == child_.pid,
              "the process has not ended");
  if (info.si_code == CLD_EXITED) {
    return absl::StrCat("exit status ", info.si_status);
  }
  return absl::StrCat("signal ", info.si_status, " (",
                      strsignal(info.si_status), ")");
}

void Process::Signal(int signal) const { kill(-child_.pid, signal); }

void Process::Terminate() const { Signal(SIGTERM); }

bool Process::Wait(absl::Time deadline) const {
  pollfd end = {child_.end.get(), POLLIN, 0};
  while (true) {
    const absl::Duration rest =
        std::clamp(deadline - absl::Now(), absl::ZeroDuration(), kLongestPoll);
    const timespec time = absl::ToTimespec(rest);
    if (ppoll(&end, 1, &time, nullptr) > 0) return true;
    if (absl::Now() >= deadline) return false;
  }
}

void Process::WaitOrKill(absl::Time deadline) const {
  if (Wait(deadline)) return;
  Signal(SIGKILL);
  Wait();
}

// ---- Its output ----

void Process::FinishReading() const { all_read_.wait(); }

std::string Process::LastLines() const {
  if (Ended()) FinishReading();
  MutexLock lock(mutex_);
  return absl::StrJoin(last_lines_, "\n");
}

std::string Process::LastWords() const {
  const std::string lines = LastLines();
  return lines.empty() ? "; it has printed nothing"
                       : absl::StrCat("; it printed last:\n", lines);
}

void Process::Watch() {
  std::array<pollfd, 2> sources = {pollfd{child_.end.get(), POLLIN, 0},
                                   pollfd{child_.output.get(), POLLIN, 0}};
  while (sources[0].revents == 0) {
    const absl::Duration pause = budget_.Pause(absl::Now());
    const bool reads = pause == absl::ZeroDuration();
    const int wait = reads ? -1 : 1 + absl::ToInt64Milliseconds(pause);
    if (poll(sources.data(), reads ? 2 : 1, wait) < 0) continue;
    const bool ended = sources[0].revents != 0;
    // Kills the program's children, which may hold the output open forever.
    if (ended) Signal(SIGKILL);
    if (!reads && !ended) continue;
    // A closed output is not polled again.
    if (sources[1].fd >= 0 && !ReadOutput()) sources[1].fd = -1;
  }
  if (!line_.empty()) TakeLine();
  TellDropped();
  if (!was_ready_) say_ready_.set_value(std::nullopt);
  say_all_read_.set_value();
}

bool Process::ReadOutput() {
  std::array<char, kPipeSize> buffer;
  const ssize_t size = read(child_.output.get(), buffer.data(), buffer.size());
  if (size <= 0) return size < 0 && errno == EAGAIN;
  const int64_t taken = budget_.Take(absl::Now(), size);
  if (taken > 0) TellDropped();
  TakeBytes({buffer.data(), static_cast<size_t>(taken)});
  dropped_ += size - taken;
  // The rest of this line is not to be had.
  if (dropped_ > 0 && !line_.empty()) TakeLine();
  return true;
}

void Process::TellDropped() {
  if (dropped_ == 0) return;
  line_ = absl::StrCat("[", dropped_, " bytes of output were dropped here: more "
                       "than ", spec_.output_bytes_per_second, " a second]");
  dropped_ = 0;
  TakeLine();
}

void Process::TakeBytes(absl::string_view bytes) {
  for (const char byte : bytes) {
    if (byte == '\n') {
      TakeLine();
    } else if (line_.size() < kLongestLine) {
      line_ += byte;
    }
  }
}

void Process::TakeLine() {
  line_ = ValidUtf8(line_);
  if (spec_.on_line) spec_.on_line(line_);
  absl::string_view rest = line_;
  if (!was_ready_ && absl::ConsumePrefix(&rest, spec_.ready_prefix)) {
    was_ready_ = true;
    say_ready_.set_value(std::string(rest));
  }
  MutexLock lock(mutex_);
  last_lines_.push_back(std::move(line_));
  if (last_lines_.size() > kKeptLines) last_lines_.pop_front();
  line_.clear();
}

std::string EndInShell(const std::string& end) {
  // Shells add this to the number of a signal.
  constexpr int kSignals = 128;
  absl::string_view number = end;
  int status = 0;
  if (!absl::ConsumePrefix(&number, "exit status ") ||
      !absl::SimpleAtoi(number, &status) || status <= kSignals) {
    return end;
  }
  return absl::StrCat("signal ", status - kSignals, " (",
                      strsignal(status - kSignals), ")");
}

}  // namespace arena
