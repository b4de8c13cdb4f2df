#include "referee/door/frame_counter.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/measure/floods/wire.h"

namespace arena::referee {
namespace {

using floods::Frame;
using floods::FrameType;
using floods::Greeting;

constexpr uint8_t kEndHeaders = 4;

TEST(FrameCounterTest, CountsFramesAndCallsHoweverTheyAreCut) {
  const std::string said = Greeting() +
                           Frame(FrameType::kHeaders, kEndHeaders, 1, "abc") +
                           Frame(FrameType::kPing, 0, 0, "pingping");
  for (size_t piece = 1; piece <= said.size(); ++piece) {
    FrameCounter counter(100);
    for (size_t i = 0; i < said.size(); i += piece) {
      ASSERT_TRUE(counter.Read(said.substr(i, piece)).ok());
    }
    const FrameCounter::Count count = counter.Take();
    EXPECT_EQ(count.frames, 3);
    EXPECT_EQ(count.calls, 1);
    EXPECT_EQ(counter.Take().frames, 0);
  }
}

TEST(FrameCounterTest, HeadersEndSomewhere) {
  FrameCounter counter(100);
  const std::string part(60, 'h');
  ASSERT_TRUE(
      counter.Read(Greeting() + Frame(FrameType::kHeaders, 0, 1, part)).ok());
  EXPECT_EQ(counter.Read(Frame(FrameType::kContinuation, 0, 1, part)).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(FrameCounterTest, EmptyHeadersEndSomewhere) {
  FrameCounter counter(100);
  ASSERT_TRUE(
      counter.Read(Greeting() + Frame(FrameType::kHeaders, 0, 1, "h")).ok());
  int most = 20;
  while (most > 0 &&
         counter.Read(Frame(FrameType::kContinuation, 0, 1, "")).ok()) {
    --most;
  }
  EXPECT_GT(most, 0);
}

TEST(FrameCounterTest, EachCallHasHeaders) {
  FrameCounter counter(100);
  const std::string part(60, 'h');
  ASSERT_TRUE(counter.Read(Greeting()).ok());
  for (uint32_t stream = 1; stream < 9; stream += 2) {
    EXPECT_TRUE(
        counter.Read(Frame(FrameType::kHeaders, kEndHeaders, stream, part))
            .ok());
  }
}

TEST(FrameCounterTest, AFrameThatIsTooLargeIsFoundByItsHead) {
  FrameCounter counter(100);
  ASSERT_TRUE(counter.Read(Greeting()).ok());
  const std::string frame =
      Frame(FrameType::kPing, 0, 0,
            std::string(FrameCounter::kMostFrameBytes + 1, 'x'));
  EXPECT_EQ(counter.Read(frame.substr(0, 9)).code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace arena::referee
