// The clock that stands still while the process does: with made-up raw times,
// and on an executor that a test moves on by hand.
#include "arena/executor/awake_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "tests/testing/manual_executor.h"

namespace arena {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::Duration kBeat = AwakeClock::kBeat;
constexpr absl::Duration kGap = AwakeClock::kLongestGap;
constexpr absl::Duration kTick = absl::Nanoseconds(1);
constexpr absl::Duration kSecond = absl::Seconds(1);

// ---- With raw times ----

class AwakeClockTest : public ::testing::Test {
 protected:
  AwakeClockTest() { clock_.At(kStart); }
  // `raw` and the result count from the start.
  absl::Duration At(absl::Duration raw) {
    return clock_.At(kStart + raw) - kStart;
  }

  const absl::Time kStart = absl::UnixEpoch() + 100 * kSecond;
  AwakeClock clock_;
};

TEST_F(AwakeClockTest, GoesWithTheRawClockWhileSomebodyAsks) {
  for (absl::Duration raw; raw < kSecond; raw += kGap) {
    EXPECT_EQ(At(raw), raw);
  }
  EXPECT_EQ(clock_.slept(), absl::ZeroDuration());
}

TEST_F(AwakeClockTest, BeginsWithoutAPause) {
  AwakeClock clock;
  EXPECT_EQ(clock.At(kStart), kStart);
  EXPECT_EQ(clock.slept(), absl::ZeroDuration());
}

TEST_F(AwakeClockTest, TheFirstWhoAsksAfterAPauseFindsIt) {
  EXPECT_EQ(At(kBeat), kBeat);
  EXPECT_EQ(At(4 * kSecond), 2 * kBeat);
  EXPECT_EQ(clock_.slept(), 4 * kSecond - 2 * kBeat);
  EXPECT_EQ(At(4 * kSecond + kBeat), 3 * kBeat);
}

TEST_F(AwakeClockTest, AGapUpToTheLongestCounts) {
  EXPECT_EQ(At(kGap), kGap);
  EXPECT_EQ(At(2 * kGap + kTick), kGap + kBeat);
}

TEST_F(AwakeClockTest, EachPauseIsFound) {
  EXPECT_EQ(At(1 * kSecond), kBeat);
  EXPECT_EQ(At(2 * kSecond), 2 * kBeat);
  EXPECT_EQ(clock_.slept(), 2 * kSecond - 2 * kBeat);
}

TEST_F(AwakeClockTest, ARawTimeFromBeforeThePauseGoesNotBack) {
  EXPECT_EQ(At(kBeat / 2), kBeat / 2);
  EXPECT_EQ(At(kSecond), kBeat / 2 + kBeat);
  // A thread read this time before the pause and asks only now.
  EXPECT_EQ(At(kBeat), kBeat / 2 + kBeat);
  EXPECT_EQ(At(kSecond + kTick), kBeat / 2 + kBeat + kTick);
}

// ---- On an executor ----

// The test moves the time by hand. Any thread may read the time.
class FrozenExecutor final : public Executor {
 public:
  std::unique_ptr<Strand> NewStrand() override { return nullptr; }
  absl::Time Now() const override { return absl::FromUnixMillis(millis_); }
  void Advance(absl::Duration duration) {
    millis_ += absl::ToInt64Milliseconds(duration);
  }

 private:
  std::atomic<int64_t> millis_ = 0;
};

TEST(AwakeExecutorTest, AllWhoAskAtOnceAfterAPauseSeeTheSame) {
  FrozenExecutor raw;
  AwakeExecutor awake(raw);
  awake.Now();
  raw.Advance(4 * kSecond);
  std::vector<absl::Time> seen(4);
  std::vector<std::thread> threads;
  for (absl::Time& time : seen) {
    threads.emplace_back([&] { time = awake.Now(); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(seen, Each(absl::UnixEpoch() + kBeat));
}

TEST(AwakeExecutorTest, NeverGoesBackForAnybody) {
  FrozenExecutor raw;
  AwakeExecutor awake(raw);
  std::atomic<int64_t> newest = absl::ToUnixNanos(awake.Now());
  std::atomic<int> back = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int step = 0; step < 20000; ++step) {
        const int64_t before = newest;
        raw.Advance(absl::Milliseconds(step % 10 == 0 ? 1000 : 1));
        const int64_t now = absl::ToUnixNanos(awake.Now());
        if (now < before) ++back;
        newest = now;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(back, 0);
}

// A clock with a beating heart.
class HeartbeatTest : public ::testing::Test {
 protected:
  HeartbeatTest() { raw_.RunAll(); }
  absl::Duration Since() const { return awake_.Now() - absl::UnixEpoch(); }

  testing::ManualExecutor raw_;
  AwakeExecutor awake_{raw_};
  std::vector<absl::Duration> pauses_;
  Heartbeat heartbeat_{
      awake_, raw_, [this](absl::Duration pause) { pauses_.push_back(pause); }};
  const std::unique_ptr<Strand> strand_ = awake_.NewStrand();
};

TEST_F(HeartbeatTest, TimeInWhichNobodyElseAsksCounts) {
  raw_.Advance(10 * kSecond);
  EXPECT_EQ(Since(), 10 * kSecond);
  EXPECT_THAT(pauses_, IsEmpty());
}

TEST_F(HeartbeatTest, APauseIsToldOnce) {
  raw_.StandStill(4 * kSecond);
  raw_.Advance(10 * kSecond);
  EXPECT_THAT(pauses_, ElementsAre(4 * kSecond - kBeat));
  EXPECT_EQ(Since(), 10 * kSecond + kBeat);
}

TEST_F(HeartbeatTest, APauseIsToldAlsoIfSomebodyElseFoundIt) {
  raw_.StandStill(4 * kSecond);
  EXPECT_EQ(Since(), kBeat);
  EXPECT_THAT(pauses_, IsEmpty());
  raw_.Advance(kBeat);
  EXPECT_THAT(pauses_, ElementsAre(4 * kSecond - kBeat));
}

TEST_F(HeartbeatTest, AWishIsFulfilledByTheAwakeClock) {
  raw_.StandStill(4 * kSecond);
  std::vector<absl::Duration> woken;
  strand_->WakeAt(awake_.Now() + kSecond, [&] { woken.push_back(Since()); });
  raw_.Advance(2 * kSecond);
  EXPECT_THAT(woken, ElementsAre(kSecond + kBeat));
}

TEST_F(HeartbeatTest, AWishThatAPauseComesBetweenIsEarly) {
  std::vector<absl::Duration> woken;
  strand_->WakeAt(awake_.Now() + kSecond, [&] { woken.push_back(Since()); });
  raw_.StandStill(4 * kSecond);
  raw_.Advance(absl::ZeroDuration());
  EXPECT_THAT(woken, ElementsAre(kBeat));
}

TEST_F(HeartbeatTest, AWishForNeverIsNotFulfilled) {
  bool woken = false;
  strand_->WakeAt(awake_.Now() + kSecond, [&] { woken = true; });
  strand_->WakeAt(absl::InfiniteFuture(), nullptr);
  raw_.Advance(10 * kSecond);
  EXPECT_FALSE(woken);
}

}  // namespace
}  // namespace arena
