// arena bots submit and its companions, against a referee with a runner.
#include <gmock/gmock.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/arena/cli/at_referee.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;


class SubmittedBotsTest : public AtRefereeTest {
 protected:
  void StartWithRunner() {
    StartReferee({"--runners", "1", "--runner-sandbox", "none"});
  }
  // A folder with a bot that plays ordo.
  std::string Folder(const std::string& name, const std::string& version,
                     const std::string& run = "./greedy_bot",
                     const std::string& more = "",
                     const std::string& program = "greedy_bot") {
    const std::string folder = absl::StrCat(name, "-", version);
    fs::create_directory(Path(folder));
    fs::copy_file(Program(program), Path(folder + "/" + program));
    Write(folder + "/bot.toml",
          absl::StrCat("name = \"", name, "\"\nversion = \"", version,
                       "\"\nruntime = \"binary\"\nrun = \"", run,
                       "\"\ngames = [\"ordo\"]\n", more));
    return Path(folder);
  }
  // The state of each version, newest first.
  std::vector<std::string> States(const std::string& bot) {
    std::vector<std::string> states;
    const auto listed = Ask("bots versions " + bot + " --json").Json();
    for (const auto& version : listed["versions"]) {
      states.push_back(version["version"].get<std::string>() + " " +
                       version["state"].get<std::string>());
    }
    return states;
  }
};

TEST_F(SubmittedBotsTest, VersionsAreSubmittedAndChosen) {
  StartWithRunner();
  const Outcome first = Ask("bots submit " + Folder("mybot", "1"));
  ASSERT_EQ(first.exit_status, 0) << first.errors << first.output;
  EXPECT_THAT(first.output, HasSubstr("mybot 1 is active"));
  ASSERT_EQ(Ask("bots submit " + Folder("mybot", "2")).exit_status, 0);
  EXPECT_THAT(States("mybot"),
              ::testing::ElementsAre("2 STATE_ACTIVE", "1 STATE_INACTIVE"));
  EXPECT_THAT(Ask("bots show mybot").output, HasSubstr("version 2"));
  EXPECT_THAT(Ask("bots rollback mybot").output, HasSubstr("active"));
  EXPECT_THAT(States("mybot"),
              ::testing::ElementsAre("2 STATE_INACTIVE", "1 STATE_ACTIVE"));
  EXPECT_EQ(Ask("bots activate mybot 2").exit_status, 0);
  EXPECT_THAT(Ask("bots retire mybot 1").output, HasSubstr("retired"));
  EXPECT_THAT(States("mybot"),
              ::testing::ElementsAre("2 STATE_ACTIVE", "1 STATE_RETIRED"));
  // The log reports the processes of the validation.
  const nlohmann::json log = Ask("bots log mybot --json").Json();
  ASSERT_FALSE(log["reports"].empty());
  EXPECT_NE(log["reports"][0]["matchId"], "");
  EXPECT_GT(log["reports"][0]["decisionTimes"]["count"], 0);
  EXPECT_THAT(Ask("bots log mybot --failures").output,
              HasSubstr("No process is reported that failed"));
}

TEST_F(SubmittedBotsTest, FailureIsToldWithWhatTheBotPrinted) {
  StartWithRunner();
  const Outcome failed = Ask(
      "bots submit " + Folder("mybot", "1", "sh -c 'echo oh no; exit 3'"));
  EXPECT_EQ(failed.exit_status, 1);
  EXPECT_THAT(failed.output, HasSubstr("failed   in its start"));
  EXPECT_THAT(failed.output, HasSubstr("exit status 3"));
  EXPECT_THAT(failed.output, HasSubstr("  | oh no"));
  EXPECT_THAT(failed.output, HasSubstr("No submitted version plays"));
}

TEST_F(SubmittedBotsTest, ABotThatPromisesMoreThanItPlaysFailsAtOnce) {
  StartWithRunner();
  const Outcome failed = Ask(
      "bots submit " + Folder("mybot", "1", "./greedy_bot --games octrix"));
  EXPECT_EQ(failed.exit_status, 1);
  EXPECT_THAT(failed.output, HasSubstr("bot.toml promises"));
  EXPECT_THAT(Ask("bots versions mybot").output,
              HasSubstr("bot.toml promises"));
}

TEST_F(SubmittedBotsTest, ABotThatIsNotBackWhenItsStreamIsLostFails) {
  StartWithRunner();
  const Outcome failed = Ask(
      "bots submit " +
      Folder("mybot", "1", "./mortal --dies-when-lost", "", "mortal"));
  EXPECT_EQ(failed.exit_status, 1);
  EXPECT_THAT(failed.output, HasSubstr("exit status 7"));
  EXPECT_THAT(failed.output,
              HasSubstr("the connection is broken to try the bot"));
  EXPECT_THAT(failed.output, HasSubstr("disturbed as by `arena check-bot`"));
}

TEST_F(SubmittedBotsTest, LogOfTheBuildIsPrinted) {
  StartWithRunner();
  ASSERT_EQ(Ask("bots submit " + Folder("mybot", "1", "./greedy_bot",
                                        "build = \"echo made it\"\n"))
                .exit_status,
            0);
  EXPECT_THAT(Ask("bots log mybot --build").output, HasSubstr("made it"));
}

// No message may hold such bytes: the stream of the runner would break.
TEST_F(SubmittedBotsTest, OutputThatIsNoTextIsToldAllTheSame) {
  StartWithRunner();
  // The text stands as in bot.toml, where \\ in quotation marks is a backslash.
  const std::string run =
      R"(sh -c 'printf \"bot\\377\\n\"; exec ./greedy_bot')";
  const std::string build = R"(build = "printf 'build\\377'")";
  ASSERT_EQ(
      Ask("bots submit " + Folder("mybot", "1", run, build + "\n")).exit_status,
      0);
  EXPECT_THAT(Ask("bots log mybot --build").output, HasSubstr("build\uFFFD"));
}

TEST_F(SubmittedBotsTest, WithoutARunnerAVersionWaits) {
  StartReferee();
  const Outcome submitted =
      Ask("bots submit --no-wait " + Folder("mybot", "1"));
  EXPECT_EQ(submitted.exit_status, 0) << submitted.errors;
  EXPECT_THAT(submitted.output, HasSubstr("mybot 1 waits to be built"));
  EXPECT_THAT(Ask("bots versions mybot").output,
              HasSubstr("waits for a runner that has binary and is free"));
  EXPECT_THAT(Ask("bots runners").output, HasSubstr("No runner is connected"));
}

TEST_F(SubmittedBotsTest, MistakesAreToldInWords) {
  StartReferee();
  ASSERT_EQ(Ask("bots submit --no-wait " + Folder("mybot", "1")).exit_status,
            0);
  EXPECT_THAT(Ask("bots versions mybto").errors,
              HasSubstr("did you mean \"mybot\"?"));
  EXPECT_THAT(Ask("bots activate mybot 7").errors,
              HasSubstr("mybot has no version 7; it has 1"));
  EXPECT_THAT(Ask("bots rollback mybot").errors,
              HasSubstr("no version of mybot is active"));
  EXPECT_THAT(Ask("bots submit nowhere").errors, HasSubstr("nowhere"));
  EXPECT_THAT(Ask("bots submit --bot other " + Path("mybot-1")).errors,
              HasSubstr("name = \"mybot\""));
  fs::create_directory(Path("empty"));
  EXPECT_THAT(Ask("bots submit " + Path("empty")).errors,
              HasSubstr("there is no " + Path("empty/bot.toml")));
  EXPECT_EQ(Ask("bots retire mybot 1 --reason x").exit_status, 2);
}

TEST_F(SubmittedBotsTest, SameFolderIsTheSameVersion) {
  StartReferee();
  const std::string submit = "bots submit --no-wait " + Folder("mybot", "1");
  ASSERT_EQ(Ask(submit).exit_status, 0);
  ASSERT_EQ(Ask(submit).exit_status, 0);
  EXPECT_EQ(States("mybot").size(), 1u);
  Write("mybot-1/more", "x");
  EXPECT_THAT(Ask(submit).errors, HasSubstr("another version in bot.toml"));
}

}  // namespace
}  // namespace arena::cli
