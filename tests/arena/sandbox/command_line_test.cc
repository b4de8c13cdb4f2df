// The parts of the machine that a command line's program can see.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/sandbox/special_files.h"
#include "tests/arena/sandbox/sandbox_testing.h"
#include "tests/arena/sandbox/victims.h"
#include "tests/testing/folders/folders.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CommandLineTest : public Sandboxing, public ::testing::Test {
 protected:
  void SetUp() override { Open(Kind::kBubblewrap); }
  void Write(const std::string& name, const std::string& text = "text") {
    fs::create_directories(fs::path(Path(name)).parent_path());
    std::ofstream(Path(name)) << text;
  }
  Job Script(const std::string& script) const {
    return MakeCommandLine({"sh", "-c", script});
  }
  std::string Said(const Job& job) {
    return absl::StrJoin(RunToEnd(job).lines, "; ");
  }
};

TEST_F(CommandLineTest, FindsItsFilesAtTheirPlace) {
  Write("bot/data");
  EXPECT_EQ(Said(Script("pwd; cat data; cat " + Path("bot/data"))),
            Path("bot") + "; texttext");
}

TEST_F(CommandLineTest, BeginsInAnEmptyFolderIfItMayNotReadIt) {
  Write("secret/file");
  Job job = Script("pwd; ls -A");
  job.command_line->current_folder = Path("secret");
  EXPECT_EQ(Said(job), Path("secret"));
}

TEST_F(CommandLineTest, WritesOnlyToMemoryAndItsOwnFolder) {
  Job job = Script("for place in . $HOME $TMPDIR /dev/shm " + Path("own") +
                   "; do "
                   "(echo text > $place/new) 2>/dev/null && echo $place; done");
  EXPECT_THAT(RunToEnd(job).lines,
              ElementsAre(Path("home"), "/tmp", "/dev/shm", Path("own")));
  EXPECT_TRUE(fs::exists(Path("own/new")));
  EXPECT_FALSE(fs::exists(Path("home")));
}

TEST_F(CommandLineTest, OwnsWhatIsLeftInItsOwnFolder) {
  const std::string script =
      "umask 077; cat session; echo again > session; ls -ld . | cut -c1-10";
  Job job = Script(absl::StrCat("cd ", Path("own"), "; ", script));
  chmod(Path("own").c_str(), 0700);
  Write("own/session", "token\n");
  chmod(Path("own/session").c_str(), 0600);
  EXPECT_EQ(Said(job), "token; drwx------");
  EXPECT_EQ(Said(job), "again; drwx------");
}

TEST_F(CommandLineTest, AFileCanBeReadWithoutItsFolder) {
  Write("other/model");
  Write("other/secret");
  Job job = Script("cat $0; ls " + Path("other"));
  job.command.push_back(Path("other/model"));
  job.readable.push_back(Path("other/model"));
  EXPECT_EQ(Said(job), "textmodel");
}

TEST_F(CommandLineTest, WhatIsHiddenIsEmptyUnderEachName) {
  Write("bot/data/results", "secret");
  Write("bot/token", "secret");
  fs::create_directory_symlink(Path("bot"), Path("link"));
  Job job = Script(
      "cat bot/token link/token bot/data/* link/data/*; "
      "ls bot/data; echo x > bot/data/new; echo end");
  job.command_line->current_folder = Path("");
  job.readable.push_back(Path("link"));
  job.command_line->hidden = {Path("bot/data"), Path("bot/token")};
  const std::string said = Said(job);
  EXPECT_THAT(said, ::testing::Not(HasSubstr("secret")));
  EXPECT_THAT(said, HasSubstr("Read-only"));
}

TEST_F(CommandLineTest, WhatIsInAClosedFolderNeedsNoCover) {
  Write("bot/closed/data/secret", "secret");
  chmod(Path("bot/closed").c_str(), 0700);
  const Descriptor socket = ListenAt(Path("bot/closed/socket"));
  Job job = Script("cat closed/data/secret; echo end");
  job.command_line->hidden = {Path("bot/closed/data")};
  const std::string said = Said(job);
  EXPECT_THAT(said, HasSubstr("end"));
  EXPECT_THAT(said, ::testing::Not(HasSubstr("secret; end")));
}

TEST_F(CommandLineTest, AFolderInAHiddenOneCanBeRead) {
  Write("bot/data/bots/mine");
  Job job = Script("ls data data/bots");
  job.command_line->hidden = {Path("bot/data")};
  job.readable.push_back(Path("bot/data/bots"));
  EXPECT_EQ(Said(job), "data:; bots; ; data/bots:; mine");
}

TEST_F(CommandLineTest, WhatItNeedsMustNotBeHidden) {
  Job job = Script("ls");
  job.command_line->hidden = {Path("bot")};
  EXPECT_THAT(sandbox_->Start(job).status().message(), HasSubstr(Path("bot")));
}

TEST_F(CommandLineTest, ALinkOutOfItsFolderIsFollowed) {
  Write("far/data");
  fs::create_symlink(Path("far/data"), Path("bot/link"));
  Job job = Script("cat link");
  job.readable.push_back(Path("far"));
  EXPECT_EQ(Said(job), "text");
}

TEST_F(CommandLineTest, HasItsVariablesAndNoOthers) {
  Job job = Script("echo $HOME $MORE; env | grep -c .");
  job.variables.push_back({"MORE", "text"});
  // The variables are PATH, HOME, TMPDIR, LANG, MORE, PWD, and two of the
  // shell.
  EXPECT_THAT(Said(job), HasSubstr(Path("home") + " text; "));
}

TEST_F(CommandLineTest, SpecialFilesAreFoundNearTheTopFirst) {
  EXPECT_THAT(*SpecialFilesIn({Path("bot")}), IsEmpty());
  fs::create_directories(Path("bot/deep"));
  const Descriptor socket = ListenAt(Path("bot/deep/socket"));
  mkfifo(Path("bot/pipe").c_str(), 0600);
  fs::create_symlink("pipe", Path("bot/link"));
  EXPECT_THAT(*SpecialFilesIn({Path("bot")}),
              ElementsAre(Path("bot/deep/socket"), Path("bot/pipe")));
  EXPECT_THAT(*SpecialFilesIn({Path("bot/pipe")}),
              ElementsAre(Path("bot/pipe")));
  EXPECT_THAT(*SpecialFilesIn({Path("bot")}, {Path("bot/deep")}),
              ElementsAre(Path("bot/pipe")));
}

TEST_F(CommandLineTest, TooManySpecialFilesAreNamed) {
  for (int i = 0; i <= 1000; ++i) {
    ASSERT_EQ(mkfifo(absl::StrCat(Path("bot/pipe"), i).c_str(), 0600), 0);
  }
  EXPECT_THAT(SpecialFilesIn({Path("bot")}).status().message(),
              HasSubstr(Path("bot")));
}

TEST_F(CommandLineTest, ASocketIsReachedIfItIsNamed) {
  const Descriptor socket = ListenAt(Path("referee.sock"));
  chmod(Path("referee.sock").c_str(), 0666);
  Job job = MakeCommandLine({Path("bot/escapes"), "own_socket",
                             "own_socket=/run/arena/referee.sock"});
  fs::copy_file(testing::InBuild("bin/escapes"), Path("bot/escapes"));
  job.socket_folder = "";
  EXPECT_THAT(Said(job), HasSubstr("nothing"));
  job.command_line->socket = Path("referee.sock");
  EXPECT_THAT(Said(job), HasSubstr("gained"));
}

// ---- The network ----

class NetworkTest : public CommandLineTest {
 protected:
  std::string Try(const std::string& kind, bool has_network) {
    const std::string folder = Path(absl::StrCat("victims-", ++tries_));
    const Victims victims(folder, absl::StrCat("arena-", getpid()), folder);
    fs::copy_file(testing::InBuild("bin/escapes"), Path("bot/escapes"),
                  fs::copy_options::skip_existing);
    Job job = MakeCommandLine({Path("bot/escapes"), kind});
    for (const std::string& told : victims.Told()) job.command.push_back(told);
    if (has_network) job.command.push_back("network=yes");
    job.command_line->has_network = has_network;
    return Said(job);
  }

 private:
  int tries_ = 0;
};

TEST_F(NetworkTest, IsThereIfItIsAskedFor) {
  EXPECT_THAT(Try("tcp", false), HasSubstr("nothing"));
  EXPECT_THAT(Try("tcp", true), HasSubstr("gained"));
}

TEST_F(NetworkTest, HasNoSocketsButThoseOfTheInternet) {
  EXPECT_THAT(Try("odd_sockets", true), HasSubstr("nothing"));
}

TEST_F(NetworkTest, HasNoAbstractSocketsOfTheMachine) {
  EXPECT_THAT(Try("abstract_socket", true), HasSubstr("nothing"));
}

}  // namespace
}  // namespace arena::sandbox
