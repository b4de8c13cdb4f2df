#include "referee/base/peer.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace arena::referee {
namespace {

sockaddr_storage SocketAddress(const std::string& host, int port) {
  sockaddr_storage address = {};
  auto& v4 = reinterpret_cast<sockaddr_in&>(address);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(address);
  if (inet_pton(AF_INET, host.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
  } else {
    inet_pton(AF_INET6, host.c_str(), &v6.sin6_addr);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
  }
  return address;
}

TEST(PeerTest, PortsOfOneHostAreOneAddress) {
  EXPECT_EQ(PeerOf("ipv4:10.1.2.3:40").address, "10.1.2.3");
  EXPECT_EQ(PeerOf("ipv4:10.1.2.3:41").address, "10.1.2.3");
}

TEST(PeerTest, ASubnetOfIpv6IsOneAddress) {
  EXPECT_EQ(PeerOf("ipv6:%5B2001:db8:1:2::77%5D:40").address,
            "2001:db8:1:2::/64");
}

TEST(PeerTest, LoopbackAndUnixSocketsAreLocal) {
  for (const char* uri : {"ipv4:127.0.0.1:40", "ipv4:127.9.9.9:40",
                          "ipv6:%5B::1%5D:40", "unix:", "unix:/tmp/a",
                          "ipv6:%5B::ffff:127.0.0.1%5D:40"}) {
    EXPECT_TRUE(PeerOf(uri).local) << uri;
  }
  for (const char* uri : {"ipv4:128.0.0.1:40", "ipv6:%5B::2%5D:40", "inproc",
                          "", "ipv4:127.evil:40"}) {
    EXPECT_FALSE(PeerOf(uri).local) << uri;
  }
}

TEST(PeerTest, AnAcceptedSocketIsThePeerOfItsCalls) {
  EXPECT_EQ(PeerOf(SocketAddress("10.1.2.3", 40)).connection,
            PeerOf("ipv4:10.1.2.3:40").connection);
  EXPECT_EQ(PeerOf(SocketAddress("::1", 40)).connection,
            PeerOf("ipv6:%5B::1%5D:40").connection);
  EXPECT_EQ(PeerOf(SocketAddress("::ffff:10.1.2.3", 40)).connection,
            PeerOf("ipv4:10.1.2.3:40").connection);
}

TEST(PeerTest, AProxyNamesTheCallerLast) {
  const Peer proxy = PeerOf("ipv4:127.0.0.1:40");
  const Peer caller = BehindProxy(proxy, "127.0.0.1, 10.1.2.3");
  EXPECT_EQ(caller.address, "10.1.2.3");
  EXPECT_EQ(caller.connection, proxy.connection);
  EXPECT_FALSE(caller.local);
}

TEST(PeerTest, OnlyAProxyOfThisMachineIsBelieved) {
  const Peer stranger = PeerOf("ipv4:10.1.2.3:40");
  EXPECT_EQ(BehindProxy(stranger, "127.0.0.1").address, "10.1.2.3");
}

TEST(PeerTest, AnUnreadableNameLeavesTheProxy) {
  EXPECT_EQ(BehindProxy(PeerOf("ipv4:127.0.0.1:40"), "unknown").address,
            "127.0.0.1");
}

}  // namespace
}  // namespace arena::referee
