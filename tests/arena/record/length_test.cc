// How long a record is, without playing it.
#include "arena/record/length.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/record/record.h"
#include "tests/arena/record/random_match.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

TEST(LengthTest, EntriesOfAllFramesAreCounted) {
  const Record record = testing::RandomRecord(
      {.game = *FindGame("doppelkopf"), .seats = 4, .options = "deals=24"});
  // Several frames.
  ASSERT_GT(record.entries.size(), 2000u);
  const std::string bytes = WriteRecord(record).value();
  EXPECT_THAT(CheckLength(bytes, record.entries.size()), IsOk());
  EXPECT_THAT(CheckLength(bytes, record.entries.size() - 1),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("too many to show here")));
}

TEST(LengthTest, WhatIsNoRecordIsLeftToItsReader) {
  EXPECT_THAT(CheckLength("", 0), IsOk());
  EXPECT_THAT(CheckLength("no record", 0), IsOk());
}

}  // namespace
}  // namespace arena
