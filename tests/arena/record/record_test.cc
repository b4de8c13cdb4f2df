// Records of whole matches: everything written is read, and nothing else.
#include "arena/record/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "arena/core/message_json.h"
#include "arena/record/export.h"
#include "arena/record/replay.h"
#include "arena/record/verify.h"
#include "arena/record/writer.h"
#include "tests/arena/record/random_match.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::HasSubstr;

class RecordTest : public ::testing::Test {
 protected:
  std::string Write(const Record& record) {
    absl::StatusOr<std::string> bytes = WriteRecord(record, games_);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    return bytes.value_or("");
  }
  // Writes the record and reads it back.
  Record RoundTrip(const Record& record) {
    absl::StatusOr<Record> back = ReadRecord(Write(record), games_);
    EXPECT_TRUE(back.ok()) << back.status();
    return back.ok() ? *back : Record{};
  }
  void ExpectRoundTrip(const Record& record) {
    const Record back = RoundTrip(record);
    EXPECT_EQ(BytesOf(back.header), BytesOf(record.header));
    EXPECT_EQ(back.entries, record.entries);
    EXPECT_EQ(BytesOf(back.result), BytesOf(record.result));
  }

  const std::vector<Game> games_ = GamesOfTests();
};

TEST_F(RecordTest, RandomMatchesOfEveryGameAndSeatCountRoundTrip) {
  for (const Game& game : games_) {
    for (int seats = game.info->min_seats; seats <= game.info->max_seats;
         ++seats) {
      for (const char* seed : {"1", "2", "3"}) {
        SCOPED_TRACE(absl::StrCat(game.info->name, " ", seats, " ", seed));
        ExpectRoundTrip(
            RandomRecord({.game = &game, .seats = seats, .seed = seed}));
      }
    }
  }
}

TEST_F(RecordTest, FaultsAndSubstitutesRoundTrip) {
  for (const char* seed : {"1", "2", "3", "4", "5"}) {
    const Record record = RandomRecord({.game = &tally::kGame,
                                        .seats = 4,
                                        .options = "rounds=20",
                                        .seed = seed,
                                        .fault_every = 10});
    EXPECT_GT(record.result.faults_size(), 0);
    ExpectRoundTrip(record);
  }
}

TEST_F(RecordTest, AnnouncementsRoundTrip) {
  const Record record = RandomRecord(
      {.game = &tally::kGame, .seats = 3, .announcement_every = 2});
  EXPECT_THAT(record.entries,
              ::testing::Contains(::testing::Field(&MatchEntry::kind,
                                                   EntryKind::kAnnouncement)));
  ExpectRoundTrip(record);
}

TEST_F(RecordTest, LongLegalListsRoundTrip) {
  ExpectRoundTrip(RandomRecord(
      {.game = &tally::kGame, .seats = 2, .options = "width=4096,rounds=200"}));
}

TEST_F(RecordTest, ManyFramesRoundTrip) {
  ExpectRoundTrip(RandomRecord({.game = &tally::kGame,
                                .seats = 4,
                                .options = "rounds=2000",
                                .max_milliseconds = 300}));
}

TEST_F(RecordTest, TheSameRecordGivesTheSameBytes) {
  const RandomMatch match{.game = &tally::kGame, .seats = 3};
  EXPECT_EQ(Write(RandomRecord(match)), Write(RandomRecord(match)));
}

// ---- Pauses ----

TEST(PauseTest, IsKeptAndNeedsTheSecondFormat) {
  const std::vector<Game> games = GamesOfTests();
  Table table = Table::Create({.game = &tally::kGame,
                               .seats = 2,
                               .options = GameOptions(tally::kOptions),
                               .seed = ParseSeed("pause").value()})
                    .value();
  table.Play(*table.NextChance()).value();
  table.Play({.kind = EntryKind::kPause, .charged = absl::Microseconds(2500)})
      .value();
  table.Play({.kind = EntryKind::kCancel}).value();
  const std::string bytes = WriteRecord(RecordOf(table, {}), games).value();
  EXPECT_EQ(bytes[8], 2);
  const Record record = ReadRecord(bytes, games).value();
  ASSERT_EQ(record.entries.size(), 3u);
  EXPECT_EQ(record.entries[1], (MatchEntry{.kind = EntryKind::kPause,
                                           .charged = absl::Milliseconds(3)}));
  EXPECT_THAT(ExportJsonLines(record, games).value(),
              HasSubstr("{\"type\":\"pause\",\"ms\":3,"));
  EXPECT_THAT(ExportNotation(record, games).value(),
              HasSubstr(" pause:3 cancel "));
  EXPECT_THAT(Playthrough(record, {}, games).value(),
              HasSubstr("the referee stood still for 3 ms"));
}

TEST(LengthTest, EntriesOfAllFramesAreCounted) {
  const Record record = testing::RandomRecord(
      {.game = *FindGame("doppelkopf"), .seats = 4, .options = "deals=24"});
  // A record of this size has several frames.
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
