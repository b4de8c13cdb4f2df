// Durations and amounts of memory in the notation of people.
#include "arena/core/quantities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arena {
namespace {

using ::testing::HasSubstr;

TEST(DurationTest, IsANumberWithItsUnit) {
  EXPECT_EQ(ParseDuration("500ms").value(), absl::Milliseconds(500));
  EXPECT_EQ(ParseDuration("1m30s").value(), absl::Seconds(90));
  EXPECT_EQ(ParseDuration("0").value(), absl::ZeroDuration());
}

TEST(DurationTest, EverythingElseIsRefusedWithTheTextAndAnExample) {
  for (const char* text : {"", "10", "-1s", "inf", "1s 2s", "ten seconds"}) {
    const absl::StatusOr<absl::Duration> duration = ParseDuration(text);
    ASSERT_EQ(duration.status().code(), absl::StatusCode::kInvalidArgument)
        << text;
    EXPECT_EQ(CheckDuration(text), duration.status().message());
    EXPECT_THAT(CheckDuration(text),
                HasSubstr("\"" + std::string(text) + "\""));
    EXPECT_THAT(CheckDuration(text), HasSubstr("500ms"));
  }
  EXPECT_EQ(CheckDuration("10s"), "");
  EXPECT_EQ(ToDuration("10s"), absl::Seconds(10));
}

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
