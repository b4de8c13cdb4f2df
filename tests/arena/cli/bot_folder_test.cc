// Bots that are folders with bot.toml: play, compare and tournament run build
// the bots and run them in a sandbox, as a referee does.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/arena/cli/has_sandbox.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class BotFolderTest : public ArenaTest {
 protected:
  void SetUp() override {
    if (!HasSandbox()) GTEST_SKIP() << "bubblewrap is missing or does not work";
  }
  // A folder with one of our programs and a bot.toml for it.
  std::string Folder(const std::string& name, const std::string& program,
                     const std::string& run, const std::string& more = "") {
    const fs::path folder = Path(name);
    fs::create_directory(folder);
    fs::copy_file(Program(program), folder / program);
    Write(name + "/bot.toml",
          absl::StrCat("name = \"", name, "\"\nversion = \"1\"\n",
                       "runtime = \"binary\"\nrun = \"", run, "\"\n",
                       "games = [\"octrix\", \"ordo\", \"seconds\"]\n", more));
    return folder;
  }
};

TEST_F(BotFolderTest, PlaysInEverySeat) {
  const std::string dice = Folder("dice", "random_bot", "./random_bot");
  const Outcome outcome =
      Arena("play -g seconds -n 2 --json --bots " + dice + ",greedy," + dice +
            ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.Json()["matchesWithResult"], 2);
}

TEST_F(BotFolderTest, IsBuiltFirst) {
  const std::string dice =
      Folder("dice", "random_bot", "./built",
             "build = [\"cp random_bot built\", \"chmod +x built\"]\n");
  const Outcome outcome = Arena("play -g ordo --bots " + dice + ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_FALSE(fs::exists(dice + "/built"));
}

TEST_F(BotFolderTest, ABuildThatFailsIsShown) {
  const std::string dice = Folder("dice", "random_bot", "./random_bot",
                                  "build = \"ls no-such-file\"\n");
  const Outcome outcome = Arena("play -g ordo --bots " + dice + ",random");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("`ls no-such-file`"));
  EXPECT_THAT(outcome.errors, HasSubstr("exit status 2"));
  EXPECT_THAT(outcome.errors, HasSubstr("cannot access 'no-such-file'"));
}

TEST_F(BotFolderTest, FindsWhatIsOffered) {
  const std::string dice = Folder("dice", "random_bot", "lift ./random_bot");
  fs::create_directories(Path("offer/bin"));
  Write("offer/bin/lift", "#!/bin/sh\nexec \"$@\"\n");
  fs::permissions(Path("offer/bin/lift"), fs::perms(0755));
  const Outcome outcome = Arena("play -g ordo --offer binary=" + Path("offer") +
                                " --bots " + dice + ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
}

TEST_F(BotFolderTest, ThatNeedsWhatIsNotHereIsNotWaitedFor) {
  const std::string far = Folder("far", "random_bot", "./random_bot");
  Write("far/bot.toml",
        "name = \"far\"\nversion = \"1\"\nimage = \"example.org/far:1\"\n"
        "games = [\"ordo\"]\n");
  const Outcome outcome = Arena("play -g ordo --bots " + far + ",random");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors,
              HasSubstr("the bot.toml of far has the runtime image, which bots "
                        "do not find here; they find "));
}

TEST_F(BotFolderTest, AnOfferIsAFolder) {
  for (const auto& [offer, words] :
       std::vector<std::pair<std::string, std::string>>{
           {"go", "\"go\" offers nothing; expected RUNTIME=FOLDER"},
           {"go=nowhere", "there is no folder \"nowhere\" to offer for go"}}) {
    const Outcome outcome =
        Arena("play -g ordo --bots random,random --offer " + offer);
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_THAT(outcome.errors, HasSubstr(words));
  }
}

// The bot plays a match on the author's machine as in an arena.
TEST_F(BotFolderTest, SeesNothingOfTheMachine) {
  const std::string spy = Folder("spy", "random_bot", "./spy.sh");
  Write("spy/spy.sh",
        "#!/bin/sh\n"
        "ls " + Path("secret") + " && exit 3\n"
        "[ -z \"$ARENA_TOKEN\" ] || exit 4\n"
        "touch trace && exit 5\n"
        "exec ./random_bot\n");
  fs::permissions(spy + "/spy.sh", fs::perms::owner_all);
  Write("secret", "");
  const Outcome outcome = Arena("play -g ordo --bots " + spy + ",random");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
}

TEST_F(BotFolderTest, ThatRemembersGainsNothing) {
  const std::string cheat =
      Folder("cheat", "rememberer", "./rememberer --again");
  const std::string honest = Folder("honest", "rememberer", "./rememberer");
  const Outcome outcome = Arena(absl::StrCat(
      "compare --json --max-sets 10 --delta 0.3 --placements all --seed ",
      "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b ",
      cheat, " ", honest, " --game seconds -o winner=highest"));
  EXPECT_LE(outcome.exit_status, 1) << outcome.errors;
  EXPECT_EQ(outcome.Json()["faults"], 0) << outcome.output << outcome.errors;
  EXPECT_EQ(outcome.Json()["rankPointMean"], 0) << outcome.output;
  EXPECT_EQ(outcome.Json()["scoreMean"], 0) << outcome.output;
}

TEST_F(BotFolderTest, PlaysInATournament) {
  const std::string dice = Folder("dice", "random_bot", "./random_bot");
  Write("cup.toml",
        "name = \"cup\"\n"
        "[[bot]]\nname = \"dice\"\ncommand = \"" + dice + "\"\n"
        "[[bot]]\nname = \"luck\"\nbuilt_in = \"random\"\n"
        "[[event]]\nname = \"o\"\ngame = \"ordo\"\nformat = \"round_robin\"\nsets = 2\n");
  const Outcome outcome =
      Arena("tournament run --json " + Path("cup.toml"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
}

TEST_F(BotFolderTest, ThatNeverStartsIsNotWaitedFor) {
  const std::string lame = Folder("lame", "random_bot", "./lame.sh");
  Write("lame/lame.sh", "#!/bin/sh\necho no engine here >&2\nexit 3\n");
  fs::permissions(lame + "/lame.sh", fs::perms::owner_all);
  const std::string dice = Folder("dice", "random_bot", "./random_bot");
  Write("cup.toml",
        "name = \"cup\"\n"
        "[[bot]]\nname = \"lame\"\ncommand = \"" + lame + "\"\n"
        "[[bot]]\nname = \"luck\"\nbuilt_in = \"random\"\n"
        "[[event]]\nname = \"o\"\ngame = \"ordo\"\nformat = \"round_robin\"\nsets = 2\n");
  for (const std::string& command :
       {"play -g ordo --bots " + lame + ",random",
        "compare --game ordo --max-sets 10 " + lame + " " + dice,
        "tournament run " + Path("cup.toml")}) {
    const Outcome outcome = Arena(command);
    EXPECT_EQ(outcome.exit_status, 1) << command;
    EXPECT_THAT(outcome.errors,
                AllOf(HasSubstr("the bot lame"),
                      HasSubstr("does not come to its matches"),
                      HasSubstr("exit status 3"),
                      HasSubstr("no engine here"),
                      HasSubstr("comes from --offer RUNTIME=FOLDER")))
        << command;
  }
}

TEST_F(BotFolderTest, PassesOnItsOutput) {
  const std::string loud = Folder("loud", "random_bot", "./loud.sh");
  Write("loud/loud.sh", "#!/bin/sh\necho hello there\nexec ./random_bot\n");
  fs::permissions(loud + "/loud.sh", fs::perms::owner_all);
  const std::string line = "[loud] hello there\n";
  const Outcome played = Arena("play -g ordo -n 2 --bot-output --bot-logs " +
                               Path("logs") + " --bots " + loud + ",random");
  EXPECT_EQ(played.exit_status, 0) << played.errors;
  // The line comes once for each match.
  const size_t first = played.errors.find(line);
  ASSERT_NE(first, std::string::npos) << played.errors;
  EXPECT_NE(played.errors.find(line, first + 1), std::string::npos);
  EXPECT_THAT(Read("logs/loud.log"), HasSubstr("hello there"));
  const Outcome compared = Arena(
      "compare --game ordo --max-sets 10 --bot-output " + loud + " " +
      Folder("dice", "random_bot", "./random_bot"));
  EXPECT_THAT(compared.errors, HasSubstr(line));
}

// A process that is dear to start plays several matches, if bot.toml allows it.
TEST_F(BotFolderTest, MayPlaySeveralMatchesInOneProcess) {
  const std::string dear = Folder("dear", "random_bot", "./dear.sh",
                                  "isolation = \"seats\"\n");
  Write("dear/dear.sh", "#!/bin/sh\necho started\nexec ./random_bot\n");
  fs::permissions(dear + "/dear.sh", fs::perms::owner_all);
  const auto starts = [&](const std::string& isolation) {
    const Outcome played =
        Arena("play -g ordo -n 20 --bot-output --isolation " + isolation +
              " --bots " + dear + ",random");
    EXPECT_EQ(played.exit_status, 0) << played.errors;
    const std::vector<std::string> parts =
        absl::StrSplit(played.errors, "[dear] started");
    return parts.size() - 1;
  };
  // A few processes play at a time.
  const size_t for_several = starts("seats");
  EXPECT_GE(for_several, 1);
  EXPECT_LE(for_several, 12);
  EXPECT_EQ(starts("matches"), 20);
}

TEST_F(BotFolderTest, WithoutADescriptionIsNoBot) {
  fs::create_directory(Path("empty"));
  const Outcome outcome =
      Arena("play -g ordo --bots " + Path("empty") + ",random");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("there is no " + Path("empty/bot.toml")));
}

TEST_F(BotFolderTest, AMistakeInItsDescriptionIsNamedWithItsLine) {
  const std::string dice = Folder("dice", "random_bot", "./random_bot",
                                  "memory = 5\n");
  const Outcome outcome = Arena("play -g ordo --bots " + dice + ",random");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("bot.toml:6"));
}

TEST_F(BotFolderTest, TwoFoldersHaveDifferentNames) {
  const std::string dice = Folder("dice", "random_bot", "./random_bot");
  const std::string other = Folder("other", "random_bot", "./random_bot");
  fs::copy_file(dice + "/bot.toml", other + "/bot.toml",
                fs::copy_options::overwrite_existing);
  const Outcome outcome =
      Arena("play -g ordo --bots " + dice + "," + other);
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("have the same name, \"dice\""));
}

}  // namespace
}  // namespace arena::cli
