// Which addresses a referee may advertise.
#include "referee/door/advertised_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

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
