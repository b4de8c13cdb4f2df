// The addresses that a referee listens on, and the addresses that it may
// advertise.
#include "referee/door/addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <barrier>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "referee/door/acceptor.h"
#include "referee/door/connection_table.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

TEST(ListeningAddressTest, LoopbackAndUnixSocketsAreLocal) {
  for (const char* address : {"127.0.0.1:5757", "127.1.2.3:0", "[::1]:5757",
                              "localhost:1", "unix:/run/arena", "unix:a"}) {
    EXPECT_TRUE(IsLocal(address)) << address;
  }
}

TEST(ListeningAddressTest, AnAddressHasAPortOrAPath) {
  for (const char* address :
       {"127.0.0.1:0", "[::]:5757", "arena.example.org:443", "unix:a"}) {
    EXPECT_THAT(CheckListening("--http", address), IsOk()) << address;
  }
  for (const char* address : {"127.0.0.1", "", ":5757", "5757",
                              "host:", "host:http", "host:65536", "unix:"}) {
    EXPECT_THAT(CheckListening("--http", address),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr(std::string("--http ") + address)));
  }
}

TEST(ListeningAddressTest, WhatOnlyLooksLikeThemIsNot) {
  for (const char* address :
       {"127.evil.example:5757", "127.0.0.1.evil.example:1", "0.0.0.0:5757",
        "[::]:5757", "10.0.0.1:5757", "localhost.evil.example:1", "",
        "128.0.0.1:1", "[::2]:1", ":5757"}) {
    EXPECT_FALSE(IsLocal(address)) << address;
  }
}

// Listens on a Unix socket in a folder of its own, like another process.
class SocketTest : public ::testing::Test {
 protected:
  SocketTest() : folder_(::testing::TempDir() + "socketXXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~SocketTest() override {
    HangUp();
    std::filesystem::remove_all(folder_);
  }
  std::string Path() const { return folder_ + "/socket"; }
  void Listen() {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    Path().copy(address.sun_path, sizeof(address.sun_path) - 1);
    socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(
        bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
        0);
    ASSERT_EQ(listen(socket_, 0), 0);
  }
  void HangUp() {
    if (socket_ >= 0) close(std::exchange(socket_, -1));
  }

 private:
  std::string folder_;
  int socket_ = -1;
};

TEST_F(SocketTest, ASocketThatIsListenedOnIsTaken) {
  Listen();
  for (const std::string& address : {"unix:" + Path(), "unix://" + Path()}) {
    EXPECT_THAT(CheckNotTaken("--http", address),
                StatusIs(absl::StatusCode::kUnavailable,
                         HasSubstr("--http " + address +
                                   ": another process listens there")));
  }
}

TEST_F(SocketTest, ABusySocketIsTaken) {
  Listen();
  // The queue of the socket has room for one or two connections.
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(CheckNotTaken("--http", "unix:" + Path()).ok()) << i;
  }
}

TEST_F(SocketTest, WhatADeadProcessHasLeftIsFree) {
  Listen();
  HangUp();
  ASSERT_TRUE(std::filesystem::exists(Path()));
  EXPECT_THAT(CheckNotTaken("--http", "unix:" + Path()), IsOk());
}

TEST_F(SocketTest, OfTwoRefereesThatBeginAtOnceOneListens) {
  for (int i = 0; i < 20; ++i) {
    ConnectionTable table({});
    std::array<bool, 2> listens = {};
    std::barrier both_tried(2);
    const auto begin = [&](bool& listens) {
      Acceptor acceptor(table, false);
      listens = acceptor.Listen("unix:" + Path()).ok();
      both_tried.arrive_and_wait();
    };
    std::thread other([&] { begin(listens[1]); });
    begin(listens[0]);
    other.join();
    EXPECT_NE(listens[0], listens[1]) << i;
  }
}

TEST_F(SocketTest, TheSocketOfADeadRefereeIsTakenOver) {
  Listen();
  HangUp();
  ConnectionTable table({});
  Acceptor acceptor(table, false);
  EXPECT_THAT(acceptor.Listen("unix:" + Path()), IsOk());
}

TEST_F(SocketTest, NoSocketIsFree) {
  EXPECT_THAT(CheckNotTaken("--http", "unix:" + Path()), IsOk());
  EXPECT_THAT(CheckNotTaken("--http", "127.0.0.1:5757"), IsOk());
}

TEST(AdvertisedAddressTest, HostsNumbersAndSocketsCanBeDialled) {
  for (const char* address :
       {"arena.example.org:5757", "10.0.0.1:1", "[2001:db8::1]:5757",
        "localhost:0", "unix:/run/arena"}) {
    EXPECT_THAT(CheckAdvertised(address), IsOk()) << address;
  }
}

TEST(AdvertisedAddressTest, WhatCannotBeDialledIsNamed) {
  for (const char* address : {"", "arena", ":5757", "0.0.0.0:5757", "[::]:5757",
                              "arena:99999", "arena:-1", "dns:///arena:5757",
                              "ipv4:10.0.0.1:5757", "a:1,b:2", "unix:"}) {
    EXPECT_THAT(
        CheckAdvertised(address),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(address)));
  }
}

TEST(AdvertisedAddressTest, PortZeroIsTheOneItListensOn) {
  EXPECT_EQ(WithPortOf("arena:0", {"unix:/run/arena", "127.0.0.1:4321"}),
            "arena:4321");
  EXPECT_EQ(WithPortOf("arena:5757", {"127.0.0.1:4321"}), "arena:5757");
  EXPECT_EQ(WithPortOf("unix:/a:0", {"127.0.0.1:4321"}), "unix:/a:0");
}

}  // namespace

}  // namespace arena::referee
