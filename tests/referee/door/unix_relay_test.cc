#include "referee/door/unix_relay.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "referee/sockets/sockets.h"
#include "tests/measure/floods/wire.h"

namespace arena::referee {
namespace {

using floods::Frame;
using floods::FrameType;
using floods::Greeting;

class UnixRelayTest : public ::testing::Test {
 protected:
  static absl::Time InTime() { return absl::Now() + absl::Seconds(30); }
  UnixRelayTest() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    client_ = Descriptor(ends[0]);
    auto relayed = relay_.Take(Descriptor(ends[1]));
    served_ = std::move(relayed->served);
    socket_ = std::move(relayed->socket);
  }
  void Send(const std::string& bytes) {
    EXPECT_TRUE(SendAll(client_.get(), bytes, InTime()).ok());
  }
  // Returns whether the client sees the end of its connection.
  bool IsClosed() {
    const absl::Status end =
        ReceiveBytes(client_.get(), 1, InTime()).status();
    return !end.ok() && !absl::IsDeadlineExceeded(end);
  }
  // Returns the bytes that the server gets; fewer if the connection ends
  // before.
  std::string Served(size_t count) {
    return ReceiveBytes(served_.get(), count, InTime()).value_or("");
  }

  UnixRelay relay_;
  Descriptor client_, served_;
  std::unique_ptr<Socket> socket_;
};

TEST_F(UnixRelayTest, PassesOnAndCounts) {
  const std::string said =
      Greeting() + Frame(FrameType::kPing, 0, 0, "12345678");
  Send(said);
  EXPECT_EQ(Served(said.size()), said);
  EXPECT_EQ(socket_->Passed().received, static_cast<int64_t>(said.size()));
  ASSERT_TRUE(SendAll(served_.get(), "answer", InTime()).ok());
  EXPECT_EQ(*ReceiveBytes(client_.get(), 6, InTime()), "answer");
  EXPECT_TRUE(socket_->IsOpen());
}

TEST_F(UnixRelayTest, HeadersThatDoNotEndEndTheConnection) {
  std::string said = Greeting() + Frame(FrameType::kHeaders, 0, 1, "x");
  while (said.size() < UnixRelay::kMostHeaderBytes + 100) {
    said += Frame(FrameType::kContinuation, 0, 1, "");
  }
  Send(said);
  EXPECT_EQ(Served(said.size()), "");
  EXPECT_TRUE(IsClosed());
  EXPECT_FALSE(socket_->IsOpen());
}

TEST_F(UnixRelayTest, MoreCallsAtOnceThanThereMayBeEndTheConnection) {
  std::string calls = Greeting();
  for (int i = 0; i <= UnixRelay::kMostCalls; ++i) {
    calls += Frame(FrameType::kHeaders, 4, 2 * i + 1, "h");
  }
  Send(calls);
  EXPECT_EQ(Served(calls.size()), "");
  EXPECT_TRUE(IsClosed());
  EXPECT_FALSE(socket_->IsOpen());
}

TEST_F(UnixRelayTest, EndsWithTheServer) {
  served_.Close();
  EXPECT_TRUE(IsClosed());
}

TEST_F(UnixRelayTest, EndsWithTheClient) {
  client_.Close();
  EXPECT_EQ(Served(1), "");
}

TEST_F(UnixRelayTest, CanBeCut) {
  socket_->Cut();
  EXPECT_EQ(Served(1), "");
  EXPECT_TRUE(IsClosed());
  socket_->Cut();
}

}  // namespace
}  // namespace arena::referee
