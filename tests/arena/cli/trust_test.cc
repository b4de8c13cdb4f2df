// The arena program trusts the bots that it starts with nothing. A bot harms
// neither the other bots nor the competition.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/arena/cli/has_sandbox.h"
#include "tests/arena/cli/run_arena.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/program.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
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
  // Writes a tournament of these two programs and a built-in player.
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
  // All lines that all processes of a bot have printed to its logs.
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
  // The attacks that were a success. Without a sandbox, the attacks that only a
  // sandbox prevents are left out.
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
  EXPECT_EQ(Run("--json").Standings(), expected.Standings());
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
              HasSubstr("a random seed is used"));
  EXPECT_THAT(Arena(compare + std::string(64, '7') + " " + bots).errors,
              Not(HasSubstr("a random seed")));
  EXPECT_THAT(Arena(compare + "2026 random random").errors,
              Not(HasSubstr("a random seed")));
}

// ---- Tokens and folders ----

TEST_F(TrustTest, EachBotHasATokenAndAFolderOfItsOwn) {
  const std::string bot = Script("bot.sh",
                                 "echo $ARENA_TOKEN\n"
                                 "echo $(dirname $ARENA_TOKEN_FILE)\n"
                                 "stat -c %a $(dirname $ARENA_TOKEN_FILE)\n"
                                 "exec " +
                                     Program("random_bot"));
  const Outcome outcome =
      Arena(absl::StrCat("play -g ordo -q --bot-logs logs -b ", bot));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  const std::vector<std::string> one =
      absl::StrSplit(Read("logs/bot.log"), '\n');
  const std::vector<std::string> other =
      absl::StrSplit(Read("logs/bot-2.log"), '\n');
  ASSERT_GE(one.size(), 3u);
  ASSERT_GE(other.size(), 3u);
  EXPECT_THAT(one[0], HasSubstr("ptln_"));
  EXPECT_NE(one[0], other[0]);
  EXPECT_NE(one[1], other[1]);
  EXPECT_EQ(one[2], "700");
  EXPECT_EQ(other[2], "700");
}

TEST_F(TrustTest, BeyondTheSocketTheFolderOfTheRefereeIsEmpty) {
  const std::string bot =
      Script("bot.sh",
             "folder=$(dirname ${ARENA_ADDRESS#unix:})\n"
             "echo beside: $(ls -A $folder), above: $(stat -c %a $folder/..)\n"
             "exec " +
                 Program("random_bot"));
  for (const std::string sandbox : {"auto", "never"}) {
    const Outcome outcome =
        Arena(absl::StrCat("play -g ordo -q --bot-output --sandbox ", sandbox,
                           " -b random,", bot));
    EXPECT_THAT(outcome.errors, HasSubstr("beside: socket, "));
    const std::string mode = sandbox == "never" ? "700" : "";
    EXPECT_THAT(outcome.errors, HasSubstr("above: " + mode));
  }
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

class WallsTest : public TrustTest {
 protected:
  void SetUp() override {
    if (!HasSandbox()) GTEST_SKIP() << "bubblewrap is missing or does not work";
  }
  // The output of a bot that runs this script.
  std::string Said(const std::string& script, const std::string& flags = "") {
    return Arena(absl::StrCat("play -g ordo -q --bot-output ", flags,
                              " -b random,",
                              Script("bot.sh", script + "\nexit 3")))
        .errors;
  }
};

TEST_F(WallsTest, HidesTheDataAndTheFoldersOfOthers) {
  const std::string look =
      Script("look",
             "for folder in data data/bot-logs arena-* logs; do\n"
             "  ls -A $folder 2>/dev/null | sed 's/^/sees /'\n"
             "done\n"
             "echo looked; exit 3");
  WriteCup(look, look);
  const Outcome outcome = Run("-q --bot-output --data data");
  EXPECT_THAT(outcome.errors, HasSubstr("looked"));
  // Each bot sees its own folder, and nothing in it.
  EXPECT_THAT(outcome.errors, Not(ContainsRegex("\\[eve@[0-9]\\] sees bob")));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("sees referee")));
  EXPECT_THAT(outcome.errors, Not(HasSubstr(".log\n")));
}

TEST_F(WallsTest, ABotIsAUserOfItsOwn) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give it one";
  // The bot does not know root, so files of root belong to nobody.
  EXPECT_THAT(Said("stat -c owner=%u /usr"), HasSubstr("owner=65534"));
}

TEST_F(WallsTest, NothingOfTheMachineIsThere) {
  const std::string said =
      Said("for place in /etc/shadow /var/lib /var/log /boot /root/.ssh "
           "$HOME/.bashrc; do [ -e $place ] && echo there: $place; done\n"
           "echo looked");
  EXPECT_THAT(said, HasSubstr("looked"));
  EXPECT_THAT(said, Not(HasSubstr("there:")));
}

TEST_F(WallsTest, AProgramThatMissesAFileIsToldWhichFlagAddsIt) {
  fs::create_directories(Path("far/away"));
  Write("far/away/model", "strong");
  fs::create_directories(Path("bots"));
  const std::string script = "cat " + Path("far/away/model") + "; exit 3";
  fs::rename(Script("bot", script), Path("bots/bot"));
  const std::string play = "play -g ordo -q -b random,bots/bot ";
  EXPECT_THAT(Arena(play).errors,
              AllOf(HasSubstr("No such file"), HasSubstr("--readable FOLDER")));
  EXPECT_THAT(Arena(play + "--readable far").errors, HasSubstr("strong"));
}

TEST_F(WallsTest, ABotMayLieBesideRecordsAndNotBesideData) {
  fs::copy_file(Program("random_bot"), Path("bot"));
  EXPECT_EQ(Arena("play -g ordo -q --record-dir . -b random,./bot").errors, "");
  WriteCup("./bot", "./bot");
  EXPECT_THAT(Run("-q --data .").errors,
              HasSubstr("files that no bot may read"));
}

TEST_F(WallsTest, TheNetworkIsAFlagThatTheResultRecords) {
  const std::string play = "play -g ordo -b random," + Program("random_bot");
  EXPECT_EQ(Arena(play + " --json").Json()["sandbox"]["network"], false);
  const Outcome outcome = Arena(play + " --json --network");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.Json()["sandbox"]["network"], true);
  EXPECT_THAT(Arena(play + " --network").output,
              HasSubstr("sandbox bubblewrap, with the network\n"));
  EXPECT_THAT(Said("grep -c : /proc/net/dev"), HasSubstr("[bot] 1\n"));
}

TEST_F(WallsTest, AComparisonAndATournamentRecordItToo) {
  const std::string bot = Program("random_bot");
  EXPECT_EQ(
      Arena("compare -g ordo --max-sets 10 --json --network random " + bot)
          .Json()["sandbox"]["network"],
      true);
  WriteCup(bot, bot);
  EXPECT_EQ(Run("--json --network").Json()["sandbox"]["network"], true);
  EXPECT_THAT(Run("--network").output,
              HasSubstr("Sandbox of the bots: bubblewrap, with the network"));
}

TEST_F(WallsTest, ABotWithoutEnoughMemoryEnds) {
  EXPECT_THAT(Said("head -c 200000000 /dev/zero | tail -c 200000000 | wc -c; "
                   "echo status $?",
                   "--bot-memory 64MiB"),
              Not(HasSubstr("200000000")));
  EXPECT_THAT(Arena("play -g ordo --bot-memory 64 -b random").errors,
              HasSubstr("512MiB"));
}

TEST_F(WallsTest, TheNextOneRemovesWhatAKilledOneHasLeft) {
  const std::string bot =
      Script("bot.sh", "echo waits; exec tail -f /dev/null");
  const auto run = testing::StartProgram(
      {"env", "-C", Path(""), "TMPDIR=" + Path(""), Program("arena"), "play",
       "-g", "ordo", "-q", "--bot-output", "-b", "random," + bot},
      /*ready_prefix=*/"[bot] waits");
  testing::AwaitReady(*run);
  run->Signal(SIGKILL);
  run->Wait();
  const auto left = [this] {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(Path(""))) {
      count += fs::exists(entry.path() / "cgroups");
    }
    return count;
  };
  EXPECT_EQ(left(), 1);
  Arena("play -g ordo -q -b random," + Program("random_bot"));
  EXPECT_EQ(left(), 0);
}

// ---- Without a sandbox ----

class NoSandboxTest : public TrustTest {
 protected:
  // Runs arena where bubblewrap is not found.
  Outcome Play(const std::string& flag) const {
    const auto run = testing::StartProgram(
        {"/usr/bin/env", "-C", Path(""), "COLUMNS=10000", "TMPDIR=" + Path(""),
         "PATH=" + Path("nowhere"), "/bin/sh", "-c",
         Program("arena") + " play -g ordo --json --sandbox " + flag +
             " -b random," + Program("random_bot") + " > result"});
    const std::string end = testing::AwaitEnd(*run);
    run->FinishReading();
    return {end == "exit status 0" ? 0 : 1, Read("result"), run->LastLines()};
  }
};

TEST_F(NoSandboxTest, BotsRunAllTheSameAndTheResultSaysSo) {
  const Outcome outcome = Play("auto");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("without a sandbox"));
  EXPECT_EQ(outcome.Json()["sandbox"]["kind"], "none");
}

TEST_F(NoSandboxTest, WhatIsNeededIsSaid) {
  const Outcome outcome = Play("always");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("--sandbox always: "),
                                    HasSubstr("Debian package bubblewrap")));
}

TEST_F(NoSandboxTest, WhoAsksForNoneIsNotTold) {
  const Outcome outcome = Play("never");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.errors, "");
  EXPECT_EQ(outcome.Json()["sandbox"]["kind"], "none");
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
  // The last token is of a process that no other process has followed.
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
             "  sed 's/^/finds /' $ARENA_TOKEN_FILE; rm $ARENA_TOKEN_FILE\n"
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
         "--isolation", "none", "--bot-output", "-q", "--readable",
         testing::InBuild("bin")},
        /*ready_prefix=*/"[bob] waits");
    testing::AwaitReady(*run);
    run->Signal(SIGKILL);
    run->Wait();
  }
  EXPECT_TRUE(fs::is_symlink(Path("data/bots")));
  Write("again", "");
  const Outcome outcome = Run("-q --data data --isolation none --bot-output");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("[bob] finds the session of bob\n"));
  EXPECT_FALSE(fs::is_symlink(Path("data/bots")));
}

}  // namespace
}  // namespace arena::cli
