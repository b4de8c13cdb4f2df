#include <gtest/gtest.h>

#include "referee/door/acceptor.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kPause = Probation::kPause;

class ProbationTest : public ::testing::Test {
 protected:
  const absl::Time start_ = absl::FromUnixSeconds(1000);
  Probation probation_;
};

TEST_F(ProbationTest, ConnectionsOfAnHonestAddressHaveTheirTurnAtOnce) {
  probation_.Offend("10.0.0.1", start_);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(probation_.Turn("10.0.0.2", start_), start_);
  }
}

TEST_F(ProbationTest, ConnectionsOfAnOffenderTakeTurns) {
  probation_.Offend("10.0.0.1", start_);
  probation_.Offend("10.0.0.1", start_);
  EXPECT_EQ(probation_.Turn("10.0.0.1", start_), start_ + kPause);
  EXPECT_EQ(probation_.Turn("10.0.0.1", start_), start_ + 2 * kPause);
  const absl::Time later = start_ + 5 * kPause;
  EXPECT_EQ(probation_.Turn("10.0.0.1", later), later);
  EXPECT_EQ(probation_.Turn("10.0.0.1", later), later + kPause);
}

TEST_F(ProbationTest, NobodyWaitsForEver) {
  probation_.Offend("10.0.0.1", start_);
  int waiting = 0;
  while (probation_.Turn("10.0.0.1", start_).has_value()) ++waiting;
  EXPECT_EQ(waiting, Probation::kMostWait / kPause);
  EXPECT_TRUE(probation_.Turn("10.0.0.1", start_ + kPause).has_value());
}

TEST_F(ProbationTest, ItEndsSomeTimeAfterTheLastOffence) {
  probation_.Offend("10.0.0.1", start_);
  const absl::Time again = start_ + absl::Seconds(5);
  probation_.Offend("10.0.0.1", again);
  const absl::Time end = again + Probation::kLength;
  const absl::Time before = end - absl::Milliseconds(1);
  probation_.Forget(before);
  EXPECT_EQ(probation_.Turn("10.0.0.1", before), before);
  EXPECT_EQ(probation_.Turn("10.0.0.1", before), before + kPause);
  const absl::Time after = before + 2 * kPause;
  probation_.Forget(after);
  EXPECT_EQ(probation_.Turn("10.0.0.1", after), after);
  EXPECT_EQ(probation_.Turn("10.0.0.1", after), after);
}

}  // namespace
}  // namespace arena::referee
