// Amounts of memory.
#include "arena/core/memory_size.h"

#include <gmock/gmock.h>

namespace arena {
namespace {

TEST(MemorySizeTest, HasAUnit) {
  EXPECT_EQ(ToMemorySize("1MiB"), 1 << 20);
  EXPECT_EQ(ToMemorySize("4GiB"), int64_t{4} << 30);
}

TEST(MemorySizeTest, OtherTextsAreNamedWithAnExample) {
  for (const char* const text :
       {"", "4", "GiB", "0GiB", "-1GiB", "4GB", "99999999999GiB"}) {
    EXPECT_THAT(CheckMemorySize(text), ::testing::HasSubstr("512MiB")) << text;
  }
}

}  // namespace
}  // namespace arena
