// The gain of a bot that remembers the deals it has seen, and the number of
// processes that are started for a bot.
#include <gmock/gmock.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/arena/cli/has_sandbox.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSeed[] =
    "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";

class IsolationTest : public ArenaTest {
 protected:
  // A rememberer (A) against its honest copy. Both play alike by their cards,
  // so every difference between the two comes from A's memory.
  nlohmann::json Compare(const std::string& flags,
                         const std::string& how = "--remember") const {
    const std::string bot = Program("rememberer");
    const Outcome outcome = Arena(absl::StrCat(
        "compare --json --max-sets 10 --delta 0.3 --seed ", kSeed, " '", bot,
        " ", how, "' ", bot, " ", flags,
        absl::StrContains(flags, "--at-once") ? "" : " --at-once 1"));
    EXPECT_LE(outcome.exit_status, 1) << outcome.errors;
    const nlohmann::json json = outcome.Json();
    EXPECT_EQ(json["faults"], 0) << outcome.output << outcome.errors;
    return json;
  }
  void ExpectItGainsNothing(const std::string& flags,
                            const std::string& how = "--remember") const {
    const nlohmann::json json = Compare(flags, how);
    EXPECT_EQ(json["rankPointMean"], 0) << json;
    EXPECT_EQ(json["scoreMean"], 0) << json;
  }
  void ExpectItGains(const std::string& flags) const {
    const nlohmann::json json =
        Compare(flags + " --isolation none --placements all");
    EXPECT_GT(json["rankPointMean"], 0.1) << json;
  }
};

constexpr char kSeconds[] = "--game seconds -o winner=highest";
constexpr char kDoppelkopf[] =
    "--game doppelkopf -o deals=4 -o announce_windows=own_turn "
    "-o compulsory_solos=0 -o solo_queens=off -o solo_jacks=off "
    "-o solo_fleshless=off -o solo_clubs=off -o solo_spades=off "
    "-o solo_hearts=off -o solo_diamonds=off";
constexpr char kOctrix[] = "--game octrix --seats 4 -o target=60";

TEST_F(IsolationTest, RemembererOfSecondsGainsNothing) {
  ExpectItGainsNothing(kSeconds);
}
TEST_F(IsolationTest, RemembererOfSecondsGainsInOneProcess) {
  ExpectItGains(kSeconds);
}
TEST_F(IsolationTest, RemembererOfDoppelkopfGainsNothing) {
  ExpectItGainsNothing(kDoppelkopf);
}
TEST_F(IsolationTest, RemembererOfDoppelkopfGainsInOneProcess) {
  ExpectItGains(kDoppelkopf);
}
TEST_F(IsolationTest, RemembererOfOctrixGainsNothing) {
  ExpectItGainsNothing(kOctrix);
}
TEST_F(IsolationTest, RemembererOfOctrixGainsInOneProcess) {
  ExpectItGains(kOctrix);
}

// ---- A process after another ----

constexpr char kAllPlacements[] = " --placements all --at-once 4";

// Where --again could gain, it gained 0.66 rank points with all placements.
TEST_F(IsolationTest, RemembererThatComesAgainGainsNothing) {
  ExpectItGainsNothing(absl::StrCat(kOctrix, kAllPlacements), "--again");
}
// Where the diary could gain, it gained 0.64.
TEST_F(IsolationTest, RemembererWithADiaryGainsNothing) {
  if (!HasSandbox()) GTEST_SKIP() << "bubblewrap is missing or does not work";
  ExpectItGainsNothing(absl::StrCat(kSeconds, kAllPlacements),
                       "--diary=" + Path("diary"));
}
TEST_F(IsolationTest, RemembererWithADiaryGainsWithoutASandbox) {
  const nlohmann::json json =
      Compare(absl::StrCat(kSeconds, kAllPlacements, " --sandbox never"),
              "--diary=" + Path("diary"));
  EXPECT_GT(json["rankPointMean"], 0.1) << json;
}

// A process of one match leaves nothing for the next one, and reaches nobody.
TEST_F(IsolationTest, AProcessOfOneMatchIsAlone) {
  if (!HasSandbox()) GTEST_SKIP() << "bubblewrap is missing or does not work";
  const std::string bot = Script(
      "bot.sh",
      "trace=trace-of-$(basename $PWD)\n"
      "for folder in . $(dirname $ARENA_TOKEN_FILE) /tmp /dev/shm; do\n"
      "  ls $folder/$trace 2>/dev/null && echo found\n"
      "  touch $folder/$trace 2>/dev/null && echo left in $folder\n"
      "done\n"
      "grep -v -e lo: -e '|' /proc/net/dev && echo linked\n"
      "exec " +
          Program("random_bot"));
  const Outcome outcome =
      Arena("play -g ordo -n 4 --isolation matches --bot-output -b " + bot +
            ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  // The process writes in memory of its own.
  EXPECT_THAT(outcome.errors, HasSubstr("[bot@2] left in /dev/shm"));
  EXPECT_THAT(outcome.errors, HasSubstr("[bot@2] left in /tmp"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("left in .\n")));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("found")));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("linked")));
}

// The next process has the same folder, even if the first one crashes.
TEST_F(IsolationTest, NothingIsLeftInTheFolderOfAProcess) {
  const std::string bot = Script(
      "bot.sh",
      "cat $(dirname $ARENA_TOKEN_FILE)/diary && echo found\n"
      "cat $ARENA_TOKEN_FILE && echo found\n"
      "echo dear > $(dirname $ARENA_TOKEN_FILE)/diary\n" +
          Program("random_bot") +
          "\n"
          "echo diary > $ARENA_TOKEN_FILE\n"
          "exit 1");
  const Outcome outcome =
      Arena("play -g ordo -n 4 --isolation matches --bot-output -b " + bot +
            ",random");
  EXPECT_THAT(outcome.errors, HasSubstr("has ended with exit status 1"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("found")));
}

// ---- Processes ----

TEST_F(IsolationTest, AProcessPlaysOneMatchOfASeries) {
  const Outcome outcome =
      Arena("play -g ordo -n 4 --json --isolation matches --bot-output -b " +
            Program("random_bot") + ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.Json()["matchesWithResult"], 4);
  EXPECT_THAT(outcome.errors, HasSubstr("[random_bot@1]"));
  EXPECT_THAT(outcome.errors, HasSubstr("[random_bot@2]"));
}

TEST_F(IsolationTest, ABotThatPlaysNothingAndEndsWellIsNoStorm) {
  const std::string bot = Script("idle", "exit 0\n");
  const Outcome outcome =
      Arena("play -g ordo --isolation matches -b " + bot + ",random");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("has ended with exit status 0"));
}

TEST_F(IsolationTest, AWrongIsolationIsNamed) {
  const Outcome outcome =
      Arena("play -g ordo --isolation all -b random,random");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("all"));
}

}  // namespace
}  // namespace arena::cli
