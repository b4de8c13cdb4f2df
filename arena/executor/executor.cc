#include "arena/executor/executor.h"

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <latch>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/core/niceness.h"

namespace arena {

struct PoolExecutor::Pool {
  // A queue of tasks that waits for the threads.
  class Queue {
   public:
    virtual ~Queue() = default;
    // Destroys its tasks.
    virtual void Drop() = 0;
  };

  Pool(int size, Turns turn) : turns(turn), threads(size) {}

  const Turns turns;
  // If set, no task begins and none is accepted any more.
  std::atomic<bool> stopped = false;
  Mutex mutex;
  std::map<const Queue*, std::weak_ptr<Queue>> queues ABSL_GUARDED_BY(mutex);
  // The library's own queue holds this queue.
  boost::asio::thread_pool threads;
};

namespace {

using SteadyClock = std::chrono::steady_clock;
using Task = std::function<void()>;
using Pool = PoolExecutor::Pool;

// The running and waiting tasks of one strand. Entries that wait for the pool's
// threads keep this object alive.
class TaskQueue final : public Pool::Queue,
                        public std::enable_shared_from_this<TaskQueue> {
 public:
  static std::shared_ptr<TaskQueue> Make(Pool& pool) {
    auto queue = std::make_shared<TaskQueue>(pool);
    MutexLock lock(pool.mutex);
    pool.queues.emplace(queue.get(), queue);
    return queue;
  }
  explicit TaskQueue(Pool& pool) : pool_(pool) {}
  ~TaskQueue() override {
    MutexLock lock(pool_.mutex);
    pool_.queues.erase(this);
  }

  void Post(Task task) {
    {
      MutexLock lock(mutex_);
      // Either Drop finds the task or the task finds that the pool is stopped.
      if (pool_.stopped) return;
      waiting_.push_back(std::move(task));
      if (busy_) return;
      busy_ = true;
    }
    RunElsewhere();
  }
  // Keeps the task for Ring, and destroys the previously kept task. Returns the
  // number for Ring.
  int64_t SetAlarm(Task task) {
    // Destroyed when the lock is given back, because it may own the strand.
    Task earlier;
    MutexLock lock(mutex_);
    earlier.swap(alarm_);
    if (!pool_.stopped) alarm_.swap(task);
    return ++alarms_;
  }
  void Ring(int64_t number) {
    Task task;
    {
      MutexLock lock(mutex_);
      if (number != alarms_) return;
      task.swap(alarm_);
    }
    Post(std::move(task));
  }
  void Drop() override {
    const std::deque<Task> waiting = TakeWaiting();
    SetAlarm(nullptr);
  }
  bool TryRun(absl::FunctionRef<void()> task) {
    if (running_here != nullptr || pool_.stopped || !Claim()) return false;
    Run(task);
    // Runs follow-up tasks, such as the answer of a built-in player.
    RunWaiting();
    if (!Release()) RunElsewhere();
    return true;
  }
  bool IsHere() const { return running_here == this; }

 private:
  std::deque<Task> TakeWaiting() {
    MutexLock lock(mutex_);
    return std::exchange(waiting_, {});
  }
  // The tasks of one turn.
  std::deque<Task> TakeTurn() {
    if (pool_.turns == PoolExecutor::Turns::kAllWaiting) return TakeWaiting();
    std::deque<Task> turn;
    MutexLock lock(mutex_);
    if (!waiting_.empty()) {
      turn.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    return turn;
  }
  // Takes the strand if nothing runs or waits on it.
  bool Claim() {
    MutexLock lock(mutex_);
    return !std::exchange(busy_, true);
  }
  // Gives the strand back. Returns false and keeps the strand if tasks wait.
  bool Release() {
    MutexLock lock(mutex_);
    busy_ = !waiting_.empty();
    return !busy_;
  }
  void RunElsewhere() {
    boost::asio::post(pool_.threads, [queue = shared_from_this()] {
      queue->RunWaiting();
      if (!queue->Release()) queue->RunElsewhere();
    });
  }
  // Tasks that come meanwhile wait, so that other strands have their turn.
  void RunWaiting() {
    for (const Task& task : TakeTurn()) {
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
  std::deque<Task> waiting_ ABSL_GUARDED_BY(mutex_);
  // Whether some thread runs tasks, or is about to.
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
  Task alarm_ ABSL_GUARDED_BY(mutex_);
  int64_t alarms_ ABSL_GUARDED_BY(mutex_) = 0;
};

thread_local const TaskQueue* TaskQueue::running_here = nullptr;

class PoolStrand final : public Strand {
 public:
  explicit PoolStrand(Pool& pool)
      : queue_(TaskQueue::Make(pool)), timer_(pool.threads) {}
  ~PoolStrand() override { queue_->SetAlarm(nullptr); }

  void Post(Task task) override { queue_->Post(std::move(task)); }
  void WakeAt(absl::Time time, Task task) override {
    if (time == absl::InfiniteFuture()) {
      queue_->SetAlarm(nullptr);
      timer_.cancel();
      return;
    }
    timer_.expires_at(SteadyClock::time_point(
        absl::ToChronoNanoseconds(time - absl::UnixEpoch())));
    const int64_t number = queue_->SetAlarm(std::move(task));
    timer_.async_wait(
        [queue = queue_, number](const boost::system::error_code& error) {
          if (!error) queue->Ring(number);
        });
  }
  bool TryRun(absl::FunctionRef<void()> task) override {
    return queue_->TryRun(task);
  }
  bool IsHere() const override { return queue_->IsHere(); }

 private:
  const std::shared_ptr<TaskQueue> queue_;
  boost::asio::steady_timer timer_;
};

}  // namespace

PoolExecutor::PoolExecutor(int threads, int niceness, Turns turns)
    : pool_(std::make_unique<Pool>(threads, turns)) {
  if (niceness == 0) return;
  // Each thread takes one of these tasks, because it waits for the others.
  const auto all = std::make_shared<std::latch>(threads + 1);
  for (int i = 0; i < threads; ++i) {
    boost::asio::post(pool_->threads, [all, niceness] {
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
  std::vector<std::shared_ptr<Pool::Queue>> queues;
  {
    MutexLock lock(pool_->mutex);
    for (const auto& [_, queue] : pool_->queues) queues.push_back(queue.lock());
  }
  for (const std::shared_ptr<Pool::Queue>& queue : queues) {
    if (queue != nullptr) queue->Drop();
  }
}

}  // namespace arena
