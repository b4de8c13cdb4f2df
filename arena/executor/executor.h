// Runs matches: strands on a shared pool of threads, and their timers.
#ifndef ARENA_EXECUTOR_EXECUTOR_H_
#define ARENA_EXECUTOR_EXECUTOR_H_

#include <functional>
#include <memory>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"

namespace arena {

// Runs tasks one after another, in the order in which they came. Thread-safe.
class Strand {
 public:
  virtual ~Strand() = default;
  // Runs the task later.
  virtual void Post(std::function<void()> task) = 0;
  // Runs the task on the strand at that time, and drops the task of an earlier
  // call. Call it only from tasks of this strand. InfiniteFuture means never.
  virtual void WakeAt(absl::Time time, std::function<void()> task) = 0;
  // Runs the task now, on the calling thread, if no task of this strand runs or
  // waits and the caller is not in a task of any strand. If not, returns false
  // and does nothing.
  virtual bool TryRun(absl::FunctionRef<void()> task) = 0;
  // Whether the calling thread is in a task of this strand.
  virtual bool IsHere() const = 0;

  // Runs the task now if TryRun does, else later. This saves a change of
  // threads for a caller that can wait for the task.
  template <typename Task>
  void Enter(Task task) {
    if (!TryRun(task)) Post(std::move(task));
  }
  // Runs the task now if called from a task of this strand, else later.
  template <typename Task>
  void Dispatch(Task task) {
    if (IsHere()) return task();
    Post(std::move(task));
  }
};

// Makes strands and tells them the time. Must outlive its strands. Thread-safe.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual std::unique_ptr<Strand> NewStrand() = 0;
  // A clock that never goes back; not the time of day.
  virtual absl::Time Now() const = 0;
};

// A pool of threads. Stop it before destroying anything that its tasks use.
class PoolExecutor final : public Executor {
 public:
  enum class Turns {
    // A strand that has a thread runs all tasks that wait on it.
    kAllWaiting,
    // It runs one of them, and then lets the other strands have their turn.
    kOneTask,
  };
  // `niceness`: see arena/core/niceness.h.
  explicit PoolExecutor(int threads, int niceness = 0,
                        Turns turns = Turns::kAllWaiting);
  ~PoolExecutor() override;
  std::unique_ptr<Strand> NewStrand() override;
  absl::Time Now() const override;
  // Waits for running tasks and drops all others. Call it once, and not from a
  // task.
  void Stop();

  struct Pool;

 private:
  const std::unique_ptr<Pool> pool_;
};

}  // namespace arena

#endif  // ARENA_EXECUTOR_EXECUTOR_H_
