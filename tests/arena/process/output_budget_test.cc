// The count of a program's output, second by second.
#include "arena/process/output_budget.h"

#include <gtest/gtest.h>

namespace arena {
namespace {

constexpr absl::Time kStart = absl::UnixEpoch();

TEST(OutputBudgetTest, WithoutABudgetAllIsTaken) {
  OutputBudget budget(0);
  EXPECT_EQ(budget.Take(kStart, 1'000'000), 1'000'000);
  EXPECT_EQ(budget.Pause(kStart), absl::ZeroDuration());
}

TEST(OutputBudgetTest, BeyondTheBudgetNothingIsTakenUntilTheSecondIsOver) {
  OutputBudget budget(100);
  EXPECT_EQ(budget.Take(kStart, 60), 60);
  EXPECT_EQ(budget.Take(kStart + absl::Milliseconds(10), 60), 40);
  EXPECT_EQ(budget.Take(kStart + absl::Milliseconds(999), 60), 0);
  EXPECT_EQ(budget.Take(kStart + absl::Seconds(1), 60), 60);
}

TEST(OutputBudgetTest, SomeMoreIsReadAndThenNothing) {
  OutputBudget budget(100);
  budget.Take(kStart, 100 * OutputBudget::kReadFactor - 1);
  EXPECT_EQ(budget.Pause(kStart), absl::ZeroDuration());
  budget.Take(kStart, 1);
  EXPECT_EQ(budget.Pause(kStart), absl::Seconds(1));
  EXPECT_EQ(budget.Pause(kStart + absl::Milliseconds(900)),
            absl::Milliseconds(100));
  EXPECT_EQ(budget.Pause(kStart + absl::Seconds(1)), absl::ZeroDuration());
}

}  // namespace
}  // namespace arena
