#include "arena/match/executor.h"

#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <asio/thread_pool.hpp>
#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/core/niceness.h"

namespace arena {

struct PoolExecutor::Pool {
  explicit Pool(int size) : threads(size) {}
  asio::thread_pool threads;
  // No task begins any more.
  std::atomic<bool> stopped = false;
};

namespace {

using SteadyClock = std::chrono::steady_clock;
using Task = std::function<void()>;
using Pool = PoolExecutor::Pool;

// The tasks that run and wait on one strand. Its tasks keep it alive.
class TaskQueue : public std::enable_shared_from_this<TaskQueue> {
 public:
  explicit TaskQueue(Pool& pool) : pool_(pool) {}

  void Post(Task task) {
    if (pool_.stopped) return;
    {
      MutexLock lock(mutex_);
      waiting_.push_back(std::move(task));
      if (busy_) return;
      busy_ = true;
    }
    RunElsewhere();
  }
  bool TryRun(absl::FunctionRef<void()> task) {
    if (running_here != nullptr || pool_.stopped || !Claim()) return false;
    Run(task);
    // Runs what the task has led to, such as the answer of a built-in player.
    RunWaiting();
    if (!Release()) RunElsewhere();
    return true;
  }
  bool IsHere() const { return running_here == this; }

 private:
  // Runs the waiting tasks in the pool. If the pool is stopped first, they are
  // dropped, because they may own the strand.
  class Turn {
   public:
    explicit Turn(std::shared_ptr<TaskQueue> queue)
        : queue_(std::move(queue)) {}
    Turn(Turn&&) = default;
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (queue_ != nullptr) queue_->TakeWaiting();
    }
    void operator()() {
      const std::shared_ptr<TaskQueue> queue = std::move(queue_);
      queue->RunWaiting();
      if (!queue->Release()) queue->RunElsewhere();
    }

   private:
    std::shared_ptr<TaskQueue> queue_;
  };

  std::vector<Task> TakeWaiting() {
    MutexLock lock(mutex_);
    return std::exchange(waiting_, {});
  }
  // Takes the strand if nothing runs or waits on it.
  bool Claim() {
    MutexLock lock(mutex_);
    return !std::exchange(busy_, true);
  }
  // Gives the strand back; false if tasks wait, for which it is kept.
  bool Release() {
    MutexLock lock(mutex_);
    busy_ = !waiting_.empty();
    return !busy_;
  }
  void RunElsewhere() { asio::post(pool_.threads, Turn(shared_from_this())); }
  // Tasks that come meanwhile wait, so that other strands have their turn.
  void RunWaiting() {
    for (const Task& task : TakeWaiting()) {
      if (pool_.stopped) return;
      Run(task);
    }
  }
  void Run(absl::FunctionRef<void()> task) {
    running_here = this;
    task();
    running_here = nullptr;
  }

  // The queue whose task this thread runs.
  static thread_local const TaskQueue* running_here;

  Pool& pool_;
  Mutex mutex_;
  std::vector<Task> waiting_ ABSL_GUARDED_BY(mutex_);
  // Whether some thread runs tasks, or is about to.
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
};

thread_local const TaskQueue* TaskQueue::running_here = nullptr;

class PoolStrand final : public Strand {
 public:
  explicit PoolStrand(Pool& pool)
      : queue_(std::make_shared<TaskQueue>(pool)), timer_(pool.threads) {}

  void Post(Task task) override { queue_->Post(std::move(task)); }
  void WakeAt(absl::Time time, Task task) override {
    if (time == absl::InfiniteFuture()) {
      timer_.cancel();
      return;
    }
    timer_.expires_at(SteadyClock::time_point(
        absl::ToChronoNanoseconds(time - absl::UnixEpoch())));
    timer_.async_wait([queue = queue_,
                       task = std::move(task)](const asio::error_code& error) {
      if (!error) queue->Post(task);
    });
  }
  bool TryRun(absl::FunctionRef<void()> task) override {
    return queue_->TryRun(task);
  }
  bool IsHere() const override { return queue_->IsHere(); }

 private:
  const std::shared_ptr<TaskQueue> queue_;
  asio::steady_timer timer_;
};

}  // namespace

PoolExecutor::PoolExecutor(int threads, int niceness)
    : pool_(std::make_unique<Pool>(threads)) {
  if (niceness == 0) return;
  // Each thread takes one of these tasks, because it waits for the others.
  const auto all = std::make_shared<std::latch>(threads + 1);
  for (int i = 0; i < threads; ++i) {
    asio::post(pool_->threads, [all, niceness] {
      SetNiceness(niceness);
      all->arrive_and_wait();
    });
  }
  all->arrive_and_wait();
}

PoolExecutor::~PoolExecutor() { Stop(); }

std::unique_ptr<Strand> PoolExecutor::NewStrand() {
  return std::make_unique<PoolStrand>(*pool_);
}

absl::Time PoolExecutor::Now() const {
  return absl::UnixEpoch() +
         absl::FromChrono(SteadyClock::now().time_since_epoch());
}

void PoolExecutor::Stop() {
  pool_->stopped = true;
  pool_->threads.stop();
  pool_->threads.join();
}

}  // namespace arena
