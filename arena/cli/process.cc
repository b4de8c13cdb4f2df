#include "arena/cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

// What is kept of a program's output.
constexpr size_t kKeptLines = 20;
constexpr size_t kLongestLine = 1000;

sigset_t WaitedFor() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) {
    sigaddset(&signals, signal);
  }
  return signals;
}

struct Pipe {
  int read_end;
  int write_end;
};

// Neither end is inherited by other programs.
Pipe MakePipe() {
  int ends[2];
  ARENA_CHECK(pipe2(ends, O_CLOEXEC) == 0, std::strerror(errno));
  return {ends[0], ends[1]};
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> EnvironmentFor(const ProcessSpec& spec) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!absl::StartsWith(*variable, "ARENA_")) {
      environment.push_back(*variable);
    }
  }
  for (const auto& [name, value] : spec.variables) {
    environment.push_back(absl::StrCat(name, "=", value));
  }
  return environment;
}

// Becomes the program; writes errno to `failure` if that fails. Between fork
// and exec only calls that are safe in signal handlers are allowed.
[[noreturn]] void BecomeProgram(char* const* argv, char* const* environment,
                                int output, int failure, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execvpe(argv[0], argv, environment);
  }
  const int error = errno;
  // Nobody is left to be told if this fails too.
  if (write(failure, &error, sizeof(error)) < 0) _exit(126);
  _exit(127);
}

}  // namespace

// ---- SignalWaiter ----

SignalWaiter::SignalWaiter() {
  const sigset_t signals = WaitedFor();
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

SignalWaiter::~SignalWaiter() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

absl::Status SignalWaiter::Wait(absl::Duration time) const {
  const sigset_t signals = WaitedFor();
  const timespec limit = absl::ToTimespec(std::max(time, absl::ZeroDuration()));
  const int signal = sigtimedwait(&signals, nullptr, &limit);
  if (signal == SIGINT || signal == SIGTERM) {
    return absl::CancelledError("stopped");
  }
  return absl::OkStatus();
}

// ---- Process ----

absl::StatusOr<std::unique_ptr<Process>> Process::Start(
    const ProcessSpec& spec) {
  std::vector<std::string> command = spec.command;
  std::vector<std::string> environment = EnvironmentFor(spec);
  const std::vector<char*> argv = Pointers(command);
  const std::vector<char*> variables = Pointers(environment);
  const Pipe output = MakePipe();
  const Pipe failure = MakePipe();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  ARENA_CHECK(pid >= 0, std::strerror(errno));
  if (pid == 0) {
    BecomeProgram(argv.data(), variables.data(), output.write_end,
                  failure.write_end, parent);
  }
  // Here as well as in the child, so that it holds from now on.
  setpgid(pid, pid);
  close(output.write_end);
  close(failure.write_end);
  int error = 0;
  // The pipe is closed without a word when the program begins.
  const bool failed = read(failure.read_end, &error, sizeof(error)) > 0;
  close(failure.read_end);
  if (failed) {
    waitpid(pid, nullptr, 0);
    close(output.read_end);
    return absl::UnavailableError(absl::StrCat("cannot start \"", command[0],
                                               "\": ", std::strerror(error)));
  }
  const Pipe stop = MakePipe();
  return std::unique_ptr<Process>(new Process(
      pid, output.read_end, stop.read_end, stop.write_end, spec.on_line));
}

Process::Process(pid_t pid, int output, int stop_reading, int stop_writing,
                 std::function<void(const std::string& line)> on_line)
    : pid_(pid),
      output_(output),
      stop_reading_(stop_reading),
      stop_writing_(stop_writing),
      on_line_(std::move(on_line)) {
  fcntl(output_, F_SETFL, O_NONBLOCK);
  reader_ = std::thread([this] { ReadOutput(); });
}

Process::~Process() {
  WaitOrKill(absl::InfinitePast());
  FinishReading();
  close(output_);
  close(stop_reading_);
  close(stop_writing_);
}

bool Process::Ended() {
  int status = 0;
  if (!wait_status_.has_value() && waitpid(pid_, &status, WNOHANG) == pid_) {
    wait_status_ = status;
  }
  return wait_status_.has_value();
}

std::string Process::EndText() const {
  const int status = wait_status_.value();
  if (WIFEXITED(status)) {
    return absl::StrCat("exit status ", WEXITSTATUS(status));
  }
  return absl::StrCat("signal ", WTERMSIG(status), " (",
                      strsignal(WTERMSIG(status)), ")");
}

void Process::Terminate() {
  if (!Ended()) kill(-pid_, SIGTERM);
}

void Process::WaitOrKill(absl::Time deadline) {
  const SignalWaiter signals;
  while (!Ended() && absl::Now() < deadline) {
    // Being asked to stop once more changes nothing here.
    (void)signals.Wait(
        std::min(deadline - absl::Now(), absl::Milliseconds(100)));
  }
  // Also the children that it may have left behind.
  kill(-pid_, SIGKILL);
  if (wait_status_.has_value()) return;
  int status = 0;
  if (waitpid(pid_, &status, 0) == pid_) wait_status_ = status;
}

void Process::FinishReading() {
  if (!reader_.joinable()) return;
  // A child of the process may hold its output open for ever.
  ARENA_CHECK(write(stop_writing_, "", 1) == 1, std::strerror(errno));
  reader_.join();
}

std::string Process::LastLines() {
  if (Ended()) FinishReading();
  MutexLock lock(mutex_);
  return absl::StrJoin(last_lines_, "\n");
}

// ---- Its output ----

void Process::ReadOutput() {
  std::array<char, 4096> buffer;
  std::array<pollfd, 2> sources = {pollfd{output_, POLLIN, 0},
                                   pollfd{stop_reading_, POLLIN, 0}};
  while (true) {
    if (poll(sources.data(), sources.size(), -1) < 0 && errno != EINTR) break;
    const ssize_t size = read(output_, buffer.data(), buffer.size());
    if (size > 0) {
      TakeBytes(buffer.data(), static_cast<size_t>(size));
    } else if (size == 0 || sources[1].revents != 0) {
      break;
    }
  }
  if (!line_.empty()) TakeLine();
}

void Process::TakeBytes(const char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (bytes[i] == '\n') {
      TakeLine();
    } else if (line_.size() < kLongestLine) {
      line_ += bytes[i];
    }
  }
}

void Process::TakeLine() {
  if (on_line_) on_line_(line_);
  MutexLock lock(mutex_);
  last_lines_.push_back(std::move(line_));
  if (last_lines_.size() > kKeptLines) last_lines_.pop_front();
  line_.clear();
}

}  // namespace arena::cli
