#include "arena/cli/bots/instances.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/cli/base/output.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"

namespace arena::cli {
namespace {

// In a program with threads, another thread may get the signal of an end.
constexpr absl::Duration kLongestWait = absl::Milliseconds(200);

// The exit status of a bot whose place another program took (sdk/FLAGS.md).
constexpr int kReplaced = 3;

}  // namespace

absl::StatusOr<bool> Instances::Run() {
  ARENA_RETURN_IF_ERROR(Start(1));
  for (int number = 2; number <= spec_.count && !stopping_; ++number) {
    const absl::Status started = Start(number);
    if (!started.ok()) Fail(number, std::string(started.message()));
  }
  while (!running_.empty() || !due_.empty()) {
    const absl::Time next = StartDue();
    const absl::Duration pause = std::min(next - absl::Now(), kLongestWait);
    if (!signals_.Wait(pause).ok()) StopAll();
    Reap();
  }
  return !failed_;
}

absl::Status Instances::Start(int number) {
  ARENA_ASSIGN_OR_RETURN(const Child child,
                         Launch(spec_.command, Variables(number),
                                {.exact_environment = true,
                                 .output = STDOUT_FILENO,
                                 .errors = STDERR_FILENO,
                                 .death_signal = SIGTERM}));
  running_.emplace(child.pid, Running{number, absl::Now()});
  return absl::OkStatus();
}

std::vector<std::pair<std::string, std::string>> Instances::Variables(
    int number) const {
  std::map<std::string, std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    variables.insert(absl::StrSplit(*variable, absl::MaxSplits('=', 1)));
  }
  variables["ARENA_INSTANCE"] =
      absl::StrCat(spec_.instance, spec_.instance.empty() ? "" : ".", number);
  if (!spec_.token_file.empty()) {
    variables["ARENA_TOKEN_FILE"] = absl::StrCat(spec_.token_file, ".", number);
  }
  if (spec_.one_match) variables["ARENA_ONE_MATCH"] = "true";
  return {variables.begin(), variables.end()};
}

absl::Time Instances::StartDue() {
  absl::Time next = absl::InfiniteFuture();
  for (auto due = due_.begin(); due != due_.end();) {
    const auto [number, time] = *due;
    if (time > absl::Now()) {
      next = std::min(next, time);
      ++due;
      continue;
    }
    due = due_.erase(due);
    const absl::Status started = Start(number);
    if (!started.ok()) {
      Fail(number, std::string(started.message()));
      break;
    }
  }
  return next;
}

void Instances::Reap() {
  for (auto entry = running_.begin(); entry != running_.end();) {
    int status = 0;
    if (waitpid(entry->first, &status, WNOHANG) != entry->first) {
      ++entry;
      continue;
    }
    const int number = entry->second.number;
    const absl::Time started = entry->second.started;
    entry = running_.erase(entry);
    const int exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (spec_.one_match && exit_status == kReplaced) continue;
    if (exit_status == 0) {
      if (spec_.one_match && !stopping_) {
        due_[number] = started + spec_.slowest_start;
      }
    } else if (!stopping_) {
      Fail(number, WIFSIGNALED(status)
                       ? absl::StrCat("signal ", WTERMSIG(status))
                       : absl::StrCat("exit status ", exit_status));
    }
  }
}

void Instances::Fail(int number, const std::string& what) {
  failed_ = true;
  PrintMessage(absl::StrCat("process ", number, " of ", spec_.count,
                            " has failed (", what,
                            "); the others are asked to end"));
  StopAll();
}

void Instances::StopAll() {
  stopping_ = true;
  due_.clear();
  for (const auto& [pid, running] : running_) kill(pid, SIGTERM);
}

}  // namespace arena::cli
