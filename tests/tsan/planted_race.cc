// A data race between two strands, which ThreadSanitizer must report. The test
// passes if this program fails.
#include <atomic>
#include <chrono>
#include <future>

#include "arena/executor/executor.h"

int main() {
  arena::PoolExecutor executor(2);
  const auto one = executor.NewStrand();
  const auto other = executor.NewStrand();
  int unguarded = 0;
  std::promise<void> one_done, other_done;
  std::atomic<int> arrived = 0;
  // Both tasks start before either goes on, so they run on different threads.
  const auto race = [&](std::promise<void>& done) {
    ++arrived;
    while (arrived.load(std::memory_order_relaxed) < 2) {
    }
    for (int i = 0; i < 1000; ++i) ++unguarded;
    done.set_value();
  };
  one->Post([&] { race(one_done); });
  other->Post([&] { race(other_done); });
  one_done.get_future().wait();
  other_done.get_future().wait();
  executor.Stop();
  return 0;
}
