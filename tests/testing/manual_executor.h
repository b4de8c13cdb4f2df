// An executor whose time and tasks a test advances by hand.
#ifndef TESTS_TESTING_MANUAL_EXECUTOR_H_
#define TESTS_TESTING_MANUAL_EXECUTOR_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "arena/executor/executor.h"

namespace arena::testing {

// Everything runs on the test's thread, in the order in which it was posted,
// and only when the test says so. Not thread-safe. Must outlive its strands.
class ManualExecutor final : public Executor {
 public:
  std::unique_ptr<Strand> NewStrand() override;
  absl::Time Now() const override { return now_; }

  // Runs tasks, and the tasks that they post, until none is left.
  void RunAll();
  // Runs at most that many tasks; returns how many there were.
  int RunSome(int most);
  // Lets time pass: every wake-up in between comes at its time.
  void Advance(absl::Duration duration);
  // Lets time pass while the whole process stands still: wake-ups in between
  // come late.
  void StandStill(absl::Duration duration) { now_ += duration; }
  // Drops all tasks and wake-ups, as the end of a process would.
  void DropAll();

 private:
  class ManualStrand;
  using Task = std::function<void()>;
  struct Wish {
    absl::Time time;
    Task task;
  };

  // Turns the next wake-up that is due, if any, into a task.
  bool FulfilWish(absl::Time until);

  absl::Time now_ = absl::UnixEpoch();
  ManualStrand* current_ = nullptr;
  int strands_ = 0;
  // By the number of the strand, so that equal times have a fixed order.
  std::map<int, std::pair<ManualStrand*, Wish>> traits_;
  std::deque<std::pair<ManualStrand*, Task>> tasks_;
};

}  // namespace arena::testing

#endif  // TESTS_TESTING_MANUAL_EXECUTOR_H_
