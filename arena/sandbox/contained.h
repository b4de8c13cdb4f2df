// A program of this machine in a sandbox.
#ifndef ARENA_SANDBOX_CONTAINED_H_
#define ARENA_SANDBOX_CONTAINED_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"
#include "arena/process/process.h"
#include "arena/sandbox/cgroups.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// The first process of a namespace of processes. When it ends, all of them have
// ended.
struct FirstProcess {
  pid_t pid = -1;
  // Becomes readable when the process ends; closed if the process had already
  // ended, or if there is none.
  Descriptor end;
};

// A process, its group, and the work after its end. Thread-safe.
class Contained : public Sandboxed {
 public:
  struct Parts {
    // Destroyed after the process, so that the group counts everything.
    std::unique_ptr<Cgroup> group;
    std::unique_ptr<Process> process;
    // The first process of the sandbox; the program itself leads its process
    // group.
    FirstProcess first;
    // Descriptors that must stay open while the program runs.
    std::vector<Descriptor> held;
    // The memory that the program may use.
    int64_t memory_bytes = 0;
    // Whether the process ends as a shell does for a program in it.
    bool is_wrapped = false;
    // Called once when the program has ended, unless it was killed.
    std::function<void()> at_end = nullptr;
    // Called once after the end, if the group can no longer tell.
    std::function<bool(const std::string& end)> ran_out_of_memory = nullptr;
    // Replaces SIGTERM to the first process; empty: sends the signal.
    std::function<void()> terminate = nullptr;
    // Called when no process is left.
    std::function<void()> afterwards = nullptr;
  };
  explicit Contained(Parts parts) : parts_(std::move(parts)) {}
  ~Contained() override;

  bool Wait(absl::Time deadline) override;
  std::string EndText() const override;
  void FinishReading() const override { parts_.process->FinishReading(); }
  void Terminate() override;
  void Kill() override;
  Usage UsageSoFar() const override;
  void Freeze() override { parts_.group->Freeze(); }
  void Thaw() override { parts_.group->Thaw(); }
  void Place(const Placement& placement) override;

 private:
  // The end of the program, without a word about memory.
  std::string OwnEnd() const;
  // Whether the sandbox is empty before the deadline.
  bool AwaitEmpty(absl::Time deadline) const;

  Parts parts_;
  mutable Mutex mutex_;
  bool was_killed_ ABSL_GUARDED_BY(mutex_) = false;
  bool ran_out_of_memory_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_CONTAINED_H_
