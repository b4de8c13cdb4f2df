// A program that is being measured.
#ifndef ARENA_CLI_BENCH_PROCESS_H_
#define ARENA_CLI_BENCH_PROCESS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/process/process.h"

namespace arena::bench {

// A server that says where it listens when it is ready, and is asked to stop in
// the end. Movable.
class Process {
 public:
  // UNAVAILABLE if it cannot be started or ends before it listens.
  static absl::StatusOr<Process> Start(std::vector<std::string> command);
  Process(Process&&) = default;
  Process& operator=(Process&&) = default;
  ~Process();

  const std::string& address() const { return address_; }
  // Processor time used so far, user and system.
  absl::Duration CpuTime() const;
  // Resident memory, in bytes.
  int64_t Memory() const;
  // Ends it at once, as a crash would.
  void Kill() { process_->WaitOrKill(absl::InfinitePast()); }

 private:
  explicit Process(std::unique_ptr<arena::Process> process)
      : process_(std::move(process)) {}

  std::unique_ptr<arena::Process> process_;
  std::string address_;
};

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_PROCESS_H_
