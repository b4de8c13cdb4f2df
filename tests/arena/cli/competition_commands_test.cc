// arena tournament and arena compare, between built-in players.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kCup[] = R"(
name = "cup"
seed = "7"
[[bot]]
name = "lucky"
built_in = "random"
[[bot]]
name = "keen"
built_in = "greedy"
[[bot]]
name = "meek"
built_in = "first"
[[event]]
name = "two"
game = "octrix"
seats = 2
options = { target = "8" }
[[event]]
name = "ordo"
game = "ordo"
format = "knockout"
)";

class CompetitionCommandsTest : public ArenaTest {
 protected:
  CompetitionCommandsTest() { Write("cup.toml", kCup); }
  Outcome Run(const std::string& flags) const {
    return Arena("tournament run " + Path("cup.toml") + " " + flags);
  }
};

TEST_F(CompetitionCommandsTest, ATournamentIsPlayedToItsEnd) {
  const Outcome outcome = Run("--json");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const nlohmann::json json = outcome.Json();
  ASSERT_EQ(json["events"].size(), 2u) << outcome.output;
  EXPECT_EQ(json["overall"].size(), 3u);
}

TEST_F(CompetitionCommandsTest, TheSameSeedGivesTheSameStandings) {
  const Outcome once = Run("--json");
  EXPECT_THAT(once.output, HasSubstr("keen"));
  EXPECT_EQ(Run("--json").Standings(), once.Standings());
}

TEST_F(CompetitionCommandsTest, GoesOnWhereItWasInTheSameFolder) {
  const std::string flags = "--json --data " + Path("data");
  const Outcome once = Run(flags);
  EXPECT_THAT(once.output, HasSubstr("keen"));
  EXPECT_EQ(Run(flags).Standings(), once.Standings());
}

TEST_F(CompetitionCommandsTest, KeepsTheOutputOfBotsInItsFolder) {
  const std::string bot =
      Script("noisy.sh", "echo hello >&2; exec " + Program("random_bot"));
  Write("cup.toml", "name = \"cup\"\n[[bot]]\nname = \"noisy\"\ncommand = \"" +
                        bot +
                        "\"\n[[bot]]\nname = \"keen\"\nbuilt_in = "
                        "\"greedy\"\n[[event]]\nname = \"ordo\"\n"
                        "game = \"ordo\"\n");
  const Outcome outcome = Run("-q --data " + Path("data"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  // The first process has printed this.
  EXPECT_THAT(Read("data/bot-logs/noisy@1.log"), HasSubstr("hello"));
}

TEST_F(CompetitionCommandsTest, WritesAPageAndATable) {
  ASSERT_EQ(Run("-q --html " + Path("a.html") + " --csv " + Path("a.csv"))
                .exit_status,
            0);
  EXPECT_THAT(Read("a.html"), HasSubstr("</html>"));
  EXPECT_THAT(Read("a.csv"), HasSubstr("keen"));
}

TEST_F(CompetitionCommandsTest, ADryRunPrintsTheSchedule) {
  const Outcome outcome = Run("--dry-run");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("cup.two: octrix, round robin"));
  EXPECT_THAT(outcome.output, HasSubstr("What follows depends on results."));
}

TEST_F(CompetitionCommandsTest, AMistakeInTheFileIsToldWithItsLine) {
  Write("cup.toml", std::string(kCup) + "formt = \"swiss\"\n");
  const Outcome outcome = Run("");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("cup.toml:22"));
  EXPECT_THAT(outcome.errors, HasSubstr("formt"));
  EXPECT_THAT(outcome.output, IsEmpty());
}

TEST_F(CompetitionCommandsTest, AFileThatCannotBeWrittenIsToldAtOnce) {
  const Outcome outcome = Run("--html /nowhere/a.html");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("/nowhere/a.html"));
}

TEST_F(CompetitionCommandsTest, CompareFindsTheBetterBot) {
  const auto json =
      Arena("compare random greedy -g octrix --seats 2 --seed 1 --json").Json();
  EXPECT_EQ(json["verdict"], "b-better");
  EXPECT_LT(json["interval"][1], 0);
  EXPECT_GE(json["estimate"], json["interval"][0]);
  EXPECT_LE(json["estimate"], json["interval"][1]);
  EXPECT_EQ(json["progress"]["b"], 1);
  EXPECT_EQ(json["furtherSets"], 0);
  // Pairs of matches, by half matches won.
  ASSERT_EQ(json["setResults"].size(), 5);
  int sets = 0;
  double points = 0;
  for (int i = 0; i < 5; ++i) {
    sets += json["setResults"][i].get<int>();
    points += i * json["setResults"][i].get<int>();
  }
  EXPECT_EQ(sets, json["sets"]);
  EXPECT_NEAR(points / (2 * sets) - 1, json["rankPointMean"], 1e-9);
  EXPECT_LT(json["ifFixed"]["likelihoodOfSuperiority"], 0.1);
}

TEST_F(CompetitionCommandsTest, CompareCanBeAboutPoints) {
  const auto json = Arena(
                        "compare greedy random -g seconds --score points "
                        "--seed 1 --json")
                        .Json();
  EXPECT_EQ(json["verdict"], "a-better");
  EXPECT_EQ(json["score"], "points");
  EXPECT_GT(json["interval"][0], 0);
  EXPECT_FALSE(json["ifFixed"].contains("elo"));
  EXPECT_GT(json["ifFixed"]["likelihoodOfSuperiority"], 0.9);
  EXPECT_GT(json["delta"], 0);
}

TEST_F(CompetitionCommandsTest, ADeltaOfPointsIsLessThanASetCounts) {
  const Outcome outcome = Arena(
      "compare greedy random -g seconds --score points --delta 100000");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("--delta is 100000; expected less"));
}

TEST_F(CompetitionCommandsTest, CompareSwapsAllSeatsOrTriesAllPlacements) {
  const std::string compare =
      "compare greedy random -g octrix --seats 4 --seed 1 --json ";
  const auto pairs = Arena(compare).Json();
  EXPECT_EQ(pairs["matches"], 2 * pairs["sets"].get<int>());
  EXPECT_EQ(pairs["setResults"].size(), 3);
  EXPECT_FALSE(pairs["ifFixed"].contains("elo"));
  const auto all = Arena(compare + "--placements all").Json();
  EXPECT_EQ(all["matches"], 6 * all["sets"].get<int>());
  EXPECT_TRUE(all.contains("varianceSaved"));
}

TEST_F(CompetitionCommandsTest, CompareTellsHowItStandsWhereNobodyCanSeeABar) {
  const Outcome outcome =
      Arena("compare random random -g octrix --seats 2 --seed 1 --delta 0.01 "
            "--max-sets 3000");
  EXPECT_THAT(outcome.errors, HasSubstr("arena: after "));
  EXPECT_THAT(outcome.errors, HasSubstr("difference in rank points"));
}

TEST_F(CompetitionCommandsTest, CompareKeepsRecordsAndOverwritesNone) {
  const std::string compare =
      "compare greedy random -g octrix --seats 2 --record-dir " +
      Path("records");
  EXPECT_EQ(Arena(compare + " --seed 1").exit_status, 0);
  EXPECT_EQ(Arena("verify " + Path("records/compare-00000-0.record") + " " +
                  Path("records/compare-00000-1.record"))
                .exit_status,
            0);
  const Outcome again = Arena(compare + " --seed 2");
  EXPECT_NE(again.exit_status, 0);
  EXPECT_THAT(again.errors, HasSubstr("already has records"));
  EXPECT_EQ(again.output, "");
}

// The records of a set are sealed until all of its matches are over.
TEST_F(CompetitionCommandsTest, CompareKeepsTheRecordsOfPrograms) {
  const Outcome outcome =
      Arena("compare " + Program("random_bot") +
            " random -g octrix --seats 2 -o target=8 --isolation none "
            "--max-sets 10 --record-dir " +
            Path("records"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output,
              HasSubstr("records      of sets 0 to 9 count"));
  EXPECT_EQ(Arena("verify " + Path("records")).exit_status, 0);
  EXPECT_NE(Read("records/compare-00009-1.record"), "");
}

// No file can be made in /proc, whatever its permissions tell.
TEST_F(CompetitionCommandsTest, AFileThatCannotBeWrittenIsNamedAtOnce) {
  const Outcome outcome = Run("--html /proc/cup.html --data " + Path("kept"));
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("cannot write \"/proc/cup.html\""));
  EXPECT_FALSE(std::filesystem::exists(Path("kept")));
}

TEST_F(CompetitionCommandsTest, CompareFindsNothingBetweenEquals) {
  const auto json = Arena(
                        "compare random random -g seconds --seed 1 --json "
                        "--delta 0.3 --max-sets 500")
                        .Json();
  EXPECT_EQ(json["verdict"], "no-difference-shown");
}

TEST_F(CompetitionCommandsTest, CompareEndsWithoutVerdictWhenSetsRunOut) {
  const Outcome outcome =
      Arena("compare random random -g ordago --seed 1 --max-sets 10");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("Not decided between"));
}

TEST_F(CompetitionCommandsTest, CompareStopsWhenGamesAreOnlyRepeated) {
  const std::string compare =
      "compare first greedy -g ordo -o opening_plies=0 --seed 1 --delta 0.01 ";
  const auto json = Arena(compare + "--json").Json();
  EXPECT_EQ(json["verdict"], "nothing-new");
  EXPECT_EQ(json["sets"], 1);
  EXPECT_GE(json["equalGames"], 20);
  const Outcome outcome = Arena(compare);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output,
              HasSubstr("the last 10 sets only"));
}

TEST_F(CompetitionCommandsTest, CompareTellsThatBotsPlayAlike) {
  const std::string compare =
      "compare greedy greedy -g octrix --seed 1 --max-sets 10 ";
  EXPECT_EQ(Arena(compare + "--json").Json()["mirroredSets"], 10);
  EXPECT_THAT(Arena(compare).output,
              HasSubstr("mirrored     10 of 10 sets had the same games"));
}

TEST_F(CompetitionCommandsTest, CompareGivesOrdoRandomOpenings) {
  const Outcome outcome = Arena("compare first greedy -g ordo --seed 1");
  EXPECT_THAT(outcome.output, HasSubstr("greedy is better than first."));
  EXPECT_THAT(outcome.output, HasSubstr("fastchess    Elo -"));
  EXPECT_THAT(outcome.output, HasSubstr("openings     random, of 4 plies"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("equal games")));
}

TEST_F(CompetitionCommandsTest, StandingsOfNothingAreNotFound) {
  EXPECT_EQ(Arena("standings cup --address unix:" + Path("none")).exit_status,
            1);
}

}  // namespace
}  // namespace arena::cli
