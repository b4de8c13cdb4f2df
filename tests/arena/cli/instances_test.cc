// arena run: several processes of one bot.
#include "arena/cli/bots/instances.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/process/process.h"
#include "tests/arena/cli/run_arena.h"
#include "tests/testing/program.h"
#include "tests/testing/status_matchers.h"

namespace arena::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class InstancesTest : public ArenaTest {
 protected:
  // Runs shell scripts that may write lines to the file "told".
  bool RunAll(InstancesSpec spec, const std::string& script) {
    Write("told", "");
    spec.command = {"/bin/sh", "-c", "cd " + Path(".") + "; " + script};
    spec.slowest_start = absl::ZeroDuration();
    const SignalWaiter signals;
    const absl::StatusOr<bool> well = Instances(spec, signals).Run();
    EXPECT_THAT(well, IsOk());
    return well.value_or(false);
  }
  std::vector<std::string> Told() const {
    return absl::StrSplit(Read("told"), '\n', absl::SkipEmpty());
  }
  // Starts `arena run FLAGS` with two shell scripts, and waits until both have
  // printed a line.
  std::unique_ptr<Process> Start(const std::string& script) {
    absl::StatusOr<std::unique_ptr<Process>> process =
        Process::Start({.command = {Program("arena"), "run", "--instances", "2",
                                    "--", "/bin/sh", "-c", script},
                        .on_line = [this](const std::string& line) {
                          if (line == "started" && ++started_ == 2)
                            all_started_.set_value();
                        }});
    EXPECT_THAT(process, IsOk());
    if (process.ok()) all_started_.get_future().wait();
    return process.ok() ? *std::move(process) : nullptr;
  }

 private:
  int started_ = 0;
  std::promise<void> all_started_;
};

TEST_F(InstancesTest, EachIsAProcessWithANameAndATokenFile) {
  EXPECT_TRUE(RunAll({.count = 3, .token_file = "/tmp/token"},
                     "echo $ARENA_INSTANCE $ARENA_TOKEN_FILE >> told"));
  EXPECT_THAT(Told(), UnorderedElementsAre("1 /tmp/token.1", "2 /tmp/token.2",
                                           "3 /tmp/token.3"));
}

TEST_F(InstancesTest, TheirNamesStandBehindTheGivenOne) {
  RunAll({.count = 1, .instance = "east"}, "echo $ARENA_INSTANCE >> told");
  EXPECT_THAT(Told(), ElementsAre("east.1"));
}

TEST_F(InstancesTest, TheOtherVariablesAreThoseOfTheProgram) {
  setenv("ARENA_TOKEN", "secret", 1);
  RunAll({.count = 1}, "echo $ARENA_TOKEN $ARENA_ONE_MATCH. >> told");
  unsetenv("ARENA_TOKEN");
  EXPECT_THAT(Told(), ElementsAre("secret ."));
}

TEST_F(InstancesTest, OneThatHasPlayedItsMatchIsFollowedByAnother) {
  EXPECT_FALSE(RunAll({.count = 1, .one_match = true},
                      "echo $ARENA_ONE_MATCH >> told;"
                      "test $(wc -l < told) -lt 4"));
  EXPECT_THAT(Told(), ElementsAre("true", "true", "true", "true"));
}

TEST_F(InstancesTest, OneWhosePlaceWasTakenIsNotStartedAgain) {
  EXPECT_TRUE(RunAll({.count = 2, .one_match = true},
                     "echo $ARENA_INSTANCE >> told; exit 3"));
  EXPECT_THAT(Told(), UnorderedElementsAre("1", "2"));
  EXPECT_FALSE(RunAll({.count = 1}, "exit 3"));
}

TEST_F(InstancesTest, OneThatFailsEndsAll) {
  ::testing::internal::CaptureStderr();
  EXPECT_FALSE(RunAll({.count = 2},
                      "test $ARENA_INSTANCE = 2 && exit 7; exec sleep 600"));
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("process 2 of 2 has failed (exit status 7)"));
}

TEST_F(InstancesTest, ASignalGoesToAll) {
  const auto arena = Start(
      "trap 'echo left; exit 0' TERM; echo started; while :; do sleep 0.1; "
      "done");
  arena->Terminate();
  EXPECT_EQ(testing::AwaitEnd(*arena), "exit status 0");
  arena->FinishReading();
  EXPECT_THAT(arena->LastLines(), HasSubstr("left\nleft"));
}

TEST_F(InstancesTest, TheyAreAskedToLeaveWhenTheProgramIsKilled) {
  const auto arena =
      Start("trap 'echo > left.$ARENA_INSTANCE; exit 0' TERM; cd " + Path(".") +
            "; echo started; while :; do sleep 0.1; done");
  kill(arena->pid(), SIGKILL);
  testing::AwaitEnd(*arena);
  const absl::Time deadline = absl::Now() + absl::Minutes(1);
  while ((Read("left.1").empty() || Read("left.2").empty()) &&
         absl::Now() < deadline) {
    sched_yield();
  }
  EXPECT_LT(absl::Now(), deadline);
}

TEST_F(InstancesTest, ACommandThatCannotBeGivenIsRefused) {
  for (const auto& [flags, problem] :
       std::vector<std::pair<std::string, std::string>>{
           {"-- true", "--instances is required"},
           {"-n 0 -- true", "0"},
           {"-n 1001 -- true", "1001"},
           {"-n 2", "COMMAND is required"},
           {"-n 2 --instance 'a b' -- true", "a b"},
           {"-n 2 -- true --token-file=x", "\"--token-file=x\" is behind --"},
           {"-n 2 -- true --one-match", "\"--one-match\" is behind --"},
           {"-n 2 -- no-such-program", "cannot start \"no-such-program\""}}) {
    const Outcome outcome = Arena("run " + flags);
    EXPECT_EQ(outcome.exit_status, 2) << flags;
    EXPECT_THAT(outcome.errors, HasSubstr(problem)) << flags;
  }
}

}  // namespace
}  // namespace arena::cli
