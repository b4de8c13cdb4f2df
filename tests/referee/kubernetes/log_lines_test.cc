#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/kubernetes/pod_log.h"

namespace arena::kubernetes {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::Time kNow = absl::UnixEpoch();

class LogLinesTest : public ::testing::Test {
 protected:
  void Take(absl::string_view bytes) { log_.Take(bytes, kNow); }
  // Returns a line as a node writes it.
  static std::string At(int second, const std::string& text) {
    return "2026-01-01T00:00:0" + std::to_string(second) + ".5Z " + text +
           "\n";
  }

  std::vector<std::string> told_;
  LogLines log_{100, [this](const std::string& line) {
                  told_.push_back(line);
                }};
};

TEST_F(LogLinesTest, LinesComeWithoutTheirTimes) {
  Take(At(1, "one") + At(2, "two words") + At(2, ""));
  EXPECT_THAT(told_, ElementsAre("one", "two words", ""));
}

TEST_F(LogLinesTest, TheBytesMayComeOneByOne) {
  for (const char byte : At(1, "one")) Take(std::string(1, byte));
  EXPECT_THAT(told_, ElementsAre("one"));
}

TEST_F(LogLinesTest, AfterALossNothingIsToldTwiceOrLost) {
  EXPECT_EQ(log_.Since(), "");
  Take(At(1, "one") + At(2, "a") + At(2, "b") + "2026-01-01T00:00:03Z cut o");
  log_.Break();
  EXPECT_EQ(log_.Since(), "2026-01-01T00:00:02Z");
  Take(At(2, "a") + At(2, "b") + At(2, "c") + At(3, "cut off"));
  EXPECT_THAT(told_, ElementsAre("one", "a", "b", "c", "cut off"));
}

// The times come from the node. A time that a bot prints is text.
TEST_F(LogLinesTest, ABotCannotForgeTimes) {
  Take(At(1, "2027-01-01T00:00:00Z forged"));
  log_.Break();
  Take(At(1, "2027-01-01T00:00:00Z forged") + At(2, "next"));
  EXPECT_THAT(told_, ElementsAre("2027-01-01T00:00:00Z forged", "next"));
}

TEST_F(LogLinesTest, MuchIsDroppedAndSaid) {
  for (int i = 0; i < 50; ++i) Take(At(1, "0123456789"));
  log_.Finish();
  ASSERT_EQ(told_.size(), 10);
  EXPECT_THAT(told_.back(), HasSubstr("bytes of output were dropped here"));
  EXPECT_GT(log_.Pause(kNow), absl::ZeroDuration() - absl::Seconds(1));
}

TEST_F(LogLinesTest, ALineWithoutAnEndTakesNoMemory) {
  LogLines log(1 << 20, [this](const std::string& line) {
    told_.push_back(line);
  });
  log.Take("2026-01-01T00:00:01Z ", kNow);
  for (int i = 0; i < 1000; ++i) log.Take(std::string(10000, 'x'), kNow);
  log.Take("\n", kNow);
  ASSERT_EQ(told_.size(), 1);
  EXPECT_LE(told_[0].size(), 1040);
}

TEST_F(LogLinesTest, ALineIsUtf8WhateverIsPrinted) {
  Take(At(1, "\xff!"));
  EXPECT_THAT(told_, ElementsAre("\xEF\xBF\xBD!"));
}

TEST_F(LogLinesTest, WhatHasNoEndIsToldAtTheEnd) {
  Take("2026-01-01T00:00:01Z last");
  EXPECT_THAT(told_, IsEmpty());
  log_.Finish();
  EXPECT_THAT(told_, ElementsAre("last"));
}

}  // namespace
}  // namespace arena::kubernetes
