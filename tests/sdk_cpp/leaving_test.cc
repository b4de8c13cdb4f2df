// Signals to a bot; sdk/conformance tests the end of a bot's program.
#include "sdk/cpp/base/leaving.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/sdk_cpp/session_fixture.h"

namespace pentathlon {
namespace {

using ::testing::HasSubstr;

class LeaveOnSignalTest : public ::testing::Test {
 protected:
  LeaveOnSignal Handling(std::chrono::milliseconds within,
                         std::chrono::milliseconds again) {
    return LeaveOnSignal(
        [this] { said_.Write("leave"); }, within,
        [this](LogLevel, const std::string& line) { said_.Write(line); },
        [this](int status) { said_.Write("end " + std::to_string(status)); },
        again);
  }

  Diary said_;
};

constexpr std::chrono::minutes kLong(10);
constexpr std::chrono::milliseconds kNone(0);

TEST_F(LeaveOnSignalTest, TheFirstSignalAsksToLeave) {
  const LeaveOnSignal handling = Handling(kLong, kNone);
  raise(SIGTERM);
  said_.Await("leave");
  EXPECT_THAT(said_.Await("asked to end"), HasSubstr("up to 600 s"));
}

TEST_F(LeaveOnSignalTest, ASecondOneEndsAtOnce) {
  const LeaveOnSignal handling = Handling(kLong, kNone);
  raise(SIGTERM);
  said_.Await("leave");
  raise(SIGINT);
  EXPECT_EQ(said_.Await("end 1"), "end 130");
}

TEST_F(LeaveOnSignalTest, TheSameOneTwiceIsOne) {
  {
    const LeaveOnSignal handling = Handling(kLong, kLong);
    raise(SIGTERM);
    said_.Await("leave");
    raise(SIGTERM);
  }
  EXPECT_EQ(said_.entries().size(), 2u);
}

TEST_F(LeaveOnSignalTest, TheTimeIsLimited) {
  const LeaveOnSignal handling = Handling(kNone, kLong);
  raise(SIGTERM);
  EXPECT_EQ(said_.Await("end 1"), "end 143");
  said_.Await("not over after 0 s");
}

TEST_F(LeaveOnSignalTest, AfterwardsSignalsMeanWhatTheyMeantBefore) {
  { const LeaveOnSignal handling = Handling(kLong, kNone); }
  struct sigaction now;
  sigaction(SIGTERM, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
}

}  // namespace

}  // namespace pentathlon
