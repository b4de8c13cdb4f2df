#include "referee/door/flood_budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class FloodBudgetTest : public ::testing::Test {
 protected:
  absl::Time now_ = absl::UnixEpoch();
  FloodBudget budget_{{.bytes = {1000, 10, 100}, .work = {50, 2, 20}},
                      [this] { return now_; }};
};

TEST_F(FloodBudgetTest, WhatIsSpentIsGone) {
  EXPECT_TRUE(budget_.Spend(1000, 50).ok());
  const absl::Status status = budget_.Spend(1, 0);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("FLOOD: the bot has sent more bytes than it may: 1000"));
}

TEST_F(FloodBudgetTest, SmallFramesAreWork) {
  EXPECT_TRUE(budget_.Spend(0, 50).ok());
  EXPECT_THAT(std::string(budget_.Spend(0, 1).message()),
              HasSubstr("frames, calls and requests"));
}

TEST_F(FloodBudgetTest, TimeAndMessagesFillItUpToItsSize) {
  ASSERT_TRUE(budget_.Spend(1000, 50).ok());
  now_ += absl::Milliseconds(1500);
  EXPECT_TRUE(budget_.Spend(10, 2).ok());
  budget_.Earn();
  EXPECT_TRUE(budget_.Spend(100, 20).ok());
  now_ += absl::Hours(1);
  budget_.Earn();
  EXPECT_TRUE(budget_.Spend(1000, 50).ok());
  EXPECT_FALSE(budget_.Spend(1, 0).ok());
}

TEST_F(FloodBudgetTest, AFloodIsNotForgiven) {
  EXPECT_FALSE(budget_.Spend(1001, 0).ok());
  now_ += absl::Hours(1);
  EXPECT_FALSE(budget_.Spend(0, 0).ok());
}

}  // namespace
}  // namespace arena::referee
