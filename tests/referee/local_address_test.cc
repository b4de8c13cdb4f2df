// Which listening addresses need no TLS and no tokens.
#include "referee/local_address.h"

#include <gtest/gtest.h>

namespace arena::referee {
namespace {

TEST(LocalAddressTest, LoopbackAndUnixSocketsAreLocal) {
  for (const char* address :
       {"127.0.0.1:5757", "127.1.2.3:0", "[::1]:5757", "localhost:1",
        "unix:/run/arena", "unix:a"}) {
    EXPECT_TRUE(IsLocal(address)) << address;
  }
}

TEST(LocalAddressTest, WhatOnlyLooksLikeThemIsNot) {
  for (const char* address :
       {"127.evil.example:5757", "127.0.0.1.evil.example:1", "0.0.0.0:5757",
        "[::]:5757", "10.0.0.1:5757", "localhost.evil.example:1", "",
        "128.0.0.1:1", "[::2]:1", ":5757"}) {
    EXPECT_FALSE(IsLocal(address)) << address;
  }
}

}  // namespace
}  // namespace arena::referee
