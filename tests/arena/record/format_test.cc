// The writer writes the worked example of FORMAT.md.
#include <gtest/gtest.h>

#include <iostream>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/record/file.h"
#include "arena/record/frame.h"
#include "arena/record/record.h"
#include "tests/arena/record/tally_game.h"
#include "tests/testing/folders/folders.h"

namespace arena {
namespace {

// The match of the example.
Record ExampleRecord() {
  Table table = *Table::Create(
      {&tally::kGame, 2, *GameOptions::Parse(tally::kOptions, "rounds=1"),
       *ParseSeed("7")});
  table.Play(*table.NextChance()).value();
  table
      .Play({.kind = EntryKind::kAnnouncement,
             .seat = 1,
             .action = tally::State::kAnnounce})
      .value();
  table
      .Play({.kind = EntryKind::kChoice,
             .seat = 1,
             .action = 9,
             .charged = absl::Milliseconds(300)})
      .value();
  table.Play({.kind = EntryKind::kChoice, .seat = 0, .action = 15}).value();
  table
      .Play({.kind = EntryKind::kFault,
             .fault = v1::FAULT_KIND_LATE,
             .seat = 0,
             .charged = absl::Milliseconds(1000)})
      .value();
  return RecordOf(table, {.players = {"ann", "bob"},
                          .match_id = "",
                          .label = "",
                          .clock = std::nullopt,
                          .private_seeds = {}});
}

// The digits between "```hex" and "```" of FORMAT.md. Text behind "#" is a
// comment.
std::string ExampleBytes() {
  const std::string page =
      *ReadFile(testing::InSources("arena/record/FORMAT.md"));
  const std::vector<std::string> parts = absl::StrSplit(page, "```hex\n");
  const std::vector<std::string> block = absl::StrSplit(parts.at(1), "```");
  std::string digits;
  for (const absl::string_view line : absl::StrSplit(block[0], '\n')) {
    const std::vector<std::string> code = absl::StrSplit(line, '#');
    for (const char c : code[0]) {
      if (absl::ascii_isxdigit(static_cast<unsigned char>(c))) digits += c;
    }
  }
  return absl::HexStringToBytes(digits);
}

TEST(FormatTest, TheWorkedExampleIsWhatTheWriterWrites) {
  const std::vector<Game> games = {tally::kGame};
  EXPECT_EQ(absl::BytesToHexString(*WriteRecord(ExampleRecord(), games)),
            absl::BytesToHexString(ExampleBytes()));
}

TEST(FormatTest, TheWorkedExampleReadsAsTheMatch) {
  const std::vector<Game> games = {tally::kGame};
  const absl::StatusOr<Record> record = ReadRecord(ExampleBytes(), games);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->entries, ExampleRecord().entries);
}

// No payload of the example is compressed, so the example does not depend on
// zstd.
TEST(FormatTest, TheWorkedExampleIsPlain) {
  const std::string bytes = ExampleBytes();
  for (FrameReader reader = *FrameReader::Open(bytes);
       reader.bytes_left() > 0;) {
    EXPECT_EQ(bytes[reader.offset() + 1], 0);
    ASSERT_TRUE(reader.Next().ok());
  }
}

}  // namespace
}  // namespace arena
