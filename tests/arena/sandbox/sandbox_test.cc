// The view of programs in a sandbox, their ends, and their leftovers.
#include "arena/sandbox/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/process/process.h"
#include "arena/process/processors.h"
#include "tests/arena/sandbox/leftovers.h"
#include "tests/arena/sandbox/sandbox_testing.h"

namespace arena::sandbox {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

class SandboxTest : public Sandboxing, public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override { Open(GetParam()); }

  std::vector<std::string> LinesOf(const std::string& script) {
    return RunToEnd(Shell(script)).lines;
  }
  absl::Status Error(const Job& job) { return sandbox_->Start(job).status(); }
};

INSTANTIATE_TEST_SUITE_P(Kinds, SandboxTest, ::testing::ValuesIn(kAllKinds),
                         KindName);

// Things that only walls hide from programs.
class WalledTest : public SandboxTest {};

INSTANTIATE_TEST_SUITE_P(Kinds, WalledTest, ::testing::ValuesIn(kWalledKinds),
                         KindName);

// Things that hold on this machine's system, and on no image.
class SystemTest : public SandboxTest {};

INSTANTIATE_TEST_SUITE_P(Kinds, SystemTest,
                         ::testing::Values(Kind::kBubblewrap), KindName);

// ---- How a program begins and ends ----

TEST_P(SandboxTest, AProgramPrintsAndEnds) {
  const Ran ran = RunToEnd(Shell("echo hello; echo there >&2; exit 3"));
  // A container has a pipe for each of the two streams.
  EXPECT_THAT(ran.lines, UnorderedElementsAre("hello", "there"));
  EXPECT_EQ(ran.end, "exit status 3");
}

TEST_P(SandboxTest, ASignalIsTheEndOfTheProgramItself) {
  EXPECT_EQ(RunToEnd(Shell("kill -SEGV $$")).end,
            "signal 11 (Segmentation fault)");
}

TEST_P(SandboxTest, OneMayAskItToEnd) {
  Lines lines;
  const auto program =
      Start(Shell("trap 'echo asked; exit 4' TERM; echo ready; "
                  "while true; do sleep 0.01; done"),
            lines);
  lines.Await("ready");
  program->Terminate();
  ASSERT_TRUE(program->Wait(Patience()));
  EXPECT_EQ(program->EndText(), "exit status 4");
  // The last words of a program may come behind its end.
  lines.Await("asked");
}

TEST_P(SandboxTest, KillEndsAllOfIt) {
  if (GetParam() == Kind::kNone && !HasGroups()) GTEST_SKIP() << kNoGroups;
  Lines lines;
  auto program = Start(
      Shell(
          "trap '' TERM; (setsid sleep 1234567 &) ; echo ready; sleep 1234567"),
      lines);
  lines.Await("ready");
  program->Kill();
  ASSERT_TRUE(program->Wait(Patience()));
  EXPECT_EQ(program->EndText(), "signal 9 (Killed)");
  program.reset();
  EXPECT_THAT(ProcessesWith("sleep 1234567"), IsEmpty());
}

TEST_P(SandboxTest, WaitGivesUpAtTheDeadline) {
  Lines lines;
  const auto program = Start(Shell("echo ready; sleep 1000"), lines);
  EXPECT_FALSE(program->Wait(absl::InfinitePast()));
}

TEST_P(SandboxTest, AFrozenProgramMayBeAskedOrKilled) {
  Lines lines;
  auto program = Start(Shell("trap 'exit 5' TERM; echo ready; "
                             "while true; do sleep 0.01; done"),
                       lines);
  lines.Await("ready");
  program->Freeze();
  program->Freeze();
  program->Terminate();
  EXPECT_TRUE(program->Wait(Patience()));
  program = Start(Shell("echo ready; sleep 1000"), lines);
  program->Freeze();
  program->Kill();
  EXPECT_TRUE(program->Wait(Patience()));
}

TEST_P(SandboxTest, AFrozenProgramUsesNoTime) {
  if (!HasGroups()) GTEST_SKIP() << kNoGroups;
  Lines lines;
  const auto program =
      Start(Shell("echo ready; while true; do :; done"), lines);
  lines.Await("ready");
  const auto used_meanwhile = [&] {
    const absl::Duration before = program->UsageSoFar().processor_time;
    program->Wait(absl::Now() + absl::Milliseconds(300));
    return program->UsageSoFar().processor_time - before;
  };
  program->Freeze();
  // Freezing works when the program is next on a processor.
  program->Wait(absl::Now() + absl::Milliseconds(50));
  EXPECT_LT(used_meanwhile(), absl::Milliseconds(5));
  program->Thaw();
  const absl::Time patience = Patience();
  while (used_meanwhile() <= absl::Milliseconds(5)) {
    ASSERT_LT(absl::Now(), patience) << "it stays frozen";
  }
}

// ---- The view of a program ----

TEST_P(SandboxTest, ItsEnvironmentIsWhatIsGiven) {
  setenv("ARENA_TEST_TOKEN", "secret", 1);
  Job job = MakeJob({"env"});
  job.variables = {{"ARENA_SEAT", "3"}};
  std::vector<std::string> names;
  for (const std::string& line : RunToEnd(job).lines) {
    names.push_back(line.substr(0, line.find('=')));
  }
  unsetenv("ARENA_TEST_TOKEN");
  EXPECT_THAT(names, Contains("ARENA_SEAT"));
  for (const std::string& name : names) {
    // The last two variables are podman's.
    EXPECT_THAT((std::vector<std::string>{"PATH", "HOME", "TMPDIR", "LANG",
                                          "PWD", "ARENA_SEAT", "HOSTNAME",
                                          "container", "TERM"}),
                Contains(name));
  }
}

TEST_P(SandboxTest, ItsFolderIsTheCurrentOne) {
  std::ofstream(Path("bot/data")) << "opening\n";
  EXPECT_THAT(LinesOf("cat data"), ElementsAre("opening"));
}

TEST_P(SandboxTest, PathsInsideAreToldAsTheyAre) {
  std::ofstream(Path("bot/data")) << "opening\n";
  Job job = MakeJob({"sh", "-c", "cat $DATA /bot/data; ls -d $SOCKETS"});
  job.variables = {{"DATA", "/bot/data"}, {"SOCKETS", "/run/arena/"}};
  const Ran ran = RunToEnd(job);
  ASSERT_EQ(ran.lines.size(), 3) << absl::StrJoin(ran.lines, "\n");
  EXPECT_EQ(ran.lines[0], "opening");
  EXPECT_EQ(ran.lines[1], "opening");
}

TEST_P(SandboxTest, ItMayWriteToItsTemporaryFolder) {
  EXPECT_THAT(LinesOf("echo deal > $TMPDIR/x && cat $HOME/x"),
              ElementsAre("deal"));
}

TEST_P(SystemTest, TheMachineIsNotThere) {
  EXPECT_THAT(LinesOf("ls -A / | tr '\\n' ' '"),
              ElementsAre(Not(AnyOf(HasSubstr("home"), HasSubstr("root"),
                                    HasSubstr("var"), HasSubstr("work")))));
  EXPECT_THAT(LinesOf("hostname; id -u; id -un; id -G"),
              ElementsAre("arena", "1000", "bot", "1000"));
  EXPECT_THAT(LinesOf("echo /proc/[0-9]*"), ElementsAre("/proc/1 /proc/2"));
}

TEST_P(WalledTest, FurtherFoldersMayBeRead) {
  const std::string folder = Path("cache/wheels");
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/numpy") << "wheel\n";
  Job job = Shell(absl::StrCat("cat ", folder, "/numpy; ls ", Path("cache"),
                               "; touch ", folder, "/x || echo no"));
  job.readable = {folder};
  EXPECT_THAT(RunToEnd(job).lines,
              ElementsAre("wheel", "wheels", HasSubstr("Read-only"), "no"));
}

TEST_P(WalledTest, ItHasNoPowers) {
  EXPECT_THAT(LinesOf("grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' "
                      "/proc/self/status | tr -d '\\t'"),
              ElementsAre("CapEff:0000000000000000", "CapBnd:0000000000000000",
                          "NoNewPrivs:1", "Seccomp:2"));
}

TEST_P(SystemTest, CommonRuntimesRun) {
  EXPECT_THAT(
      LinesOf("python3 -S -c 'import threading; t = threading.Thread(target="
              "print, args=(1,)); t.start(); t.join()'"),
      ElementsAre("1"));
}

// ---- Programs that write their folder ----

TEST_P(SandboxTest, WhatItWritesReplacesItsFolder) {
  std::ofstream(Path("bot/source")) << "x";
  Job job = Shell(
      "mkdir d; cp source d/built; rm source; chmod +x d/built; "
      "ln -s d/built link");
  job.writes_folder = true;
  EXPECT_EQ(RunToEnd(job).end, "exit status 0");
  EXPECT_FALSE(std::filesystem::exists(Path("bot/source")));
  EXPECT_EQ(std::filesystem::read_symlink(Path("bot/link")), "d/built");
  struct stat built;
  ASSERT_EQ(stat(Path("bot/d/built").c_str(), &built), 0);
  EXPECT_EQ(built.st_mode & 07777, 0755u);
}

TEST_P(WalledTest, WhatItWritesIsBounded) {
  Job job = Shell("head -c 3000000 /dev/zero > big; echo $?");
  job.writes_folder = true;
  job.limits.scratch_bytes = 2 << 20;
  EXPECT_THAT(RunToEnd(job).lines,
              UnorderedElementsAre(HasSubstr("No space left"), "1"));
}

TEST_P(WalledTest, HolesDoNotComeOutAsBytes) {
  Job job = Shell("for i in 1 2 3; do truncate -s 2M hole$i; done");
  job.writes_folder = true;
  job.limits.scratch_bytes = 4 << 20;
  EXPECT_THAT(RunToEnd(job).lines,
              ElementsAre(HasSubstr("not kept: more bytes")));
}

TEST_P(WalledTest, OnlyFilesFoldersAndLinksComeOut) {
  Job job = Shell(
      "mkfifo pipe; cp /usr/bin/id id; chmod 6755 id; "
      "ln -s /etc/shadow out");
  job.writes_folder = true;
  RunToEnd(job);
  EXPECT_FALSE(std::filesystem::exists(Path("bot/pipe")));
  struct stat found;
  ASSERT_EQ(stat(Path("bot/id").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0755u);
  EXPECT_EQ(found.st_uid, geteuid());
  ASSERT_EQ(lstat(Path("bot/out").c_str(), &found), 0);
  EXPECT_TRUE(S_ISLNK(found.st_mode));
}

TEST_P(WalledTest, AKilledBuildChangesNothing) {
  std::ofstream(Path("bot/source")) << "x";
  Lines lines;
  Job job = Shell("rm source; echo ready; sleep 1000");
  job.writes_folder = true;
  const auto program = Start(job, lines);
  lines.Await("ready");
  program->Kill();
  ASSERT_TRUE(program->Wait(Patience()));
  EXPECT_TRUE(std::filesystem::exists(Path("bot/source")));
}

// ---- The usage of a program ----

TEST_P(SandboxTest, ItsTimeAndMemoryAreCounted) {
  const Ran ran = RunToEnd(
      Shell("dd if=/dev/zero of=/dev/null bs=50M count=4 2>/dev/null; exit 0"));
  // Without a group, only bubblewrap itself could be measured.
  const bool can_measure = GetParam() != Kind::kBubblewrap || HasGroups();
  EXPECT_EQ(ran.usage.is_measured, can_measure);
  if (!can_measure) return;
  EXPECT_GT(ran.usage.processor_time, absl::Milliseconds(1));
  EXPECT_LT(ran.usage.processor_time, absl::Seconds(60));
  EXPECT_GT(ran.usage.peak_memory_bytes, 50 << 20);
  EXPECT_FALSE(ran.usage.out_of_memory);
}

// Prints the allowed processors all the time; `lines` gets each line.
const char kSayWhere[] =
    "while :; do grep Cpus_allowed_list /proc/self/status; sleep 0.01; done";

TEST_P(SandboxTest, ItRunsWhereItIsPlaced) {
  const Processors own = OwnProcessors();
  if (own.size() < 2) GTEST_SKIP() << "there is one processor";
  const auto line = [](const Processors& at) {
    return "Cpus_allowed_list:\t" + ProcessorsText(at);
  };
  Lines lines;
  Job job = Shell(kSayWhere);
  job.placement.processors = own;
  const auto program = Start(job, lines);
  lines.Await(line(own));
  program->Place({.processors = {own.back()}, .urgent = true});
  lines.Await(line({own.back()}));
  program->Place({.processors = {own.front()}});
  lines.Await(line({own.front()}));
}

TEST_P(WalledTest, ItCannotChooseOtherProcessors) {
  const Processors own = OwnProcessors();
  if (own.size() < 2) GTEST_SKIP() << "there is one processor";
  Job job = Shell(absl::StrCat("taskset -pc ", ProcessorsText(own), " $$; ",
                               "grep Cpus_allowed_list /proc/self/status"));
  job.placement.processors = {own.back()};
  EXPECT_THAT(RunToEnd(job).lines,
              Contains("Cpus_allowed_list:\t" + ProcessorsText({own.back()})));
}

TEST_P(SandboxTest, OutputIsBounded) {
  Job job = Shell("head -c 300000 /dev/zero | tr '\\0' '\\n'; exit 0");
  job.limits.output_bytes_per_second = 100'000;
  const Ran ran = RunToEnd(job);
  EXPECT_LT(ran.lines.size(), 250'000);
  EXPECT_THAT(ran.lines, Contains(HasSubstr("bytes of output were dropped")));
}

// ---- Mistakes ----

TEST_P(SandboxTest, AProgramThatIsNotThereDoesNotRun) {
  const auto started = sandbox_->Start(MakeJob({"no-such-program"}));
  if (!started.ok()) return;
  EXPECT_TRUE((*started)->Wait(Patience()));
  EXPECT_NE((*started)->EndText(), "exit status 0");
}

TEST_P(SandboxTest, AMistakeInAJobIsNamed) {
  Job job = MakeJob({"true"});
  job.id = "../up";
  EXPECT_THAT(Error(job).message(), HasSubstr("../up"));
  job = MakeJob({});
  EXPECT_EQ(Error(job).code(), absl::StatusCode::kInvalidArgument);
  job = MakeJob({"true"});
  job.folder = Path("none");
  EXPECT_EQ(Error(job).code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Error(job).message(), HasSubstr(Path("none")));
  job = MakeJob({"true"});
  job.variables = {{"A=B", "c"}};
  EXPECT_THAT(Error(job).message(), HasSubstr("A=B"));
  job = MakeJob({"true"});
  job.limits.tasks = 0;
  EXPECT_EQ(Error(job).code(), absl::StatusCode::kInvalidArgument);
}

TEST_P(SystemTest, AProgramThatIsNotThereIsNamed) {
  EXPECT_EQ(Error(MakeJob({"no-such-program"})).code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(Error(MakeJob({"./none"})).code(), absl::StatusCode::kNotFound);
}

TEST_P(SystemTest, ProgramsAreFoundInItsPath) {
  const std::string offered = Path("offered");
  std::filesystem::create_directories(offered);
  std::ofstream(offered + "/greet") << "#!/bin/sh\necho hello\n";
  for (const std::string& path : {offered, offered + "/greet"}) {
    chmod(path.c_str(), 0755);
  }
  Job job = MakeJob({"greet"});
  job.readable = {offered};
  job.variables = {{"PATH", offered + ":/usr/bin:/bin"}};
  EXPECT_THAT(RunToEnd(job).lines, ElementsAre("hello"));
}

TEST_P(WalledTest, FoldersOfItsOwnAreNotReadable) {
  for (const std::string folder : {"/", "/proc", "/tmp", "/dev/shm"}) {
    Job job = MakeJob({"true"});
    job.readable = {folder};
    EXPECT_THAT(Error(job).message(), HasSubstr("of its own")) << folder;
  }
}

// ---- The cost of a start ----

// Prints figures. No figure is demanded, because machines differ.
TEST_P(SandboxTest, HowLongAStartTakes) {
  constexpr int kStarts = 20;
  const auto median = [](const std::function<void()>& start) {
    std::vector<absl::Duration> times;
    for (int i = 0; i < kStarts; ++i) {
      const absl::Time begin = absl::Now();
      start();
      times.push_back(absl::Now() - begin);
    }
    std::sort(times.begin(), times.end());
    return times[kStarts / 2];
  };
  const absl::Duration plain =
      median([] { (*Process::Start({.command = {"true"}}))->Wait(); });
  const absl::Duration here = median([&] {
    const auto program = sandbox_->Start(MakeJob({"true"}));
    ASSERT_TRUE(program.ok()) << program.status();
    (*program)->Wait(Patience());
  });
  std::cout << WordOf(GetParam()) << ": " << here << ", "
            << absl::FDivDuration(here, plain) << " times fork and exec ("
            << plain << ")" << std::endl;
}

// ---- Nothing is left ----

TEST_P(SandboxTest, NothingIsLeftOfAProgram) {
  Lines lines;
  auto program =
      Start(Shell("echo ready; sleep 1000 # " + folder_->path()), lines);
  lines.Await("ready");
  EXPECT_THAT(Leftovers(Work(), folder_->path()), Not(IsEmpty()));
  program.reset();
  EXPECT_THAT(Leftovers(Work(), folder_->path()), IsEmpty());
}

TEST_P(SandboxTest, AWorkFolderHasOneOwner) {
  const auto second = Sandbox::Open(GetParam(), Work());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(second.status().message(), HasSubstr(Work()));
}

}  // namespace
}  // namespace arena::sandbox
