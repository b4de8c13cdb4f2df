#include "referee/store/store_executor.h"

#include <future>
#include <string>
#include <vector>

#include "tests/referee/store/store_testing.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::Duration kExecutorPatience = absl::Seconds(3);

// The threads of the store move only when the test says so; until then the
// store hangs.
class StoreExecutorTest : public ::testing::Test {
 protected:
  StoreExecutorTest() {
    store_ = OpenOrDie(folder_.File("store"));
    executor_ = std::make_unique<StoreExecutor>(*store_, threads_, clock_,
                                                kExecutorPatience);
    strand_ = clock_.NewStrand();
  }
  // Returns work that leaves a mark.
  std::function<absl::Status(Store&)> Mark(const std::string& mark) {
    return [this, mark](Store&) {
      marks_.push_back(mark);
      return absl::OkStatus();
    };
  }
  std::function<void(absl::Status)> Note() {
    return [this](const absl::Status& status) {
      answers_.push_back(status.code());
    };
  }
  void Wait(absl::Duration time) {
    clock_.Advance(time);
    clock_.RunAll();
  }

  TemporaryFolder folder_;
  testing::ManualExecutor threads_;
  testing::ManualExecutor clock_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<StoreExecutor> executor_;
  std::unique_ptr<Strand> strand_;
  std::vector<std::string> marks_;
  std::vector<absl::StatusCode> answers_;
};

TEST_F(StoreExecutorTest, TheAnswerComesOnTheStrandOfTheCaller) {
  executor_->Write(strand_.get(), Mark("a"), Note());
  threads_.RunAll();
  EXPECT_THAT(marks_, ElementsAre("a"));
  EXPECT_THAT(answers_, IsEmpty());
  clock_.RunAll();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(StoreExecutorTest, WithoutAStrandItComesAtOnce) {
  executor_->Read(nullptr, Mark("a"), Note());
  threads_.RunAll();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(StoreExecutorTest, WritesKeepTheirOrder) {
  executor_->Write(nullptr, Mark("a"), Note());
  executor_->TryWrite(nullptr, Mark("b"), Note());
  executor_->Write(nullptr, Mark("c"), Note());
  threads_.RunAll();
  EXPECT_THAT(marks_, ElementsAre("a", "b", "c"));
}

TEST_F(StoreExecutorTest, AReadThatWaitsTooLongIsAnswered) {
  executor_->Read(strand_.get(), Mark("a"), Note());
  Wait(kExecutorPatience - absl::Seconds(1));
  EXPECT_THAT(answers_, IsEmpty());
  Wait(absl::Seconds(2));
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnavailable));
  threads_.RunAll();
  EXPECT_THAT(marks_, IsEmpty());
}

TEST_F(StoreExecutorTest, ATryThatWaitsTooLongIsNotMade) {
  executor_->TryWrite(strand_.get(), Mark("a"), Note());
  Wait(kExecutorPatience + absl::Seconds(1));
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnavailable));
  threads_.RunAll();
  EXPECT_THAT(marks_, IsEmpty());
}

TEST_F(StoreExecutorTest, AWriteWaitsForAsLongAsItTakes) {
  executor_->Write(strand_.get(), Mark("a"), Note());
  Wait(10 * kExecutorPatience);
  threads_.RunAll();
  clock_.RunAll();
  EXPECT_THAT(marks_, ElementsAre("a"));
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

// The later checks run while the first call hangs in the store.
TEST_F(StoreExecutorTest, WhoComesToASilentStoreIsToldAtOnce) {
  executor_->Read(
      nullptr,
      [&](Store&) {
        EXPECT_EQ(executor_->Silence(), absl::ZeroDuration());
        Wait(kExecutorPatience + absl::Seconds(1));
        EXPECT_EQ(executor_->Silence(), kExecutorPatience + absl::Seconds(1));
        // The hanging read itself was given up.
        EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnavailable));
        executor_->Read(nullptr, Mark("late"), Note());
        EXPECT_EQ(answers_.size(), 2);
        return absl::OkStatus();
      },
      Note());
  threads_.RunAll();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnavailable,
                                    absl::StatusCode::kUnavailable));
  EXPECT_THAT(marks_, IsEmpty());
  EXPECT_EQ(executor_->Silence(), absl::ZeroDuration());
}

TEST_F(StoreExecutorTest, ALeaseThatHangsIsSilenceAndPlansAreNot) {
  executor_->RenewLease(
      nullptr,
      [&](Store&) {
        Wait(absl::Seconds(2));
        EXPECT_EQ(executor_->Silence(), absl::Seconds(2));
        return absl::OkStatus();
      },
      Note());
  threads_.RunAll();
  executor_->Plan(
      nullptr,
      [&](Store&) {
        Wait(absl::Seconds(2));
        EXPECT_EQ(executor_->Silence(), absl::ZeroDuration());
        return absl::OkStatus();
      },
      Note());
  threads_.RunAll();
  EXPECT_EQ(answers_.size(), 2u);
}

TEST_F(StoreExecutorTest, ATryThatHasBegunIsWaitedFor) {
  executor_->TryWrite(
      nullptr,
      [&](Store&) {
        Wait(2 * kExecutorPatience);
        EXPECT_THAT(answers_, IsEmpty());
        return absl::OkStatus();
      },
      Note());
  threads_.RunAll();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(StoreExecutorTest, ValuesComeBackToo) {
  std::string bytes;
  executor_->Read(
      nullptr, [](Store& store) { return store.records().Get("none"); },
      [&](const absl::StatusOr<std::string>& record) {
        EXPECT_THAT(record, StatusIs(absl::StatusCode::kNotFound,
                                     ::testing::HasSubstr("none")));
        bytes = "answered";
      });
  threads_.RunAll();
  EXPECT_EQ(bytes, "answered");
}

// On real threads, no lane waits for another lane.
TEST(StoreExecutorThreadsTest, AWriteThatHangsHoldsUpNeitherReadsNorTheLease) {
  TemporaryFolder folder;
  const auto store = OpenOrDie(folder.File("store"));
  PoolExecutor threads(3);
  PoolExecutor clock(1);
  StoreExecutor executor(*store, threads, clock, absl::Hours(1));
  std::promise<void> release, read, renewed, written;
  executor.Write(
      nullptr,
      [&](Store&) {
        release.get_future().wait();
        return absl::OkStatus();
      },
      [&](const absl::Status&) { written.set_value(); });
  executor.Read(
      nullptr, [](Store&) { return absl::OkStatus(); },
      [&](const absl::Status&) { read.set_value(); });
  executor.RenewLease(
      nullptr, [](Store&) { return absl::OkStatus(); },
      [&](const absl::Status&) { renewed.set_value(); });
  read.get_future().wait();
  renewed.get_future().wait();
  release.set_value();
  written.get_future().wait();
  threads.Stop();
  clock.Stop();
}

}  // namespace
}  // namespace arena::referee
