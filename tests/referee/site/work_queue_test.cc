// Work for readers comes in turn. A reader has a place, and loses it by
// leaving.
#include "referee/site/work_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "tests/testing/http/fake_exchange.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class WorkQueueTest : public ::testing::Test {
 protected:
  // A reader that waits for work.
  struct Waiting {
    explicit Waiting(net::any_io_executor strand)
        : exchange(std::move(strand)) {}
    FakeExchange exchange;
    std::optional<WorkQueue::Text> text;
  };

  // No reader may wait when the queue is destroyed.
  void TearDown() override {
    if (!released_.HasBeenNotified()) Release();
    FinishAll();
  }

  // Keeps the thread of the queue busy until Release.
  Waiting& Block(const std::string& reader) {
    return Order(reader, [this]() -> WorkQueue::Text {
      released_.WaitForNotification();
      return "released";
    });
  }
  void Release() { released_.Notify(); }

  Waiting& Order(const std::string& reader,
                 std::function<WorkQueue::Text()> work) {
    waiting_.push_back(std::make_unique<Waiting>(io_.get_executor()));
    Waiting& waiting = *waiting_.back();
    net::co_spawn(io_, Wait(waiting, reader, std::move(work)), net::detached);
    io_.restart();
    io_.poll();
    return waiting;
  }

  // Waits until every reader has an answer.
  void FinishAll() {
    for (const auto& waiting : waiting_) {
      while (!waiting->text.has_value()) {
        io_.restart();
        io_.run_one();
      }
    }
  }

 private:
  net::awaitable<void> Wait(Waiting& waiting, std::string reader,
                            std::function<WorkQueue::Text()> work) {
    waiting.text = co_await queue_.Do(std::move(reader), std::move(work),
                                      waiting.exchange);
  }

  net::io_context io_;
  const net::executor_work_guard<net::io_context::executor_type> more_{
      io_.get_executor()};
  absl::Notification released_;
  std::vector<std::unique_ptr<Waiting>> waiting_;
  WorkQueue queue_;
};

TEST_F(WorkQueueTest, WorkIsDoneInTurn) {
  std::string done;
  Block("ada");
  Order("ada", [&done] { return done += "a"; });
  Order("bob", [&done] { return done += "b"; });
  Release();
  FinishAll();
  EXPECT_EQ(done, "ab");
}

TEST_F(WorkQueueTest, ReadersTakeTurns) {
  std::string done;
  Block("ada");
  for (int i = 0; i < 3; ++i) Order("ada", [&done] { return done += "a"; });
  for (int i = 0; i < 2; ++i) Order("bob", [&done] { return done += "b"; });
  Order("eve", [&done] { return done += "e"; });
  Release();
  FinishAll();
  EXPECT_EQ(done, "abeaba");
}

TEST_F(WorkQueueTest, NobodyWorksForAReaderWhoHasGone) {
  bool worked = false;
  Block("ada");
  Waiting& gone = Order("bob", [&worked] {
    worked = true;
    return "for nobody";
  });
  gone.exchange.Go();
  Release();
  FinishAll();
  EXPECT_FALSE(worked);
  EXPECT_THAT(*gone.text,
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("has gone")));
}

TEST_F(WorkQueueTest, OneReaderKeepsNobodyOut) {
  Block("ada");
  for (int i = 1; i < WorkQueue::kMostOfOneReader; ++i) {
    EXPECT_FALSE(Order("ada", [] { return "a"; }).text.has_value()) << i;
  }
  const Waiting& more = Order("ada", [] { return "a"; });
  ASSERT_TRUE(more.text.has_value());
  EXPECT_THAT(*more.text, StatusIs(absl::StatusCode::kResourceExhausted,
                                   HasSubstr("from your address")));
  const Waiting& bob = Order("bob", [] { return "b"; });
  EXPECT_FALSE(bob.text.has_value());
  Release();
  FinishAll();
  EXPECT_EQ(**bob.text, "b");
}

TEST_F(WorkQueueTest, WhoeverIsDoneMakesRoom) {
  Block("ada");
  for (int i = 1; i < WorkQueue::kMostOfOneReader; ++i) {
    Order("ada", [] { return "a"; });
  }
  Release();
  FinishAll();
  const Waiting& again = Order("ada", [] { return "again"; });
  FinishAll();
  EXPECT_EQ(**again.text, "again");
}

TEST_F(WorkQueueTest, AllReadersTogetherWaitForSoMuch) {
  Block("reader 0");
  for (int i = 1; i < WorkQueue::kMostWaiting; ++i) {
    EXPECT_FALSE(
        Order(absl::StrCat("reader ", i), [] { return "x"; }).text.has_value());
  }
  const Waiting& more = Order("one more", [] { return "x"; });
  ASSERT_TRUE(more.text.has_value());
  EXPECT_THAT(*more.text, StatusIs(absl::StatusCode::kResourceExhausted,
                                   HasSubstr("too many readers")));
  Release();
  FinishAll();
}

}  // namespace
}  // namespace arena::referee
