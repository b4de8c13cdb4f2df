// Referees that are reached without an HTTP proxy.
#include "sdk/cpp/base/proxies.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace pentathlon {
namespace {

TEST(ProxiesTest, NoneLeadsToPrivateAddresses) {
  for (const char* const address :
       {"unix:/run/referee", "localhost:5757", "referee:5757", "127.0.0.1:5757",
        "10.1.2.3:5757", "172.31.0.1:5757", "192.168.1.1:5757",
        "169.254.0.1:5757", "[::1]:5757", "[fd00::1]:5757", "[fe80::1]:5757",
        "ipv4:127.0.0.1:5757,127.0.0.1:5758"}) {
    EXPECT_TRUE(IsNearby(address)) << address;
  }
  for (const char* const address :
       {"172.32.0.1:5757", "8.8.8.8:5757", "[2606::1]:5757",
        "127.example.org:5757", "dns:///arena.example.org:5757"}) {
    EXPECT_FALSE(IsNearby(address)) << address;
  }
}

TEST(ProxiesTest, OneInTheWayIsNamed) {
  for (const char* const name : {"grpc_proxy", "https_proxy", "http_proxy",
                                 "no_grpc_proxy", "no_proxy"}) {
    unsetenv(name);
  }
  EXPECT_EQ(ProxyVariable("arena.example.org:5757"), "");
  setenv("http_proxy", "http://127.0.0.1:9", 1);
  EXPECT_EQ(ProxyVariable("arena.example.org:5757"), "http_proxy");
  EXPECT_EQ(ProxyVariable("127.0.0.1:5757"), "");
  setenv("no_proxy", "localhost, example.org", 1);
  EXPECT_EQ(ProxyVariable("arena.example.org:5757"), "");
  unsetenv("no_proxy");
  unsetenv("http_proxy");
}

}  // namespace
}  // namespace pentathlon
