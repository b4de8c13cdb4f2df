// A clock that stands still while the process does, so that a pause of the
// referee is no time of a bot; and strands that live by it.
#ifndef ARENA_MATCH_AWAKE_CLOCK_H_
#define ARENA_MATCH_AWAKE_CLOCK_H_

#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/match/executor.h"

namespace arena {

// Raw times in, awake times out. Whoever asks shows that the process is awake;
// where nobody has asked for longer than `kLongestGap`, it stood still. This is
// found by the first who asks afterwards, whoever that is. The time never goes
// back, also if raw times come in another order than they were read in.
// Not thread-safe.
class AwakeClock {
 public:
  // Somebody asks at least this often (Heartbeat).
  static constexpr absl::Duration kBeat = absl::Milliseconds(50);
  // A gap up to this one is the scheduler's, and counts: so this is the most
  // that a pause may cost a bot. Two beats: less would see a pause in each late
  // beat, more would eat up allowances that bots are given.
  static constexpr absl::Duration kLongestGap = absl::Milliseconds(100);

  absl::Time At(absl::Time raw);
  // The sum of all pauses. Of a gap, one beat still counts: so much may have
  // passed before the pause, and nobody gains time to think by it.
  absl::Duration slept() const { return slept_; }

 private:
  // The latest at which somebody asked.
  absl::Time last_ = absl::InfinitePast();
  absl::Duration slept_;
};

// The strands and threads of another executor, by the awake clock. A wish that
// a pause comes between is fulfilled too early: look at Now(), and wish again.
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
  // Who only asks for the time may find a pause.
  mutable AwakeClock awake_ ABSL_GUARDED_BY(mutex_);
};

// Asks for the time with every beat, and says when there was a pause. Give it a
// thread of its own, or what holds up the thread is taken for a pause; stop
// that thread before destroying it. All that it is given must outlive it.
class Heartbeat {
 public:
  // `on_pause` is told every pause once, on that thread: clocks stood still for
  // so long.
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

#endif  // ARENA_MATCH_AWAKE_CLOCK_H_
