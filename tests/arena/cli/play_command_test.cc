// arena play between built-in players.
#include <gmock/gmock.h>

#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class PlayCommandTest : public ArenaTest {
 protected:
  // Expects a usage error with this message.
  void ExpectUsageError(const std::string& arguments,
                        const std::string& message) const {
    const Outcome outcome = Arena("play " + arguments);
    EXPECT_EQ(outcome.exit_status, 2) << arguments;
    EXPECT_THAT(outcome.errors, HasSubstr(message));
    EXPECT_THAT(outcome.output, IsEmpty());
  }
};

TEST_F(PlayCommandTest, SameCommandWritesTheSameRecord) {
  const std::string play =
      "play -g octrix -b random,random,greedy,random "
      "--seed 7 --record ";
  ASSERT_EQ(Arena(play + "a").exit_status, 0);
  ASSERT_EQ(Arena(play + "b").exit_status, 0);
  ASSERT_THAT(Read("a"), Not(IsEmpty()));
  EXPECT_EQ(Read("a"), Read("b"));
}

TEST_F(PlayCommandTest, AnotherSeedWritesAnotherRecord) {
  const std::string play = "play -g octrix -b random --record ";
  ASSERT_EQ(Arena(play + "a --seed 1").exit_status, 0);
  ASSERT_EQ(Arena(play + "b --seed 2").exit_status, 0);
  EXPECT_NE(Read("a"), Read("b"));
}

TEST_F(PlayCommandTest, PrintedSeedPlaysTheSameMatchAgain) {
  const auto json = Arena("play -g octrix -b random --json --record a").Json();
  const std::string seed = json["seed"];
  ASSERT_EQ(seed.size(), 64u);
  Arena("play -g octrix -b random --record b --seed " + seed);
  EXPECT_EQ(Read("a"), Read("b"));
}

TEST_F(PlayCommandTest, MatchesOfASeriesDiffer) {
  ASSERT_EQ(Arena("play -g octrix -b random -n 11 --seed 1 --record-dir d")
                .exit_status,
            0);
  ASSERT_THAT(Read("d/octrix-00.record"), Not(IsEmpty()));
  ASSERT_THAT(Read("d/octrix-10.record"), Not(IsEmpty()));
  EXPECT_NE(Read("d/octrix-00.record"), Read("d/octrix-10.record"));
}

TEST_F(PlayCommandTest, SeedOfAMatchOfASeriesPlaysItAlone) {
  const auto json =
      Arena("play -g octrix -b random -n 3 --seed 1 --record-dir d --json")
          .Json();
  const std::string seed = json["matches"][2]["seed"];
  Arena("play -g octrix -b random --record alone --seed " + seed);
  EXPECT_EQ(Read("d/octrix-2.record"), Read("alone"));
}

TEST_F(PlayCommandTest, ARecordIsNeverOverwritten) {
  const std::string play = "play -g octrix -b random --record a --seed ";
  ASSERT_EQ(Arena(play + "1").exit_status, 0);
  const std::string before = Read("a");
  const Outcome outcome = Arena(play + "2");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("already a file \"a\""));
  EXPECT_THAT(outcome.output, IsEmpty());
  EXPECT_EQ(Read("a"), before);
}

TEST_F(PlayCommandTest, RecordsOfAFolderAreNumberedOn) {
  const std::string play = "play -g octrix -b random --record-dir d -n 2 ";
  Arena(play + "--seed 1");
  const std::string before = Read("d/octrix-0.record");
  // Records of other games have numbers of their own.
  Write("d/ordo-7.record", "");
  Write("d/octrix-old.record", "");
  Write("d/octrix-2147483647.record", "");
  const auto json = Arena(play + "--seed 2 --json").Json();
  EXPECT_EQ(json["matches"][0]["record"], "d/octrix-2.record");
  EXPECT_EQ(Read("d/octrix-0.record"), before);
  EXPECT_THAT(Read("d/octrix-3.record"), Not(IsEmpty()));
}

TEST_F(PlayCommandTest, NumberOfBotsIsTheNumberOfSeats) {
  const auto json =
      Arena("play -g octrix -b random,random,first --seed 1 --json").Json();
  EXPECT_EQ(json["seats"].size(), 3u);
}

TEST_F(PlayCommandTest, OneBotTakesAllSeatsOfTheGame) {
  const auto json = Arena("play -g octrix -b random --seed 1 --json").Json();
  EXPECT_EQ(json["seats"].size(), 4u);
}

TEST_F(PlayCommandTest, SummaryCountsFirstPlaces) {
  const auto json = Arena("play -g ordo -b greedy,first -n 5 --json").Json();
  ASSERT_EQ(json["matchesWithResult"], 5);
  EXPECT_EQ(json["seats"][0]["firstPlaces"], 5);
  EXPECT_EQ(json["seats"][1]["firstPlaces"], 0);
}

TEST_F(PlayCommandTest, QuietPrintsNothing) {
  EXPECT_THAT(Arena("play -g ordo -b random -q").output, IsEmpty());
}

TEST_F(PlayCommandTest, OptionsReachTheGame) {
  const auto json =
      Arena("play -g ordo -b random --options variant=x --json").Json();
  EXPECT_EQ(json["options"]["variant"], "x");
}

// ---- Usage errors ----

TEST_F(PlayCommandTest, UnknownGame) {
  ExpectUsageError("-g chess -b random", "no game \"chess\"");
}

TEST_F(PlayCommandTest, UnknownOption) {
  ExpectUsageError("-g ordo -b random -o size=3", "size");
}

TEST_F(PlayCommandTest, ValueThatTheOptionDoesNotTake) {
  ExpectUsageError("-g ordo -b random -o variant=y",
                   "variant=y: expected classic|x");
}

TEST_F(PlayCommandTest, SeatsThatTheGameDoesNotHave) {
  ExpectUsageError("-g ordo -b random,random,random",
                   "ordo is played with 2 seats, not 3");
}

TEST_F(PlayCommandTest, FewerBotsThanSeats) {
  ExpectUsageError("-g octrix --seats 3 -b random,random",
                   "2 bots for 3 seats");
}

TEST_F(PlayCommandTest, NoBots) {
  ExpectUsageError("-g ordo", "--bots random,greedy");
}

TEST_F(PlayCommandTest, BotThatDoesNotExist) {
  ExpectUsageError("-g ordo -b rnadom,random",
                   "\"rnadom\" is neither a built-in player (first, greedy, "
                   "random, search-1, search-2, search-3) nor a program");
}

TEST_F(PlayCommandTest, ScriptWithoutItsFolder) {
  Script("mybot.sh", "exit 0");
  ExpectUsageError("-g ordo -b mybot.sh,random", "did you mean ./mybot.sh?");
}

TEST_F(PlayCommandTest, FileThatIsNoProgram) {
  Write("mybot.py", "print()");
  ExpectUsageError("-g ordo -b ./mybot.py,random", "chmod +x");
}

TEST_F(PlayCommandTest, OpenQuoteInACommand) {
  ExpectUsageError("-g ordo -b \"'a b\"", "left open");
}

TEST_F(PlayCommandTest, EmptyEntryInTheBots) {
  ExpectUsageError("-g ordo -b random,,random", "empty command");
}

TEST_F(PlayCommandTest, EmptySeed) {
  ExpectUsageError("-g ordo -b random --seed ''", "seed");
}

TEST_F(PlayCommandTest, RecordOfSeveralMatches) {
  ExpectUsageError("-g ordo -b random -n 2 --record a", "--record-dir");
}

TEST_F(PlayCommandTest, FolderThatDoesNotExist) {
  ExpectUsageError("-g ordo -b random --record nowhere/a", "\"nowhere\"");
}

TEST_F(PlayCommandTest, ClockThatIsNone) {
  ExpectUsageError("-g ordo -b random --clock 1x", "ALLOWANCE");
}

TEST_F(PlayCommandTest, ClockThatLeavesNoTime) {
  ExpectUsageError("-g ordo -b random --clock 0+0", "no time");
}

}  // namespace
}  // namespace arena::cli
