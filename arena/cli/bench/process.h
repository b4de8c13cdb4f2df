// A program that is being measured.
#ifndef ARENA_CLI_BENCH_PROCESS_H_
#define ARENA_CLI_BENCH_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace arena::bench {

// A server process: it says "listening ADDRESS" on its standard output when it
// is ready, and gets SIGTERM in the end. Movable.
class Process {
 public:
  // UNAVAILABLE if it cannot be started or ends before it listens.
  static absl::StatusOr<Process> Start(std::vector<std::string> command);
  Process(Process&& other) noexcept { *this = std::move(other); }
  Process& operator=(Process&& other) noexcept;
  ~Process();

  const std::string& address() const { return address_; }
  // Processor time used so far, user and system.
  absl::Duration CpuTime() const;
  // Resident memory, in bytes.
  int64_t Memory() const;
  // Ends it at once, as a crash would.
  void Kill();

 private:
  Process() = default;

  pid_t pid_ = -1;
  int output_ = -1;
  std::string address_;
};

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_PROCESS_H_
