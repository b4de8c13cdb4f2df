#include "arena/sandbox/contained.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "absl/time/clock.h"
#include "arena/process/process.h"
#include "arena/process/processors.h"
#include "arena/process/usage.h"

namespace arena::sandbox {
namespace {

// The time that the system may take to end killed processes.
constexpr absl::Duration kEndTimeout = absl::Seconds(20);

// The usage of an ended child that is not reaped yet, with all its children
// that were reaped by their parents.
Usage UsageOfEnded(pid_t pid) {
  rusage used = {};
  siginfo_t info;
  // Only the system call tells it, and not the function of the same name.
  syscall(SYS_waitid, P_PID, pid, &info, WEXITED | WNOWAIT | WNOHANG, &used);
  Usage usage;
  usage.processor_time = absl::DurationFromTimeval(used.ru_utime) +
                         absl::DurationFromTimeval(used.ru_stime);
  usage.peak_memory_bytes = int64_t{used.ru_maxrss} * 1024;
  return usage;
}

}  // namespace

Contained::~Contained() {
  Kill();
  AwaitEmpty(absl::Now() + kEndTimeout);
  parts_.process.reset();
  parts_.group.reset();
  if (parts_.afterwards) parts_.afterwards();
}

bool Contained::AwaitEmpty(absl::Time deadline) const {
  if (!parts_.first.end.is_open()) return true;
  pollfd end = {parts_.first.end.get(), POLLIN, 0};
  const absl::Duration rest =
      std::clamp(deadline - absl::Now(), absl::ZeroDuration(), kEndTimeout);
  return poll(&end, 1, static_cast<int>(absl::ToInt64Milliseconds(rest))) > 0;
}

bool Contained::Wait(absl::Time deadline) {
  if (!parts_.process->Wait(deadline)) return false;
  MutexLock lock(mutex_);
  if (parts_.at_end && !was_killed_) {
    AwaitEmpty(absl::Now() + kEndTimeout);
    parts_.at_end();
  }
  parts_.at_end = nullptr;
  if (parts_.ran_out_of_memory && !was_killed_) {
    ran_out_of_memory_ = parts_.ran_out_of_memory(OwnEnd());
    parts_.ran_out_of_memory = nullptr;
  }
  return true;
}

std::string Contained::EndText() const {
  const std::string end = OwnEnd();
  // The program may have gone on without the killed process.
  if (end == "exit status 0" || !UsageSoFar().out_of_memory) return end;
  return WithFullMemory(end, parts_.memory_bytes);
}

std::string Contained::OwnEnd() const {
  const std::string end = parts_.process->EndText();
  return parts_.is_wrapped ? EndInShell(end) : end;
}

void Contained::Terminate() {
  if (parts_.process->Ended()) return;
  Thaw();
  if (parts_.terminate) {
    parts_.terminate();
    return;
  }
  if (parts_.first.pid < 0) {
    parts_.process->Terminate();
  } else if (parts_.first.end.is_open()) {
    // The first process itself ignores this signal.
    kill(-parts_.first.pid, SIGTERM);
  }
}

void Contained::Kill() {
  {
    MutexLock lock(mutex_);
    was_killed_ = true;
  }
  // In this order, so that it does not tell of a signal to what is inside.
  if (!parts_.process->Ended()) parts_.process->Signal(SIGKILL);
  parts_.group->Kill();
}

void Contained::Place(const Placement& placement) {
  parts_.group->Place(placement);
  if (parts_.group->Binds() || parts_.process->Ended()) return;
  BindProcesses(parts_.process->pid(), placement.processors.empty()
                                           ? OwnProcessors()
                                           : placement.processors);
}

Usage Contained::UsageSoFar() const {
  Usage usage = parts_.group->UsageSoFar();
  const Process& process = *parts_.process;
  const bool ended = process.Ended();
  const Usage own = ended ? UsageOfEnded(process.pid())
                          : Usage{.processor_time = CpuTimeOf(process.pid()),
                                  .peak_memory_bytes = MemoryOf(process.pid())};
  if (!parts_.group->CountsTime()) usage.processor_time = own.processor_time;
  if (!parts_.group->CountsMemory()) {
    usage.peak_memory_bytes = own.peak_memory_bytes;
  }
  // Without a group, it is bubblewrap that was counted and not the program.
  usage.is_measured =
      !parts_.is_wrapped ||
      (parts_.group->CountsTime() && parts_.group->CountsMemory());
  MutexLock lock(mutex_);
  usage.out_of_memory = usage.out_of_memory || ran_out_of_memory_;
  return usage;
}

}  // namespace arena::sandbox
