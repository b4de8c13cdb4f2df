// Limits how much a stranger may send, in proportion to the requests of the
// server.
#ifndef REFEREE_DOOR_FLOOD_BUDGET_H_
#define REFEREE_DOOR_FLOOD_BUDGET_H_

#include <cstdint>
#include <functional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"

namespace arena::referee {

// Two purses, for bytes and for work. They are full at the beginning. Time
// fills them again, and so do messages to the stranger. An honest bot, which
// answers once and pings now and then, never empties either purse. Thread-safe.
class FloodBudget {
 public:
  // Work of the server, in the work that an empty frame makes.
  static constexpr int64_t kFrameWork = 1;
  static constexpr int64_t kRequestWork = 10;
  static constexpr int64_t kCallWork = 500;
  static constexpr int64_t kConnectionWork = 500;

  struct Purse {
    int64_t most;
    int64_t in_a_second;
    int64_t for_a_message;
  };
  struct Limits {
    // Each message allows the largest answer.
    Purse bytes = {1024 * 1024, 4 * 1024, 64 * 1024};
    // Each message allows an answer and the other frames of HTTP/2.
    Purse work = {20'000, 20, 200};
  };
  using Clock = std::function<absl::Time()>;

  FloodBudget() : FloodBudget(Limits(), &absl::Now) {}
  FloodBudget(const Limits& limits, Clock clock);

  // A message that may be answered goes to the stranger.
  void Earn();
  // RESOURCE_EXHAUSTED if the budget has not so much, and for every later call.
  absl::Status Spend(int64_t bytes, int64_t work);

 private:
  struct Left {
    int64_t bytes;
    int64_t work;
  };

  // Adds the income of the time since the last call.
  void Fill() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Limits limits_;
  const Clock clock_;
  Mutex mutex_;
  Left left_ ABSL_GUARDED_BY(mutex_);
  absl::Time filled_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_FLOOD_BUDGET_H_
