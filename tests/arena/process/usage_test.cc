// The system's figures for a process, here for this one.
#include "arena/process/usage.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace arena {
namespace {

// A number above the largest number of a process.
constexpr pid_t kNobody = 1 << 22;

TEST(UsageTest, TimeAndMemoryGrowWithUse) {
  const int64_t memory = MemoryOf(getpid());
  const absl::Duration time = CpuTimeOf(getpid());
  EXPECT_GT(memory, 0);
  const std::vector<char> used(size_t{64} << 20, 'x');
  EXPECT_GT(MemoryOf(getpid()), memory + (int64_t{32} << 20));
  while (CpuTimeOf(getpid()) <= time) {
  }
}

TEST(UsageTest, WhoIsNotThereUsesNothing) {
  EXPECT_EQ(MemoryOf(kNobody), 0);
  EXPECT_EQ(CpuTimeOf(kNobody), absl::ZeroDuration());
}

}  // namespace
}  // namespace arena
