// A clock that stands still while the process does, so that no bot is charged
// for a pause of the referee; and strands that run by this clock.
#ifndef ARENA_EXECUTOR_AWAKE_CLOCK_H_
#define ARENA_EXECUTOR_AWAKE_CLOCK_H_

#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"

namespace arena {

// Turns raw times into awake times. Each reading proves that the process runs.
// A gap between readings longer than `kLongestGap` is a pause, and the first
// reading after it finds it. The awake time never goes back, even if raw times
// come in another order than they were read in.
// Not thread-safe.
class AwakeClock {
 public:
  // The heartbeat reads the clock at least this often.
  static constexpr absl::Duration kBeat = absl::Milliseconds(50);
  // A gap up to this length counts as running time, because the scheduler may
  // cause it. It is the most that a pause can cost a bot. Two beats: with less,
  // each late beat would be a pause; with more, pauses would use up allowances.
  static constexpr absl::Duration kLongestGap = absl::Milliseconds(100);

  absl::Time At(absl::Time raw);
  // The sum of all pauses. One beat of each gap counts as running time, because
  // that much may have passed before the pause.
  absl::Duration slept() const { return slept_; }

 private:
  // The latest reading.
  absl::Time last_ = absl::InfinitePast();
  absl::Duration slept_;
};

// The strands and threads of another executor, run by the awake clock. A task
// that waits during a pause is woken too early: it must look at Now() and ask
// to be woken again.
// Thread-safe. Must outlive its strands; `raw` must outlive it.
class AwakeExecutor final : public Executor {
 public:
  explicit AwakeExecutor(Executor& raw) : raw_(raw) {}
  std::unique_ptr<Strand> NewStrand() override;
  absl::Time Now() const override;
  absl::Duration slept() const;

 private:
  Executor& raw_;
  mutable Mutex mutex_;
  // Mutable, because reading the time may find a pause.
  mutable AwakeClock awake_ ABSL_GUARDED_BY(mutex_);
};

// Reads the time with every beat, and reports pauses. Needs its own thread,
// because other work on the thread would look like a pause. Stop that thread
// before destroying the heartbeat. Its arguments must outlive it.
class Heartbeat {
 public:
  // `on_pause` is called once for each pause, on that thread, with the time for
  // which clocks stood still.
  Heartbeat(AwakeExecutor& awake, Executor& thread,
            std::function<void(absl::Duration)> on_pause);

 private:
  void Beat();

  AwakeExecutor& awake_;
  Executor& thread_;
  const std::function<void(absl::Duration)> on_pause_;
  const std::unique_ptr<Strand> strand_;
  absl::Duration told_;
};

}  // namespace arena

#endif  // ARENA_EXECUTOR_AWAKE_CLOCK_H_
