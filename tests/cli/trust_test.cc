// Bots that this program starts are trusted with nothing: what one of them can
// do to the others and to the competition.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/cli/has_sandbox.h"
#include "tests/cli/run_arena.h"
#include "tests/testing/program.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kEvents[] = R"(
[[bot]]
name = "keen"
built_in = "greedy"
[[event]]
name = "ordo"
game = "ordo"
sets = 2
)";

class TrustTest : public ArenaTest {
 protected:
  // A tournament of these two programs, and a built-in player.
  void WriteCup(const std::string& eve, const std::string& bob) const {
    std::string cup =
        "name = \"cup\"\nseed = \"" + std::string(64, '7') + "\"\n";
    for (const auto& [name, command] :
         {std::pair("eve", eve), std::pair("bob", bob)}) {
      absl::StrAppend(&cup, "[[bot]]\nname = \"", name, "\"\ncommand = \"",
                      command, "\"\n");
    }
    Write("cup.toml", cup + kEvents);
  }
  Outcome Run(const std::string& flags) const {
    return Arena("tournament run " + Path("cup.toml") + " " + flags);
  }
  // What has been printed to the logs of a bot, by all of its processes.
  std::string Said(const std::string& logs, const std::string& bot) const {
    std::string said;
    for (const auto& entry : fs::directory_iterator(Path(logs))) {
      const std::string name = entry.path().filename();
      if (name == bot + ".log" || absl::StartsWith(name, bot + "@")) {
        said += Read(logs + "/" + name);
      }
    }
    return said;
  }
  // The attacks that were a success, without what only a sandbox prevents if
  // there is none.
  static std::vector<std::string> Successes(const std::string& said) {
    std::vector<std::string> successes;
    for (const absl::string_view line : absl::StrSplit(said, '\n')) {
      if (absl::StartsWith(line, "SUCCESS") &&
          (HasSandbox() ||
           !absl::StrContains(line, "as a program of the same user"))) {
        successes.emplace_back(line);
      }
    }
    return successes;
  }
};

// ---- Attacks ----

TEST_F(TrustTest, InATournamentNoAttackSucceeds) {
  WriteCup(Program("saboteur"), Program("saboteur") + " --honest");
  const Outcome outcome = Run("-q --data data");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const std::string said = Said("data/bot-logs", "eve");
  EXPECT_THAT(said, HasSubstr("everything was tried"));
  EXPECT_THAT(said, HasSubstr("failure: cancel the match, with its own token"));
  EXPECT_THAT(said, HasSubstr("failure: play as bob"));
  EXPECT_THAT(said, HasSubstr("failure: play as eve"));
  EXPECT_THAT(said, HasSubstr("failure: watch a match, with its own token"));
  EXPECT_THAT(Successes(said), IsEmpty());
}

TEST_F(TrustTest, StandingsAreThoseOfTheHonestCopy) {
  const std::string honest = Program("saboteur") + " --honest";
  WriteCup(honest, honest);
  const Outcome expected = Run("--json");
  EXPECT_THAT(expected.output, HasSubstr("eve")) << expected.errors;
  WriteCup(Program("saboteur"), honest);
  EXPECT_EQ(Run("--json").output, expected.output);
}

TEST_F(TrustTest, InASeriesNoAttackSucceeds) {
  const std::string bot = Program("saboteur");
  const Outcome outcome = Arena("play -g ordo -q -n 2 --bot-logs logs -b '" +
                                bot + "," + bot + " --honest'");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const std::string said = Said("logs", "saboteur");
  EXPECT_THAT(said, HasSubstr("everything was tried"));
  EXPECT_THAT(Successes(said), IsEmpty());
}

TEST_F(TrustTest, InAComparisonNoAttackSucceeds) {
  const std::string bot = Program("saboteur");
  Arena("compare -g ordo --max-sets 10 --at-once 1 --bot-logs logs " + bot +
        " '" + bot + " --honest'");
  const std::string said = Said("logs", "saboteur");
  EXPECT_THAT(said, HasSubstr("everything was tried"));
  EXPECT_THAT(Successes(said), IsEmpty());
}

// ---- Seeds ----

TEST_F(TrustTest, ASeedThatBotsCouldGuessIsNotUsed) {
  const std::string bots = Program("random_bot") + " random";
  const std::string compare = "compare -g ordo --max-sets 10 --seed ";
  EXPECT_THAT(Arena(compare + "2026 " + bots).errors,
              HasSubstr("another one is drawn"));
  EXPECT_THAT(Arena(compare + std::string(64, '7') + " " + bots).errors,
              Not(HasSubstr("another one")));
  EXPECT_THAT(Arena(compare + "2026 random random").errors,
              Not(HasSubstr("another one")));
}

// ---- Tokens and folders ----

TEST_F(TrustTest, EachBotHasATokenAndAFolderOfItsOwn) {
  const std::string bot =
      Script("bot.sh",
             "echo $ARENA_TOKEN $(dirname $ARENA_TOKEN_FILE)"
             " >> $ARENA_BOT_NAME\n"
             "stat -c %a $(dirname $ARENA_TOKEN_FILE) >> modes\n"
             "exec " +
                 Program("random_bot"));
  const Outcome outcome = Arena("play -g ordo -q -b " + bot);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const std::vector<std::string> one = absl::StrSplit(Read("bot"), ' ');
  const std::vector<std::string> other = absl::StrSplit(Read("bot-2"), ' ');
  ASSERT_EQ(one.size(), 2u);
  ASSERT_EQ(other.size(), 2u);
  EXPECT_THAT(one[0], HasSubstr("ptln_"));
  EXPECT_NE(one[0], other[0]);
  EXPECT_NE(one[1], other[1]);
  EXPECT_EQ(Read("modes"), "700\n700\n");
}

TEST_F(TrustTest, BeyondTheSocketTheFolderOfTheRefereeIsEmpty) {
  const std::string bot =
      Script("bot.sh",
             "ls -A $(dirname ${ARENA_ADDRESS#unix:}) > seen\n"
             "stat -c %a $(dirname ${ARENA_ADDRESS#unix:}) > mode\n"
             "exec " +
                 Program("random_bot"));
  Arena("play -g ordo -q -b random," + bot);
  EXPECT_EQ(Read("seen"), "socket\n");
  EXPECT_EQ(Read("mode"), "700\n");
}

TEST_F(TrustTest, OtherUsersMayNotEnterTheDataFolder) {
  WriteCup(Program("random_bot"), Program("random_bot"));
  EXPECT_EQ(Run("-q --data some/data").exit_status, 0);
  EXPECT_EQ(fs::status(Path("some/data")).permissions(), fs::perms::owner_all);
}

// ---- The sandbox ----

TEST_F(TrustTest, InASandboxNothingIsFoundEither) {
  if (!HasSandbox()) GTEST_SKIP() << "bubblewrap is missing or does not work";
  const std::string bot = Program("saboteur");
  const Outcome outcome =
      Arena("play -g ordo -q -n 2 --sandbox always --bot-logs logs -b '" + bot +
            "," + bot + " --honest'");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const std::string said = Said("logs", "saboteur");
  EXPECT_THAT(said, HasSubstr("everything was tried"));
  EXPECT_THAT(said, Not(HasSubstr("SUCCESS")));
}

class FakeSandboxTest : public TrustTest {
 protected:
  // Instead of bubblewrap, a script that writes down its arguments.
  void SetUp() override {
    Script("bwrap",
           "echo \"$@\" >> wrapped\n"
           "while [ \"$1\" != -- ]; do shift; done; shift; \"$@\"");
  }
  // What arena prints, with that script on its PATH if `found`, and with these
  // values of --sandbox and further flags.
  std::string Play(bool found, const std::string& flag,
                   const std::string& bot = Program("random_bot")) const {
    const auto run = testing::StartProgram(
        {"/usr/bin/env", "-C", Path(""), "COLUMNS=10000", "TMPDIR=" + Path(""),
         "PATH=" + (found ? Path("") + ":/usr/bin:/bin" : Path("nowhere")),
         "/bin/sh", "-c",
         Program("arena") + " play -g ordo -q --sandbox " + flag +
             " -b random," + bot});
    const std::string end = testing::AwaitEnd(*run);
    run->FinishReading();
    return absl::StrCat(end, "; ", run->LastLines());
  }
};

TEST_F(FakeSandboxTest, HidesTheDataAndTheFoldersOfOthers) {
  EXPECT_THAT(Play(/*found=*/true, "auto"), HasSubstr("exit status 0"));
  EXPECT_THAT(Read("wrapped"),
              ContainsRegex("--tmpfs .*/arena-[^ ]* --tmpfs .*/arena-[^ ]* "
                            "--bind .*/arena-[^ ]*/random_bot "));
}

TEST_F(FakeSandboxTest, RootHasNoPowerInIt) {
  EXPECT_THAT(Play(/*found=*/true, "auto"), HasSubstr("exit status 0"));
  EXPECT_THAT(Read("wrapped"),
              ContainsRegex("--cap-drop ALL --dev-bind / / [^\n]*/random_bot"));
}

TEST_F(FakeSandboxTest, AProcessOfOneMatchLeavesNothingBehind) {
  EXPECT_THAT(Play(/*found=*/true, "auto --isolation matches"),
              HasSubstr("exit status 0"));
  EXPECT_THAT(Read("wrapped"),
              ContainsRegex("--cap-drop ALL --ro-bind / / [^\n]*--unshare-net "
                            "--unshare-ipc [^\n]*/random_bot"));
}

TEST_F(FakeSandboxTest, ASignalIsNamed) {
  EXPECT_THAT(Play(/*found=*/true, "auto", Script("crash", "kill -SEGV $$")),
              HasSubstr("has ended with signal 11"));
}

TEST_F(FakeSandboxTest, IsNotUsedIfItIsNotWanted) {
  EXPECT_THAT(Play(/*found=*/true, "never"), HasSubstr("exit status 0"));
  EXPECT_EQ(Read("wrapped"), "");
}

TEST_F(FakeSandboxTest, WithoutBubblewrapBotsRunAllTheSame) {
  EXPECT_THAT(Play(/*found=*/false, "auto"), HasSubstr("exit status 0"));
}

TEST_F(FakeSandboxTest, WhatIsNeededIsSaid) {
  const std::string said = Play(/*found=*/false, "always");
  EXPECT_THAT(said, HasSubstr("exit status 1"));
  EXPECT_THAT(said, HasSubstr("--sandbox always needs bubblewrap"));
}

TEST_F(TrustTest, ATournamentSaysOnceThatItHasNoSandbox) {
  WriteCup(Program("random_bot"), Program("random_bot"));
  const auto run = testing::StartProgram(
      {"/usr/bin/env", "-C", Path(""), "COLUMNS=10000",
       "PATH=" + Path("nowhere"),
       Program("arena"), "tournament", "run", Path("cup.toml"), "-q"});
  EXPECT_EQ(testing::AwaitEnd(*run), "exit status 0");
  run->FinishReading();
  EXPECT_THAT(run->LastLines(), HasSubstr("without a sandbox"));
}

// ---- Going on ----

TEST_F(TrustTest, TokensOfAnEarlierRunAreUseless) {
  const std::string bot = Script(
      "bot.sh", "echo $ARENA_TOKEN >> tokens; exec " + Program("random_bot"));
  WriteCup(bot, Program("random_bot"));
  ASSERT_EQ(Run("-q --data data --sandbox never").exit_status, 0);
  const std::string all = Read("tokens");
  // That of a process which was followed by none.
  const size_t begin = all.rfind('\n', all.size() - 2) + 1;
  const std::string last = all.substr(begin, all.size() - 1 - begin);
  ASSERT_EQ(Run("-q --data data --sandbox never").exit_status, 0);
  const auto referee =
      testing::StartProgram({Program("referee"), "--data", Path("data"),
                             "--listen", "unix:" + Path("socket")});
  ASSERT_NE(testing::AwaitReady(*referee), "");
  const Outcome outcome =
      Arena("bots list --address unix:" + Path("socket") + " --token " + last);
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("revoked"));
}

TEST_F(TrustTest, ABotFindsItsSessionWhenTheTournamentGoesOn) {
  const std::string bot =
      Script("bot.sh",
             "if [ -e again ]; then\n"
             "  mv $ARENA_TOKEN_FILE $ARENA_BOT_NAME.found\n"
             "  exec " +
                 Program("random_bot") +
                 "\n"
                 "fi\n"
                 "echo the session of $ARENA_BOT_NAME > $ARENA_TOKEN_FILE\n"
                 "echo waits; exec tail -f /dev/null");
  WriteCup(bot, bot);
  {
    const auto run = testing::StartProgram(
        {"env", "-C", Path(""), "TMPDIR=" + Path(""), Program("arena"),
         "tournament", "run", Path("cup.toml"), "--data", Path("data"),
         "--isolation", "none", "--bot-output", "-q"},
        /*ready_prefix=*/"[bob] waits");
    testing::AwaitReady(*run);
    run->Signal(SIGKILL);
    run->Wait();
  }
  EXPECT_TRUE(fs::is_symlink(Path("data/bots")));
  Write("again", "");
  const Outcome outcome = Run("-q --data data --isolation none");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(Read("bob.found"), "the session of bob\n");
  EXPECT_FALSE(fs::is_symlink(Path("data/bots")));
}

}  // namespace
}  // namespace arena::cli
