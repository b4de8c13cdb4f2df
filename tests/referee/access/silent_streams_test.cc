#include "referee/access/silent_streams.h"

#include "absl/strings/str_cat.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

Peer Near(int port) {
  return PeerOf(absl::StrCat("ipv4:127.0.0.1:", port));
}
const Peer kFar = {.connection = "10.0.0.1:1", .address = "10.0.0.1"};
const Peer kFarther = {.connection = "10.0.0.2:1", .address = "10.0.0.2"};

class SilentStreamsTest : public ::testing::Test {
 protected:
  absl::StatusOr<SilentStreams::PlacePtr> Enter(const Peer& peer = kFar) {
    return streams_.Enter(
        peer, [this](const absl::Status& why) { ended_.push_back(why); });
  }
  void Wait(absl::Duration time) {
    clock_.Advance(time);
    clock_.RunAll();
  }

  testing::ManualExecutor clock_;
  PeerLimits limits_ = {.max_streams_of_connection = 1,
                        .max_silent_of_address = 2,
                        .max_silent = 4,
                        .hello_patience = absl::Seconds(10)};
  SilentStreams streams_{
      clock_, limits_,
      [this](const std::string& connection) { cut_.push_back(connection); }};
  std::vector<absl::Status> ended_;
  std::vector<std::string> cut_;
};

TEST_F(SilentStreamsTest, AStreamWithoutHelloEnds) {
  const auto place = Enter();
  Wait(absl::Seconds(9));
  EXPECT_EQ(ended_.size(), 0u);
  Wait(absl::Seconds(1));
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_TRUE(absl::IsDeadlineExceeded(ended_[0]));
  EXPECT_THAT(std::string(ended_[0].message()),
              HasSubstr("no hello came within 10s"));
}

TEST_F(SilentStreamsTest, AStreamThatHasSaidHelloGoesOn) {
  auto place = Enter();
  Wait(absl::Seconds(9));
  place->reset();
  Wait(absl::Seconds(10));
  EXPECT_EQ(ended_.size(), 0u);
}

TEST_F(SilentStreamsTest, EachHasItsOwnTime) {
  auto first = Enter();
  Wait(absl::Seconds(5));
  auto second = Enter();
  Wait(absl::Seconds(5));
  EXPECT_EQ(ended_.size(), 1u);
  Wait(absl::Seconds(5));
  EXPECT_EQ(ended_.size(), 2u);
}

TEST_F(SilentStreamsTest, AnAddressMayHaveOnlySoMany) {
  const auto first = Enter();
  const auto second = Enter();
  const auto third = Enter();
  EXPECT_TRUE(absl::IsResourceExhausted(third.status()));
  EXPECT_THAT(std::string(third.status().message()),
              HasSubstr("10.0.0.1 has 2 play streams open without hello"));
  EXPECT_TRUE(third.status()
                  .GetPayload("type.googleapis.com/google.rpc.RetryInfo")
                  .has_value());
  EXPECT_THAT(Enter(kFarther), IsOk());
}

TEST_F(SilentStreamsTest, AHelloFreesAPlace) {
  const auto first = Enter();
  auto second = Enter();
  second->reset();
  EXPECT_THAT(Enter(), IsOk());
}

TEST_F(SilentStreamsTest, AConnectionThatResetsStreamsIsCut) {
  // gRPC lets a connection have one stream at a time, so the first streams have
  // been reset.
  const auto first = streams_.Arrive(kFar);
  auto second = streams_.Arrive(kFar);
  const auto other = streams_.Arrive(kFarther);
  second.reset();
  second = streams_.Arrive(kFar);
  EXPECT_EQ(cut_, std::vector<std::string>());
  const auto third = streams_.Arrive(kFar);
  EXPECT_EQ(cut_, std::vector<std::string>{"10.0.0.1:1"});
}

TEST_F(SilentStreamsTest, ThereAreOnlySoManyInAll) {
  std::vector<absl::StatusOr<SilentStreams::PlacePtr>> places;
  for (int i = 0; i < 4; ++i) places.push_back(Enter(Near(i)));
  EXPECT_THAT(places[3], IsOk());
  EXPECT_TRUE(absl::IsResourceExhausted(Enter(Near(4)).status()));
  EXPECT_TRUE(absl::IsResourceExhausted(Enter(kFar).status()));
}

}  // namespace
}  // namespace arena::referee
