// gzip: round trips, bombs and broken files.
#include "arena/core/gzip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

TEST(GzipTest, UnpacksWhatItPacked) {
  const std::string text(100000, 'x');
  EXPECT_EQ(*Gunzip(Gzip(text), text.size()), text);
}

TEST(GzipTest, ABombIsPutOutInTime) {
  EXPECT_THAT(Gunzip(Gzip(std::string(size_t{4} << 20, 'x')), 1000),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("more than 1000 bytes")));
}

TEST(GzipTest, WhatIsNoWholeFileIsRefused) {
  const std::string packed = Gzip("abc");
  for (const std::string& wrong :
       {std::string("abc"), packed.substr(0, packed.size() - 1), packed + "x",
        packed + packed}) {
    EXPECT_THAT(
        Gunzip(wrong, 1000),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("gzip")));
  }
}

}  // namespace
}  // namespace arena
