#include "arena/cli/bench/process.h"

#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/process/usage.h"

namespace arena::bench {
namespace {

constexpr absl::Duration kStartTimeout = absl::Minutes(1);
constexpr absl::Duration kStopTimeout = absl::Minutes(1);

}  // namespace

absl::StatusOr<Process> Process::Start(std::vector<std::string> command) {
  ARENA_ASSIGN_OR_RETURN(
      auto started, arena::Process::Start({.command = std::move(command)}));
  Process process(std::move(started));
  ARENA_ASSIGN_OR_RETURN(process.address_, process.process_->AwaitReady(
                                               absl::Now() + kStartTimeout));
  return process;
}

Process::~Process() {
  if (process_ == nullptr) return;
  process_->Terminate();
  process_->WaitOrKill(absl::Now() + kStopTimeout);
}

absl::Duration Process::CpuTime() const { return CpuTimeOf(process_->pid()); }

int64_t Process::Memory() const { return MemoryOf(process_->pid()); }

}  // namespace arena::bench
