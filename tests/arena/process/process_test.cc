// Real programs: their start, their output, and the end of all their processes.
#include "arena/process/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/process/temporary_folder.h"

namespace arena {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// A time that no test should ever take.
absl::Time Patience() { return absl::Now() + absl::Minutes(1); }

class ProcessTest : public ::testing::Test {
 protected:
  ProcessTest() : folder_(*TemporaryFolder::Create()) {
    EXPECT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  }

  std::string Path(const std::string& name) const {
    return folder_->path() + "/" + name;
  }
  std::string File(const std::string& name, const std::string& text,
                   int mode) const {
    std::ofstream(Path(name)) << text;
    chmod(Path(name).c_str(), mode);
    return Path(name);
  }
  static absl::Status Error(const std::string& program) {
    return Process::Start({.command = {program}}).status();
  }
  // The output of a script that begins as `setup` says.
  static std::string OutputWith(ChildSetup setup, const std::string& script) {
    auto process = Process::Start({.command = {"/bin/sh", "-c", script},
                                   .variables = {{"GIVEN", "yes"}},
                                   .setup = std::move(setup)});
    EXPECT_TRUE(process.ok()) << process.status();
    (*process)->Wait();
    return (*process)->LastLines();
  }
  // Runs a shell script. `$0` is the fifo in the script.
  std::unique_ptr<Process> Shell(const std::string& script,
                                 const std::string& ready_prefix = "ready") {
    auto process =
        Process::Start({.command = {"sh", "-c", script, Path("fifo")},
                        .variables = {{"ARENA_GIVEN", "yes"}},
                        .ready_prefix = ready_prefix});
    EXPECT_TRUE(process.ok()) << process.status();
    return *std::move(process);
  }
  std::vector<std::string> OutputOf(const std::string& script) {
    const auto process = Shell(script);
    process->Wait();
    return absl::StrSplit(process->LastLines(), '\n');
  }

  const std::unique_ptr<TemporaryFolder> folder_;
};

// ---- The start ----

TEST_F(ProcessTest, AProgramThatIsNotThereIsNamed) {
  EXPECT_EQ(Error("no-such-program").code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Error("no-such-program").message(), HasSubstr("PATH has no such program"));
  EXPECT_EQ(Error(Path("none")).code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Error(Path("none")).message(), HasSubstr(Path("none")));
}

TEST_F(ProcessTest, AFileThatIsNoProgramIsExplained) {
  const absl::Status not_executable = Error(File("text", "#!/bin/sh\n", 0600));
  EXPECT_EQ(not_executable.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(not_executable.message(), HasSubstr("chmod +x"));
  const absl::Status no_format = Error(File("script", "echo hello\n", 0700));
  EXPECT_EQ(no_format.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(no_format.message(), HasSubstr("#!"));
  const absl::Status no_shell = Error(File("odd", "#!/no/shell\n", 0700));
  EXPECT_EQ(no_shell.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(no_shell.message(), HasSubstr("interpreter"));
}

TEST_F(ProcessTest, InheritsNoVariablesOfOursButThoseGiven) {
  setenv("ARENA_OF_OURS", "secret", 1);
  const auto lines =
      OutputOf("echo \"[$ARENA_OF_OURS][$ARENA_GIVEN]${PATH:+[path]}\"");
  unsetenv("ARENA_OF_OURS");
  EXPECT_THAT(lines, ElementsAre("[][yes][path]"));
}

TEST_F(ProcessTest, InheritsNoDescriptor) {
  const int ours = open("/dev/null", O_RDONLY);
  const auto lines = OutputOf("[ -e /proc/self/fd/" + std::to_string(ours) +
                              " ] || echo closed");
  close(ours);
  EXPECT_THAT(lines, Contains("closed"));
}

TEST_F(ProcessTest, OutlivesTheThreadThatHasStartedIt) {
  std::unique_ptr<Process> process;
  std::thread([&] {
    process = Shell("echo ready; read line <$0; echo $line");
    EXPECT_TRUE(process->AwaitReady(Patience()).ok());
  }).join();
  std::ofstream(Path("fifo")) << "still here\n";
  EXPECT_TRUE(process->Wait(Patience()));
  EXPECT_THAT(process->LastLines(), HasSubstr("still here"));
}

TEST_F(ProcessTest, AnExactEnvironmentIsWhatIsGiven) {
  EXPECT_THAT(OutputWith({.exact_environment = true}, "/usr/bin/env"),
              AllOf(HasSubstr("GIVEN=yes"), Not(HasSubstr("PATH="))));
}

TEST_F(ProcessTest, InheritsWhatTheSetupSaysInItsOrder) {
  const Descriptor one(open(File("one", "first\n", 0600).c_str(), O_RDONLY));
  const Descriptor two(open(File("two", "second\n", 0600).c_str(), O_RDONLY));
  EXPECT_EQ(OutputWith({.inherited = {two.get(), one.get()}},
                       "cat <&3; cat <&4; [ -e /dev/fd/5 ] || echo no more"),
            "second\nfirst\nno more");
}

TEST_F(ProcessTest, TheChildSetsItselfUp) {
  EXPECT_EQ(OutputWith({.in_child = [] { return chdir("/") == 0 ? nullptr : "?"; }},
                       "pwd"),
            "/");
}

TEST_F(ProcessTest, WhatTheChildCannotDoIsNamed) {
  const auto process = Process::Start(
      {.command = {"/usr/bin/true"}, .setup = {.in_child = [] {
         errno = EPERM;
         return "fly";
       }}});
  EXPECT_EQ(process.status().message(),
            "cannot start \"/usr/bin/true\": it cannot fly: Operation not "
            "permitted");
}

TEST_F(ProcessTest, OutputBeyondTheBudgetIsDroppedAndThatIsSaid) {
  auto process = *Process::Start(
      {.command = {"sh", "-c", "head -c 3000 /dev/zero | tr '\\0' '\\n'"},
       .output_bytes_per_second = 1000});
  process->Wait();
  EXPECT_THAT(process->LastLines(), HasSubstr("bytes of output were dropped"));
}

// ---- The output ----

TEST_F(ProcessTest, EachLineOfEitherOutputIsHandedOn) {
  std::vector<std::string> lines;
  const auto process = Process::Start(
      {.command = {"sh", "-c", "echo one; echo two >&2; printf three"},
       .on_line = [&](const std::string& line) { lines.push_back(line); }});
  ASSERT_TRUE(process.ok()) << process.status();
  (*process)->Wait();
  (*process)->FinishReading();
  EXPECT_THAT(lines, ElementsAre("one", "two", "three"));
}

TEST_F(ProcessTest, ALineIsUtf8WhateverIsPrinted) {
  std::vector<std::string> lines;
  const auto process = Process::Start(
      {.command = {"printf", "a\\377b\\303\\251\\n\\355\\240\\200"},
       .on_line = [&](const std::string& line) { lines.push_back(line); }});
  ASSERT_TRUE(process.ok()) << process.status();
  (*process)->Wait();
  (*process)->FinishReading();
  EXPECT_THAT(lines, ElementsAre("a\uFFFDbé", "\uFFFD\uFFFD\uFFFD"));
}

TEST_F(ProcessTest, SaysWhenItIsReady) {
  const auto process =
      Shell("echo hello; echo ready at nine; read line <$0", "ready at ");
  EXPECT_EQ(process->AwaitReady(Patience()).value(), "nine");
}

TEST_F(ProcessTest, WhoIsNeverReadyIsReportedWithItsLastWords) {
  const auto ended = Shell("echo no luck; exit 3");
  const absl::Status why = ended->AwaitReady(Patience()).status();
  EXPECT_EQ(why.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(why.message(), HasSubstr("exit status 3"));
  EXPECT_THAT(why.message(), HasSubstr("no luck"));
  const auto silent = Shell("read line <$0");
  EXPECT_THAT(silent->AwaitReady(absl::InfinitePast()).status().message(),
              HasSubstr("has not said \"ready\""));
}

TEST_F(ProcessTest, OfItsOutputTheLastLinesAreKeptInBounds) {
  EXPECT_THAT(OutputOf("seq 1000"), SizeIs(20));
  EXPECT_THAT(OutputOf("seq 1000"), Contains("1000"));
  EXPECT_THAT(OutputOf("seq 10000 | tr '\\n' ' '"), Each(SizeIs(1000)));
}

TEST_F(ProcessTest, WhoPrintsWithoutEndIsStoppedAllTheSame) {
  const auto process = Shell("exec yes", "y");
  EXPECT_TRUE(process->AwaitReady(Patience()).ok());
  process->WaitOrKill(absl::InfinitePast());
  EXPECT_EQ(process->EndText(), "signal 9 (Killed)");
  EXPECT_THAT(process->LastLines(), HasSubstr("y"));
}

// ---- The end ----

TEST_F(ProcessTest, TellsHowItHasEnded) {
  const auto process = Shell("echo ready; read line <$0; exit 7");
  EXPECT_TRUE(process->AwaitReady(Patience()).ok());
  EXPECT_FALSE(process->Ended());
  EXPECT_FALSE(process->Wait(absl::Now() + absl::Milliseconds(1)));
  std::ofstream(Path("fifo")) << "\n";
  EXPECT_TRUE(process->Wait(Patience()));
  EXPECT_EQ(process->EndText(), "exit status 7");
  EXPECT_TRUE(process->Ended());
}

TEST_F(ProcessTest, WhoDoesNotEndWhenAskedIsKilled) {
  const auto process = Shell("trap '' TERM; echo ready; exec sleep 1000");
  EXPECT_TRUE(process->AwaitReady(Patience()).ok());
  process->Terminate();
  process->WaitOrKill(absl::InfinitePast());
  EXPECT_EQ(process->EndText(), "signal 9 (Killed)");
}

TEST_F(ProcessTest, WhoIsGivenTimeEndsInItsOwnWay) {
  {
    const auto process = Process::Start(
        {.command = {"sh", "-c",
                     "trap 'echo >$0.end; exit' TERM; echo ready;"
                     " sleep 1000 & wait",
                     Path("fifo")},
         .ready_prefix = "ready",
         .stop_timeout = absl::Minutes(1)});
    ASSERT_TRUE(process.ok()) << process.status();
    EXPECT_TRUE((*process)->AwaitReady(Patience()).ok());
  }
  EXPECT_TRUE(std::filesystem::exists(Path("fifo.end")));
}

// A fifo hangs up when no process has it open for writing any more.
TEST_F(ProcessTest, WhatItLeavesBehindIsKilled) {
  pollfd fifo = {open(Path("fifo").c_str(), O_RDONLY | O_NONBLOCK), POLLIN, 0};
  const auto process = Shell("exec 3>$0; sleep 1000 & exit 5");
  process->Wait();
  EXPECT_EQ(process->EndText(), "exit status 5");
  EXPECT_EQ(poll(&fifo, 1, 60000), 1);
  EXPECT_EQ(fifo.revents, POLLHUP);
  close(fifo.fd);
}

TEST_F(ProcessTest, WhoHasLeftItsGroupHoldsUpNothing) {
  const int fifo = open(Path("fifo").c_str(), O_RDWR);
  const auto process = Shell("setsid sh -c 'read line <'$0 & echo ready");
  process->Wait();
  process->FinishReading();
  EXPECT_TRUE(process->AwaitReady(Patience()).ok());
  EXPECT_EQ(write(fifo, "\n", 1), 1);
  close(fifo);
}

TEST(EndTextTest, AShellTellsOfASignalByItsStatus) {
  EXPECT_EQ(EndInShell("exit status 3"), "exit status 3");
  EXPECT_EQ(EndInShell("exit status 128"), "exit status 128");
  EXPECT_EQ(EndInShell("exit status 139"), "signal 11 (Segmentation fault)");
  EXPECT_EQ(EndInShell("signal 9 (Killed)"), "signal 9 (Killed)");
}

}  // namespace

}  // namespace arena
