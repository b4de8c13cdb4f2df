// arena check-bot: its findings in good bots and in bad ones.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/process/processors.h"
#include "tests/arena/cli/has_sandbox.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::StartsWith;

class CheckBotTest : public ArenaTest {
 protected:
  // The checks by name.
  static std::map<std::string, nlohmann::json> Checks(const Outcome& outcome) {
    std::map<std::string, nlohmann::json> checks;
    for (const auto& check : outcome.Json()) checks[check["check"]] = check;
    return checks;
  }
  // A folder with our programs. Its random_bot plays nothing but ordo, and
  // `lines` end bot.toml.
  std::string Folder(const std::string& lines,
                     const std::string& run = "random_bot --games ordo") const {
    const std::filesystem::path folder = Path("dice");
    std::filesystem::create_directory(folder);
    for (const char* const program : {"random_bot", "mortal"}) {
      std::filesystem::copy_file(Program(program), folder / program);
    }
    Write("dice/bot.toml",
          absl::StrCat("name = \"dice\"\nversion = \"7\"\n",
                       "runtime = \"binary\"\nrun = \"./", run, "\"\n", lines));
    return folder;
  }
};

TEST_F(CheckBotTest, AGoodBotPassesAll) {
  const Outcome outcome = Arena("check-bot -- " + Program("greedy_bot"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_THAT(outcome.output,
              AllOf(StartsWith("passed  connects\n  greedy_bot, in c++; plays"),
                    HasSubstr("passed  plays octrix of 4 seats\n"),
                    HasSubstr("passed  plays doppelkopf of 4 seats\n"),
                    HasSubstr("it chose among: bid, "),
                    HasSubstr("passed  comes back after a lost prompt\n  it came "
                              "back to its session\n"),
                    HasSubstr("passed  ends when it is refused\n"),
                    HasSubstr("22 passed, 0 failed, 0 could be better\n")));
}

TEST_F(CheckBotTest, OnlySomeChecks) {
  const auto checks = Checks(Arena("check-bot --json --only pings,SIGTERM -- " +
                                   Program("greedy_bot")));
  EXPECT_EQ(checks.size(), 3u);
  EXPECT_EQ(checks.at("answers pings")["grade"], "passed");
  EXPECT_THAT(checks, Contains(Key("connects")));
}

TEST_F(CheckBotTest, AWordOfNoCheckIsNamedWithTheChecks) {
  const Outcome outcome =
      Arena("check-bot --only pings,octrx -- " + Program("greedy_bot"));
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("no check has \"octrx\" in its name; the checks "
                              "are: connects, "),
                    HasSubstr(", plays octrix of 2 seats, ")));
}

TEST_F(CheckBotTest, ABotThatThrowsFailsWithItsWords) {
  const Outcome outcome = Arena("check-bot --json --only 'octrix of 2' -- " +
                                Program("mortal") + " --throws-at 3");
  EXPECT_EQ(outcome.exit_status, 1);
  const auto check = Checks(outcome).at("plays octrix of 2 seats");
  EXPECT_EQ(check["grade"], "FAILED");
  EXPECT_THAT(std::string(check["seen"]),
              AllOf(HasSubstr("seat 0: the match ended with faults: "),
                    HasSubstr("malformed"), HasSubstr("Act threw")));
  EXPECT_THAT(std::string(check["advice"]), HasSubstr("answer every Prompt"));
}

TEST_F(CheckBotTest, ABotThatEndsFailsWithItsStatus) {
  const auto checks =
      Checks(Arena("check-bot --json --only 'octrix of 2,SIGKILL' -- " +
                   Program("mortal") + " --dies-at 1"));
  EXPECT_THAT(std::string(checks.at("plays octrix of 2 seats")["seen"]),
              HasSubstr("the program has ended with exit status 7"));
  EXPECT_THAT(std::string(checks.at("plays octrix of 2 seats")["advice"]),
              StartsWith("run until the referee ends the stream"));
  EXPECT_EQ(checks.at("comes back after SIGKILL")["grade"], "better");
}

TEST_F(CheckBotTest, AProgramThatIsNoBotEndsTheChecks) {
  const Outcome outcome =
      Arena("check-bot -- " + Script("nobot", "echo no bot; exit 3"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.output,
              AllOf(StartsWith("FAILED  connects\n  the program has ended with "
                               "exit status 3; it printed last:\n      no bot"),
                    HasSubstr("To do: with an SDK, call its main or run"),
                    HasSubstr("0 passed, 1 failed"),
                    Not(HasSubstr("plays octrix"))));
}

TEST_F(CheckBotTest, WhatABotHasStartedEndsWithTheChecks) {
  // In a sandbox no process could be left.
  Arena("check-bot --sandbox never -- " +
        Script("parent",
               "setsid sleep 600 & echo $! >" + Path("child") + "; exit 3"));
  pid_t child = 0;
  std::ifstream(Path("child")) >> child;
  ASSERT_GT(child, 0);
  EXPECT_EQ(kill(child, 0), -1) << child << " still runs";
}

TEST_F(CheckBotTest, AProgramThatNeverConnectsIsGivenUp) {
  const Outcome outcome =
      Arena("check-bot --timeout 1 -- " + Script("asleep", "sleep 60"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("it has not said a hello that the referee takes within "
                        "1s; it has printed nothing"));
}

TEST_F(CheckBotTest, ABotUnderAnotherNameIsToldSo) {
  const Outcome outcome = Arena("check-bot --timeout 5 -- " +
                                Program("greedy_bot") + " --name somebody");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("FAILED  connects"),
                                    HasSubstr("somebody"),
                                    HasSubstr("ARENA_BOT_NAME")));
}

TEST_F(CheckBotTest, WhatIsNoProgramIsRefused) {
  EXPECT_EQ(Arena("check-bot").exit_status, 2);
  const Outcome built_in = Arena("check-bot -- greedy");
  EXPECT_EQ(built_in.exit_status, 2);
  EXPECT_THAT(built_in.errors, HasSubstr("\"greedy\" is no program"));
  EXPECT_EQ(Arena("check-bot -- ./nothing").exit_status, 2);
}

// ---- Folders with bot.toml ----

TEST_F(CheckBotTest, AGoodFolderPassesAll) {
  const auto checks =
      Checks(Arena("check-bot --json " + Folder("games = [\"ordo\"]\n"
                                                "build = \"touch built\"\n")));
  EXPECT_EQ(checks.size(), 4u);
  for (const auto& [name, check] : checks) {
    EXPECT_EQ(check["grade"], "passed") << check;
  }
  EXPECT_EQ(checks.at("is handed over")["seen"], "dice 7; plays ordo");
  EXPECT_FALSE(std::filesystem::exists(Path("dice/built")));
}

TEST_F(CheckBotTest, AFolderThatPromisesMoreThanItPlaysIsToldSo) {
  const Outcome outcome =
      Arena("check-bot --json " +
            Folder("games = [\"doppelkopf\", \"octrix\", \"ordago\", "
                   "\"ordo\", \"seconds\"]\n"));
  EXPECT_EQ(outcome.exit_status, 1);
  const auto checks = Checks(outcome);
  EXPECT_EQ(checks.at("builds")["grade"], "passed");
  const auto check = checks.at("starts, and says what bot.toml promises");
  EXPECT_EQ(check["grade"], "FAILED");
  EXPECT_THAT(std::string(check["seen"]),
              HasSubstr("bot.toml promises doppelkopf, and the Hello of the "
                        "program does not have that: it plays ordo; let "
                        "`games` in bot.toml and Hello.plays say the same"));
  EXPECT_THAT(checks, Not(Contains(Key("plays its games"))));
}

TEST_F(CheckBotTest, AFolderThatFaultsInAMatchFailsWithItsWords) {
  const auto checks =
      Checks(Arena("check-bot --json " +
                   Folder("games = [\"ordo\"]\n", "mortal --throws-at 1")));
  const auto check = checks.at("plays its games");
  EXPECT_EQ(check["grade"], "FAILED");
  EXPECT_THAT(std::string(check["seen"]),
              AllOf(HasSubstr("a match of ordo with 2 seats, in seat 0: "),
                    HasSubstr("Act threw")));
}

TEST_F(CheckBotTest, AFolderWhoseProgramEndsIsToldHow) {
  const Outcome outcome =
      Arena("check-bot " +
            Folder("games = [\"ordo\"]\n", "random_bot --no-such-flag"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(
      outcome.output,
      AllOf(HasSubstr("FAILED  starts, and says what bot.toml promises"),
            HasSubstr("; its end: exit status "), HasSubstr("--no-such-flag")));
}

TEST_F(CheckBotTest, AFolderHasTheMemoryThatItAsksFor) {
  if (!HasSandbox()) GTEST_SKIP() << "bubblewrap is missing or does not work";
  const std::string folder =
      Folder("games = [\"ordo\"]\nmemory_mib = 200\n", "large.sh");
  Write("dice/large.sh",
        "#!/bin/sh\n"
        "head -c 300M /dev/zero | tail -c 300M >/dev/null || exit 3\n"
        "exec ./random_bot --games ordo\n");
  std::filesystem::permissions(folder + "/large.sh",
                               std::filesystem::perms::owner_all);
  EXPECT_THAT(Arena("check-bot " + folder).output,
              HasSubstr("; its end: exit status 3"));
}

TEST_F(CheckBotTest, AFolderMayAskForTheCoresOfThisMachineOnly) {
  const std::string folder = Folder("games = [\"ordo\"]\ncores = 64\n");
  const size_t cores = OwnProcessors().size();
  if (cores >= 64) GTEST_SKIP() << "this machine has so many cores";
  const Outcome outcome = Arena("check-bot " + folder);
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors,
              HasSubstr(absl::StrCat("cores in ", folder, "/bot.toml is 64; "
                                     "programs on this machine may use ",
                                     cores)));
}

TEST_F(CheckBotTest, ABuildThatFailsIsShown) {
  const Outcome outcome =
      Arena("check-bot " +
            Folder("games = [\"ordo\"]\nbuild = \"ls no-such-file\"\n"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("FAILED  builds\n"),
                    HasSubstr("`ls no-such-file` has ended with exit status 2"),
                    HasSubstr("cannot access 'no-such-file'"),
                    HasSubstr("1 passed, 1 failed"),
                    Not(HasSubstr("plays its games"))));
}

TEST_F(CheckBotTest, AFolderWithoutBotTomlIsNoBot) {
  std::filesystem::create_directory(Path("empty"));
  const Outcome outcome = Arena("check-bot " + Path("empty"));
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors,
              HasSubstr("there is no " + Path("empty/bot.toml")));
}

TEST_F(CheckBotTest, AFlagOfProgramsIsRefusedForAFolderAndTheOtherWayRound) {
  const std::string folder = Folder("games = [\"ordo\"]\n");
  const Outcome of_folder = Arena("check-bot --only octrix " + folder);
  EXPECT_EQ(of_folder.exit_status, 2);
  EXPECT_THAT(of_folder.errors,
              HasSubstr("--only is for programs, and this is a folder with "
                        "bot.toml: \"" +
                        folder));
  const Outcome of_program =
      Arena("check-bot --offer go=" + folder + " -- " + Program("random_bot"));
  EXPECT_EQ(of_program.exit_status, 2);
  EXPECT_THAT(of_program.errors,
              HasSubstr("--offer is for folders with bot.toml, and this is a "
                        "program: \""));
}

TEST_F(CheckBotTest, BenchComparesProgramsInTurns) {
  const Outcome outcome =
      Arena("bench bots --rounds 2 --json " + Program("random_bot") + " " +
            Program("greedy_bot"));
  ASSERT_EQ(outcome.exit_status, 0) << outcome.errors;
  const auto json = outcome.Json();
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[1]["bot"], "greedy_bot");
  EXPECT_GT(json[1]["decisions"], 0);
  EXPECT_GT(json[1]["medianUs"], 0);
  EXPECT_GT(json[1]["firstMatchMedianUs"], 0);
  const Outcome failing = Arena("bench bots --rounds 2 '" + Program("mortal") +
                                " --throws-at 2'");
  EXPECT_EQ(failing.exit_status, 1);
  EXPECT_THAT(failing.errors, HasSubstr("mortal: seat 0 malformed"));
}

}  // namespace
}  // namespace arena::cli
