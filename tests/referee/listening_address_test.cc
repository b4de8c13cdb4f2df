// Which addresses a referee can listen on, and which of them need no TLS and no
// tokens.
#include "referee/listening_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

TEST(ListeningAddressTest, LoopbackAndUnixSocketsAreLocal) {
  for (const char* address :
       {"127.0.0.1:5757", "127.1.2.3:0", "[::1]:5757", "localhost:1",
        "unix:/run/arena", "unix:a"}) {
    EXPECT_TRUE(IsLocal(address)) << address;
  }
}

TEST(ListeningAddressTest, AnAddressHasAPortOrAPath) {
  for (const char* address :
       {"127.0.0.1:0", "[::]:5757", "arena.example.org:443", "unix:a"}) {
    EXPECT_THAT(CheckListening(address), IsOk()) << address;
  }
  for (const char* address :
       {"127.0.0.1", "", ":5757", "5757", "host:", "host:http", "host:65536",
        "unix:"}) {
    EXPECT_THAT(CheckListening(address),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr(std::string("--listen ") + address)));
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

}  // namespace
}  // namespace arena::referee
