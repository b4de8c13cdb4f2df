// Strands on real threads: the order of tasks, and the thread that runs each.
#include "arena/executor/executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <future>
#include <thread>
#include <vector>

namespace arena {
namespace {

using ::testing::ElementsAre;

class ExecutorTest : public ::testing::Test {
 protected:
  // Returns when every task that was posted before has run.
  void Finish() {
    std::promise<void> done;
    strand_->Post([&] { done.set_value(); });
    done.get_future().wait();
  }
  // Keeps the strand busy until the result is destroyed.
  class Hold {
   public:
    explicit Hold(Strand& strand) {
      std::promise<void> begun;
      strand.Post([&begun, free = free_.get_future().share()] {
        begun.set_value();
        free.wait();
      });
      begun.get_future().wait();
    }
    ~Hold() { free_.set_value(); }

   private:
    std::promise<void> free_;
  };

  PoolExecutor executor_{2};
  std::unique_ptr<Strand> strand_ = executor_.NewStrand();
  std::vector<int> order_;
};

TEST_F(ExecutorTest, PostRunsInOrder) {
  for (int i = 0; i < 3; ++i) {
    strand_->Post([this, i] { order_.push_back(i); });
  }
  Finish();
  EXPECT_THAT(order_, ElementsAre(0, 1, 2));
}

// A waiting task may own a strand of another executor that ends meanwhile.
TEST(StopTest, WhatWaitsIsDestroyedAtOnce) {
  PoolExecutor executor(1);
  const auto busy = executor.NewStrand();
  const auto probe = executor.NewStrand();
  std::promise<void> begun, free;
  busy->Post([&] {
    begun.set_value();
    free.get_future().wait();
  });
  begun.get_future().wait();

  const auto one = executor.NewStrand();
  const auto owned = std::make_shared<int>();
  one->Post([owned] {});
  one->WakeAt(executor.Now() + absl::Hours(1), [owned] {});
  std::thread freeing([&] {
    while (probe->TryRun([] {})) std::this_thread::yield();
    free.set_value();
  });
  executor.Stop();
  freeing.join();
  one->Post([owned] {});
  one->WakeAt(executor.Now() + absl::Hours(1), [owned] {});
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(NicenessTest, ThreadsYieldAndTheirMakerDoesNot) {
  const auto niceness = [] {
    return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
  };
  const int mine = niceness();
  PoolExecutor executor(3, 19);
  std::vector<std::unique_ptr<Strand>> strands;
  for (int i = 0; i < 20; ++i) {
    std::promise<int> told;
    strands.push_back(executor.NewStrand());
    strands.back()->Post([&] { told.set_value(niceness()); });
    EXPECT_EQ(told.get_future().get(), 19);
  }
  EXPECT_EQ(niceness(), mine);
  executor.Stop();
}

TEST(TurnsTest, AfterOneTaskTheOtherStrandsHaveTheirTurn) {
  PoolExecutor executor(1, 0, PoolExecutor::Turns::kOneTask);
  const std::unique_ptr<Strand> busy = executor.NewStrand();
  const std::unique_ptr<Strand> many = executor.NewStrand();
  const std::unique_ptr<Strand> one = executor.NewStrand();
  std::promise<void> free, done;
  std::vector<int> order;
  busy->Post([&] { free.get_future().wait(); });
  many->Post([&] { order.push_back(0); });
  many->Post([&] {
    order.push_back(1);
    done.set_value();
  });
  one->Post([&] { order.push_back(2); });
  free.set_value();
  done.get_future().wait();
  EXPECT_THAT(order, ElementsAre(0, 2, 1));
  executor.Stop();
}

TEST_F(ExecutorTest, EnterRunsAnIdleStrandOnTheCallersThread) {
  std::thread::id ran_on;
  strand_->Enter([&] { ran_on = std::this_thread::get_id(); });
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST_F(ExecutorTest, EnterRunsWhatTheTaskHasPosted) {
  strand_->Enter([this] {
    strand_->Post([this] { order_.push_back(1); });
    order_.push_back(0);
  });
  EXPECT_THAT(order_, ElementsAre(0, 1));
}

TEST_F(ExecutorTest, EnterOfABusyStrandWaitsItsTurn) {
  {
    const Hold hold(*strand_);
    strand_->Post([this] { order_.push_back(0); });
    strand_->Enter([this] { order_.push_back(1); });
    EXPECT_THAT(order_, ElementsAre());
  }
  Finish();
  EXPECT_THAT(order_, ElementsAre(0, 1));
}

TEST_F(ExecutorTest, EnterFromATaskOfAnotherStrandDoesNotNest) {
  const std::unique_ptr<Strand> other = executor_.NewStrand();
  std::promise<std::thread::id> ran_on;
  other->Enter([&] {
    strand_->Enter([&] { ran_on.set_value(std::this_thread::get_id()); });
  });
  EXPECT_NE(ran_on.get_future().get(), std::this_thread::get_id());
}

TEST_F(ExecutorTest, DispatchFromItsOwnTaskRunsAtOnce) {
  strand_->Enter([this] {
    strand_->Dispatch([this] { order_.push_back(0); });
    order_.push_back(1);
  });
  EXPECT_THAT(order_, ElementsAre(0, 1));
}

TEST_F(ExecutorTest, TasksOfAStrandNeverOverlap) {
  constexpr int kTasks = 2000;
  int count = 0;  // Not atomic on purpose.
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kTasks; ++i) {
        if (t % 2 == 0) {
          strand_->Enter([&] { ++count; });
        } else {
          strand_->Post([&] { ++count; });
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Finish();
  EXPECT_EQ(count, 4 * kTasks);
}

TEST_F(ExecutorTest, NothingBeginsAfterStop) {
  executor_.Stop();
  strand_->Enter([this] { order_.push_back(0); });
  EXPECT_THAT(order_, ElementsAre());
}

TEST_F(ExecutorTest, TasksThatStopLeavesBehindAreDropped) {
  const auto owned = std::make_shared<int>(0);
  auto executor = std::make_unique<PoolExecutor>(1);
  // The task owns its strand, like the task of a match.
  std::shared_ptr<Strand> strand = executor->NewStrand();
  std::promise<void> begun;
  std::promise<void> stop;
  strand->Post([&] {
    begun.set_value();
    stop.get_future().wait();
  });
  begun.get_future().wait();
  strand->Post([strand, owned] {});
  strand.reset();  // No strand outlives its executor.
  EXPECT_EQ(owned.use_count(), 2);
  std::thread stopping([&] { executor->Stop(); });
  stop.set_value();
  stopping.join();
  executor.reset();
  EXPECT_EQ(owned.use_count(), 1);
}

TEST_F(ExecutorTest, WakeAtRunsOnTheStrand) {
  std::promise<bool> woken;
  strand_->Enter([&] {
    strand_->WakeAt(executor_.Now(), [&] {
      strand_->Dispatch([this] { order_.push_back(0); });
      woken.set_value(order_.size() == 1);
    });
  });
  EXPECT_TRUE(woken.get_future().get());
}

}  // namespace
}  // namespace arena
