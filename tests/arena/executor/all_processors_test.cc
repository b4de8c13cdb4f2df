#include "arena/executor/all_processors.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace arena {
namespace {

TEST(OnAllProcessorsTest, DoesEachPieceOnce) {
  std::vector<std::atomic<int>> calls(1000);
  OnAllProcessors(calls.size(), [&](size_t i) { ++calls[i]; });
  for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
}

TEST(OnAllProcessorsTest, DoesNothingForNothing) {
  OnAllProcessors(0, [](size_t) { FAIL(); });
}

}  // namespace
}  // namespace arena
