// arena verify, replay and export.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

class RecordCommandsTest : public ArenaTest {
 protected:
  RecordCommandsTest() {
    const Outcome outcome = Arena(
        "play -g octrix -b random,greedy,random --seed 1 --record a.record -q");
    EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  }
  // A copy of the record with one byte changed.
  void Damage(size_t offset) const {
    std::string bytes = Read("a.record");
    bytes.at(offset) ^= 1;
    Write("damaged.record", bytes);
  }
};

TEST_F(RecordCommandsTest, GenuineRecordVerifies) {
  const Outcome outcome = Arena("verify a.record");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("a.record: ok, "));
}

TEST_F(RecordCommandsTest, FlippedByteFailsWithItsPlace) {
  Damage(Read("a.record").size() / 2);
  const Outcome outcome = Arena("verify damaged.record");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.output, HasSubstr("damaged.record: FAILED"));
  EXPECT_THAT(outcome.output, HasSubstr("byte"));
}

TEST_F(RecordCommandsTest, OneBadRecordAmongGoodOnesFails) {
  Damage(60);
  const Outcome outcome =
      Arena("verify a.record damaged.record a.record --json");
  EXPECT_EQ(outcome.exit_status, 1);
  const auto json = outcome.Json();
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["ok"], true);
  EXPECT_EQ(json[1]["ok"], false);
  EXPECT_EQ(json[2]["ok"], true);
}

TEST_F(RecordCommandsTest, MissingFileIsNamed) {
  const Outcome outcome = Arena("verify nothing.record");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("nothing.record"));
}

TEST_F(RecordCommandsTest, FileThatIsNoRecordIsNamed) {
  Write("text", "hello");
  const Outcome outcome = Arena("replay text");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("text: "));
}

TEST_F(RecordCommandsTest, ReplayShowsTheTable) {
  const Outcome outcome = Arena("replay a.record");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("as seen from the table"));
  EXPECT_THAT(outcome.output, HasSubstr("decision 1 "));
}

TEST_F(RecordCommandsTest, ReplayShowsWhatASeatSaw) {
  EXPECT_THAT(Arena("replay a.record --seat 2").output,
              HasSubstr("as seen by seat 2"));
}

TEST_F(RecordCommandsTest, SeatThatTheMatchDoesNotHave) {
  const Outcome outcome = Arena("replay a.record --seat 3");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("3"));
}

TEST_F(RecordCommandsTest, ExportIsJsonLineByLine) {
  const Outcome outcome = Arena("export a.record");
  ASSERT_EQ(outcome.exit_status, 0);
  std::istringstream lines(outcome.output);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
  EXPECT_GT(count, 10);
}

TEST_F(RecordCommandsTest, ExportWritesAFile) {
  const Outcome outcome = Arena("export a.record --format notation -o a.txt");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(Read("a.txt"), Arena("export a.record --format notation").output);
}

TEST_F(RecordCommandsTest, FileThatCannotBeWrittenIsNamed) {
  const Outcome outcome = Arena("export a.record -o nowhere/a.txt");
  EXPECT_NE(outcome.exit_status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("nowhere/a.txt"));
}

TEST_F(RecordCommandsTest, UnknownFormatNamesThoseThereAre) {
  const Outcome outcome = Arena("export a.record --format pgn");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("notation"));
}

}  // namespace
}  // namespace arena::cli
