// arena play with bots that are programs.
#include <gmock/gmock.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/arena/cli/run_arena.h"
#include "tests/testing/program.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;

class PlayWithProgramsTest : public ArenaTest {
 protected:
  // The folder that a private referee has left, if there is one.
  std::string Leftover() const {
    for (const auto& entry : std::filesystem::directory_iterator(Path(""))) {
      const std::string name = entry.path().filename();
      if (name.rfind("arena-", 0) == 0) return name;
    }
    return "";
  }
};

TEST_F(PlayWithProgramsTest, ProgramsAndBuiltInPlayersPlayTogether) {
  const Outcome outcome =
      Arena("play -g octrix --json -b " + Program("random_bot") + ",greedy," +
            Program("greedy_bot") + ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const auto json = outcome.Json();
  EXPECT_EQ(json["matchesWithResult"], 1);
  EXPECT_EQ(json["matches"][0]["result"]["termination"], "TERMINATION_NORMAL");
  EXPECT_FALSE(json["matches"][0]["result"].contains("faults"));
}

TEST_F(PlayWithProgramsTest, SameProgramInTwoSeatsHasTwoNames) {
  const auto json =
      Arena("play -g ordo --json -b " + Program("random_bot")).Json();
  EXPECT_EQ(json["seats"][0]["bot"], "random_bot");
  EXPECT_EQ(json["seats"][1]["bot"], "random_bot-2");
}

TEST_F(PlayWithProgramsTest, AProgramWithAReservedNameGetsAnother) {
  const std::string bot = "exec " + Program("random_bot");
  const auto json =
      Arena("play -g octrix --seats 4 --json -b " + Script("Random.sh", bot) +
            "," + Script(".a.sh", bot) + "," + Script("bob", bot) + "," +
            Script("Bob", bot))
          .Json();
  EXPECT_EQ(json["seats"][0]["bot"], "bot_Random");
  EXPECT_EQ(json["seats"][1]["bot"], "bot_.a");
  EXPECT_EQ(json["seats"][2]["bot"], "bob");
  EXPECT_EQ(json["seats"][3]["bot"], "Bob-2");
}

// The smallest bot of arena/bridge/README.md.
constexpr char kSmallest[] = R"(while read -r line; do
  case "$line" in
    '{"matchStart"'*) echo '{"ready":{}}' ;;
    '{"prompt"'*DECISION_KIND_MUST*) echo "${ANSWER:-{\"act\":{\"index\":0\}\}}" ;;
  esac
done)";

TEST_F(PlayWithProgramsTest, AProgramBehindABridgeGivesTheName) {
  const Outcome outcome =
      Arena("play -g octrix --json -b greedy --bot '" + Program("arena") +
            " bridge -- " + Script("my_bot.sh", kSmallest) + "'");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const auto json = outcome.Json();
  EXPECT_EQ(json["seats"][1]["bot"], "my_bot") << outcome.output;
  EXPECT_EQ(json["seats"][1]["faults"], 0);
}

TEST_F(PlayWithProgramsTest, ABridgeDoesNotConnectForAProgramThatCannotStart) {
  const std::string script = Script("my_bot.sh", kSmallest);
  std::filesystem::permissions(script, std::filesystem::perms::owner_read);
  const Outcome outcome = Arena("bridge -- " + script);
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("it is not an executable file"));
  EXPECT_THAT(Arena("bridge -- /bin").errors,
              HasSubstr("it is not an executable file"));
  EXPECT_THAT(Arena("bridge -- ./nothing").errors,
              HasSubstr("there is no such file"));
}

TEST_F(PlayWithProgramsTest, TheLastWordsOfABridgeQuoteTheWrongLine) {
  const Outcome outcome = Arena(
      "play -g octrix -b greedy --bot '" + Program("arena") + " bridge -- " +
      Script("my_bot.sh", absl::StrCat("ANSWER='the queen'\n", kSmallest)) +
      "'");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("the program wrote `the queen`: it is no "
                                        "JSON; expected one object"));
}

TEST_F(PlayWithProgramsTest, RecordsOfASeriesVerify) {
  ASSERT_EQ(Arena("play -g octrix -n 3 --record-dir d -b random,random," +
                  Program("random_bot"))
                .exit_status,
            0);
  const Outcome outcome = Arena("verify --json d/*.record");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.Json().size(), 3u);
}

TEST_F(PlayWithProgramsTest, NothingIsLeftWhenNobodyReadsTheOutput) {
  const auto shell = testing::StartProgram(
      {"/bin/sh", "-c",
       "cd " + Path("") + " && TMPDIR=" + Path("") + " " + Program("arena") +
           " play -g octrix -n 1000 -b random,random," + Program("random_bot") +
           " 2>said | head -n 1"});
  EXPECT_EQ(testing::AwaitEnd(*shell), "exit status 0");
  EXPECT_EQ(Leftover(), "");
}

TEST_F(PlayWithProgramsTest, DealsFollowFromTheSeed) {
  const std::string play = "play -g octrix --seed 5 -b random,random," +
                           Program("random_bot") + " --record ";
  Arena(play + "a");
  Arena("play -g octrix --seed 5 -b random,random,random --record b");
  const auto FirstDeal = [&](const std::string& record) {
    const std::string text = Arena("replay " + record).output;
    const size_t begin = text.find("before decision 1 ");
    return text.substr(begin, text.find("\n   1  ") - begin);
  };
  ASSERT_THAT(FirstDeal("a"), HasSubstr("before decision 1 "));
  EXPECT_EQ(FirstDeal("a"), FirstDeal("b"));
}

// A bot's choices follow from the seed and from nothing that others know. Bots
// know no more of the seed than the commitment.
TEST_F(PlayWithProgramsTest, WhatARandomBotChoosesFollowsFromTheSeed) {
  const auto Moves = [&](const std::string& seed, const std::string& record) {
    Arena("play -g ordo --seed " + seed + " -b first," +
          Program("random_bot") + " --record " + record);
    const std::string match =
        Arena("export --format notation " + record).output;
    return match.substr(match.find("\n\n"));
  };
  const std::string moves = Moves("5", "a");
  EXPECT_THAT(moves, Not(IsEmpty()));
  EXPECT_EQ(Moves("5", "b"), moves);
  EXPECT_NE(Moves("6", "c"), moves);
}

TEST_F(PlayWithProgramsTest, QuotedArgumentsReachTheProgram) {
  const std::string bot =
      Script("bot.sh", "printf '<%s>' \"$@\" >&2; echo >&2; exit 3");
  const Outcome outcome =
      Arena("play -g ordo -b \"" + bot + " 'a, b' c,random\"");
  EXPECT_THAT(outcome.errors, HasSubstr("<a, b><c>"));
}

TEST_F(PlayWithProgramsTest, SingleBotKeepsItsCommas) {
  const std::string bot =
      Script("bot.sh", "printf '<%s>' \"$@\" >&2; echo >&2; exit 3");
  const Outcome outcome =
      Arena("play -g ordo -b random --bot '" + bot + " a,b'");
  EXPECT_THAT(outcome.errors, HasSubstr("<a,b>"));
}

TEST_F(PlayWithProgramsTest, OutputOfBotsIsPassedOnIfAskedFor) {
  const std::string bot =
      Script("noisy.sh", "echo hello >&2; exec " + Program("random_bot"));
  const Outcome outcome = Arena("play -g ordo --bot-output -b random," + bot);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("[noisy] hello"));
}

TEST_F(PlayWithProgramsTest, OutputOfBotsIsKeptIfAskedFor) {
  const std::string bot =
      Script("noisy.sh", "echo hello >&2; exec " + Program("random_bot"));
  Arena("play -g ordo -q --bot-logs logs -b random," + bot);
  EXPECT_THAT(Read("logs/noisy.log"), HasSubstr("hello"));
}

TEST_F(PlayWithProgramsTest, OnlyTheLastOfTheOutputIsKept) {
  const std::string bot = Script(
      "chatty.sh",
      "i=0; while [ $i -lt 9000 ]; do echo line number $i; i=$((i+1)); done;"
      "exit 3");
  Arena("play -g ordo --bot-logs logs -b random," + bot);
  const std::string log = Read("logs/chatty.log");
  EXPECT_GE(log.size(), 32u * 1024);
  EXPECT_LE(log.size(), 64u * 1024);
  EXPECT_EQ(log.substr(0, 12), "line number ");
  EXPECT_THAT(log, HasSubstr("line number 8999\n"));
}

TEST_F(PlayWithProgramsTest, AFolderThatCannotBeMadeIsNamed) {
  const Outcome outcome = Arena("play -g ordo --bot-logs /proc/x -b random," +
                                Program("random_bot"));
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("/proc/x/random_bot.log"));
}

TEST_F(PlayWithProgramsTest, WithoutProgramsThereIsNothingToKeep) {
  const Outcome outcome =
      Arena("play -g ordo --bot-logs logs -b random,greedy --record-dir made");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("all players are built in"));
  EXPECT_FALSE(std::filesystem::exists(Path("made")));
}

// ---- Bots that fail ----

TEST_F(PlayWithProgramsTest, ABotAtFaultIsNamedWithItsLastWords) {
  // The bot stops as soon as it is connected, long before the last match.
  const std::string bot =
      Script("stuck.sh",
             "sh -c 'echo $$ > $TMPDIR/pid; exec " + Program("random_bot") +
                 "' 2>&1 | { read line; kill -STOP $(cat $TMPDIR/pid);"
                 " echo deep in thought; cat > /dev/null; }");
  const Outcome outcome = Arena(
      "play -g ordo -n 30 --clock 50ms --start 50ms --bot-logs logs -b "
      "random," +
      bot);
  EXPECT_THAT(outcome.errors, HasSubstr(bot + ") had "));
  EXPECT_THAT(outcome.errors, HasSubstr(" not-ready"));
  EXPECT_THAT(outcome.output, HasSubstr("its set-up took longer than --start"));
  EXPECT_THAT(outcome.errors, HasSubstr("deep in thought"));
  EXPECT_THAT(outcome.errors, HasSubstr("more in logs/stuck.log"));
}

TEST_F(PlayWithProgramsTest, CrashNamesCommandStatusAndLastWords) {
  const std::string bot = Script("crash.sh", "echo out of ideas >&2; exit 3");
  const Outcome outcome = Arena("play -g ordo -b random," + bot);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr(bot));
  EXPECT_THAT(outcome.errors, HasSubstr("exit status 3"));
  EXPECT_THAT(outcome.errors, HasSubstr("out of ideas"));
}

TEST_F(PlayWithProgramsTest, SignalIsNamed) {
  const std::string bot = Script("crash.sh", "kill -SEGV $$");
  const Outcome outcome = Arena("play -g ordo -b random," + bot);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("signal 11"));
}

TEST_F(PlayWithProgramsTest, OnlyTheLastLinesAreKept) {
  const std::string bot = Script(
      "chatty.sh",
      "i=0; while [ $i -lt 1000 ]; do echo line $i; i=$((i+1)); done; exit 3");
  const Outcome outcome = Arena("play -g ordo -b random," + bot);
  EXPECT_THAT(outcome.errors, HasSubstr("line 999"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("line 500\n")));
}

TEST_F(PlayWithProgramsTest, BotThatNeverConnectsIsNamed) {
  const std::string bot = Script("silent.sh", "exec tail -f /dev/null");
  const Outcome outcome =
      Arena("play -g ordo --connect-timeout 100ms -b random," + bot);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr(bot));
  EXPECT_THAT(outcome.errors, HasSubstr("has not connected"));
  EXPECT_THAT(outcome.errors, HasSubstr("has printed nothing"));
}

TEST_F(PlayWithProgramsTest, BotUnderAnotherNameIsExplained) {
  const Outcome outcome = Arena("play -g ordo -b random,'" +
                                Program("random_bot") + " --name alice'");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("the token belongs to bot "));
  EXPECT_THAT(outcome.errors, HasSubstr("not as \"alice\""));
}

TEST_F(PlayWithProgramsTest, BotThatDoesNotPlayTheGameIsExplained) {
  const Outcome outcome =
      Arena("play -g ordo --connect-timeout 2s -b random,'" +
            Program("random_bot") + " --games octrix'");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("random_bot does not play ordo"));
}

TEST_F(PlayWithProgramsTest, CrashInTheMatchIsNoticed) {
  // The bot dies as soon as it is connected, long before the last match.
  const std::string bot =
      Script("mortal.sh",
             Program("random_bot") + " 2>&1 | { read line; kill -KILL 0; }");
  const Outcome outcome = Arena("play -g ordo -n 30 -q -b random," + bot);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("signal 9"));
}

TEST_F(PlayWithProgramsTest, NothingIsLeftBehind) {
  const std::string bot =
      Script("stubborn.sh",
             "echo $$ > pid; trap '' TERM; exec " + Program("random_bot"));
  // In a sandbox, processes have other numbers.
  const Outcome outcome =
      Arena("play -g ordo --sandbox never -b random," + bot);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(Leftover(), "");
  ASSERT_THAT(Read("pid"), MatchesRegex("[0-9]+\n"));
  const std::string pid = Read("pid");
  EXPECT_FALSE(
      std::filesystem::exists("/proc/" + pid.substr(0, pid.size() - 1)));
}

}  // namespace
}  // namespace arena::cli
