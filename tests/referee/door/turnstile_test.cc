#include "referee/door/turnstile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "arena/process/temporary_folder.h"
#include "referee/sockets/sockets.h"
#include "tests/measure/floods/wire.h"

namespace arena::referee {
namespace {

using floods::Frame;
using floods::FrameType;
using floods::Greeting;
using ::testing::HasSubstr;

absl::Time Patience() { return absl::Now() + absl::Seconds(30); }

class TurnstileTest : public ::testing::Test {
 protected:
  TurnstileTest() {
    turnstile_ =
        *Turnstile::Open({.socket = socket_,
                          .most_header_bytes = 1000,
                          .serve =
                              [this](Descriptor connection) {
                                served_[taken_] = std::move(connection);
                                come_[taken_++].set_value();
                              },
                          .on_flood =
                              [this](const absl::Status& why) {
                                if (!told_)
                                  flood_.set_value(std::string(why.message()));
                                told_ = true;
                              }},
                         budget_);
  }
  // Returns the server's end of the connection with this number.
  int Served(size_t number) {
    come_[number].get_future().wait();
    return served_[number].get();
  }

  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  const std::string socket_ = folder_->path() + "/s";
  // The budget is enough for few connections.
  FloodBudget budget_{{.bytes = {64 * 1024, 0, 0}, .work = {5000, 0, 0}},
                      &absl::Now};
  // Each element belongs to the accepting thread until `come_` has its value.
  Descriptor served_[32];
  std::atomic<size_t> taken_ = 0;
  std::promise<void> come_[32];
  bool told_ = false;
  std::promise<std::string> flood_;
  std::unique_ptr<Turnstile> turnstile_;
};

TEST_F(TurnstileTest, PassesOnWhatIsSaidOnBothSides) {
  const Descriptor client = *DialUnix(socket_);
  const std::string said = Greeting();
  ASSERT_TRUE(SendAll(client.get(), said, Patience()).ok());
  const int server = Served(0);
  EXPECT_EQ(*ReceiveBytes(server, said.size(), Patience()), said);
  ASSERT_TRUE(SendAll(server, "answer", Patience()).ok());
  EXPECT_EQ(*ReceiveBytes(client.get(), 6, Patience()), "answer");
}

TEST_F(TurnstileTest, OfHeadersWithoutEndTheServerSeesTheBeginning) {
  const Descriptor client = *DialUnix(socket_);
  const std::string headers = Frame(FrameType::kHeaders, 0, 1, "h");
  ASSERT_TRUE(SendAll(client.get(), Greeting() + headers, Patience()).ok());
  const size_t beginning = Greeting().size() + headers.size();
  const int server = Served(0);
  EXPECT_TRUE(ReceiveBytes(server, beginning, Patience()).ok());
  const std::string more(900, 'h');
  ASSERT_TRUE(SendAll(client.get(),
                      Frame(FrameType::kContinuation, 0, 1, more) +
                          Frame(FrameType::kContinuation, 0, 1, more),
                      Patience())
                  .ok());
  // The server gets at most the first frame, and then the end.
  EXPECT_FALSE(ReceiveBytes(server, 1000, Patience()).ok());
}

TEST_F(TurnstileTest, AConnectionTooManyIsClosed) {
  std::vector<Descriptor> open;
  for (int i = 0; i < Turnstile::kMostConnections; ++i) {
    open.push_back(*DialUnix(socket_));
    Served(i);
  }
  const Descriptor more = *DialUnix(socket_);
  EXPECT_FALSE(ReceiveBytes(more.get(), 1, Patience()).ok());
  EXPECT_EQ(taken_, open.size());
}

TEST_F(TurnstileTest, PingsWithoutEndAreAFlood) {
  const Descriptor client = *DialUnix(socket_);
  const int server = Served(0);
  const std::string ping = Frame(FrameType::kPing, 0, 0, "pingping");
  bool open = SendAll(client.get(), Greeting(), Patience()).ok();
  while (open) {
    open = SendAll(client.get(), ping, Patience()).ok();
    char bytes[1024];
    // The server reads all bytes, so that only the turnstile can end the
    // connection.
    while (recv(server, bytes, sizeof(bytes), MSG_DONTWAIT) > 0) {
    }
  }
  EXPECT_THAT(flood_.get_future().get(), HasSubstr("FLOOD"));
}

TEST_F(TurnstileTest, ConnectionsWithoutEndAreAFlood) {
  std::future<std::string> flood = flood_.get_future();
  do {
    // A dial fails while too many connections wait.
    static_cast<void>(DialUnix(socket_));
  } while (flood.wait_for(std::chrono::seconds(0)) !=
           std::future_status::ready);
  EXPECT_THAT(flood.get(), HasSubstr("FLOOD"));
}

}  // namespace
}  // namespace arena::referee
