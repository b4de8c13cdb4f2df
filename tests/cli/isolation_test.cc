// What a bot gains by remembering the deals that it has seen, and how many
// processes of a bot are started.
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

constexpr char kSeed[] =
    "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";

class IsolationTest : public ArenaTest {
 protected:
  // A rememberer (A) against its honest copy. By their cards both play alike,
  // so all differences between them come from what A remembers.
  nlohmann::json Compare(const std::string& flags) const {
    const std::string bot = Program("rememberer");
    const Outcome outcome = Arena(absl::StrCat(
        "compare --json --at-once 1 --max-sets 10 --delta 0.3 --seed ", kSeed,
        " '", bot, " --remember' ", bot, " ", flags));
    EXPECT_LE(outcome.exit_status, 1) << outcome.errors;
    const nlohmann::json json = outcome.Json();
    EXPECT_EQ(json["faults"], 0) << outcome.output << outcome.errors;
    return json;
  }
  void ExpectItGainsNothing(const std::string& flags) const {
    const nlohmann::json json = Compare(flags);
    EXPECT_EQ(json["rank_point_difference"], 0) << json;
    EXPECT_EQ(json["score_difference"], 0) << json;
  }
  void ExpectItGains(const std::string& flags) const {
    const nlohmann::json json =
        Compare(flags + " --isolation none --placements all");
    EXPECT_GT(json["rank_point_difference"], 0.1) << json;
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

// ---- Processes ----

TEST_F(IsolationTest, AProcessPlaysOneMatchOfASeries) {
  const Outcome outcome =
      Arena("play -g ordo -n 4 --json --isolation matches --bot-output -b " +
            Program("random_bot") + ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.Json()["matches_with_result"], 4);
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
