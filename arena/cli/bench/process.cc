#include "arena/cli/bench/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

extern char** environ;

namespace arena::bench {
namespace {

std::string ReadLine(int file) {
  std::string line;
  char c;
  while (read(file, &c, 1) == 1 && c != '\n') line.push_back(c);
  return line;
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

absl::StatusOr<Process> Process::Start(std::vector<std::string> command) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    return absl::UnavailableError(absl::StrCat("pipe: ", strerror(errno)));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  std::vector<char*> argv;
  for (std::string& argument : command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  Process process;
  const int error = posix_spawn(&process.pid_, argv[0], &actions, nullptr,
                                argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  process.output_ = pipe_ends[0];
  if (error != 0) {
    process.pid_ = -1;
    return absl::UnavailableError(
        absl::StrCat("cannot start ", command[0], ": ", strerror(error)));
  }
  const std::string line = ReadLine(process.output_);
  absl::string_view address = line;
  if (!absl::ConsumePrefix(&address, "listening ")) {
    return absl::UnavailableError(absl::StrCat(
        command[0], " ended before it listened; its output began \"", line,
        "\""));
  }
  process.address_ = std::string(address);
  return process;
}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(address_, other.address_);
  return *this;
}

Process::~Process() {
  if (output_ >= 0) close(output_);
  if (pid_ < 0) return;
  kill(pid_, SIGTERM);
  waitpid(pid_, nullptr, 0);
}

void Process::Kill() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

absl::Duration Process::CpuTime() const {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(pid_, &clock) != 0 ||
      clock_gettime(clock, &time) != 0) {
    return absl::ZeroDuration();
  }
  return absl::DurationFromTimespec(time);
}

int64_t Process::Memory() const {
  const std::string status = ReadAll(absl::StrCat("/proc/", pid_, "/statm"));
  const std::vector<std::string> fields = absl::StrSplit(status, ' ');
  int64_t pages = 0;
  if (fields.size() < 2 || !absl::SimpleAtoi(fields[1], &pages)) return 0;
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace arena::bench
