// `arena bridge` as a program: its exit statuses, its signals, and no process
// that it leaves behind.
#include <gmock/gmock.h>

#include <csignal>

#include "absl/time/clock.h"
#include "arena/process/process.h"
#include "tests/arena/bridge/bridge_fixture.h"
#include "tests/testing/children.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/status_matchers.h"

namespace arena::bridge {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

const std::string kArena = testing::InBuild("bin/arena");

class BridgeProgramTest : public BridgeTest {
 protected:
  // Starts `arena bridge FLAGS -- /bin/sh bot ARGUMENTS`.
  void Start(const std::vector<std::string>& flags,
             const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> command = {kArena, "bridge", "--address",
                                        options_.address};
    command.insert(command.end(), flags.begin(), flags.end());
    for (const std::string& word : {std::string("--"), std::string("/bin/sh"),
                                    Path("bot")}) {
      command.push_back(word);
    }
    command.insert(command.end(), arguments.begin(), arguments.end());
    absl::StatusOr<std::unique_ptr<Process>> process = Process::Start(
        {.command = std::move(command),
         .variables = {{"COLUMNS", "10000"}},
         .on_line = [this](const std::string& line) { log_.Write(line); }});
    ASSERT_THAT(process, IsOk());
    process_ = *std::move(process);
  }
  void StartInMatch(const std::vector<std::string>& flags = {}) {
    referee_ = std::make_unique<FakeReferee>(options_.address);
    Start(flags);
    stream_ = referee_->Accept();
    stream_->Welcome("token-1");
    EXPECT_EQ(stream_->Start("m").match_id(), "m");
  }
  // The way in which the program has ended.
  std::string AwaitEnd() {
    process_->Wait(absl::Now() + absl::Minutes(1));
    return process_->Ended() ? process_->EndText() : "not at all";
  }

  std::unique_ptr<Process> process_;
};

bool Runs(pid_t pid) { return kill(pid, 0) == 0; }

TEST_F(BridgeProgramTest, ASessionThatEndsWellHasStatus0) {
  Program();
  StartInMatch({"--one-match", "--name", "eve"});
  EXPECT_EQ(Ask(1).id(), 11u);
  stream_->SendEnd("m");
  stream_->End(grpc::Status::OK);
  EXPECT_EQ(AwaitEnd(), "exit status 0");
  log_.Await("name=eve: connected to");
}

TEST_F(BridgeProgramTest, AProgramThatIsNotThereHasStatus2) {
  // A word of a submitted bot's command is never a flag of the bridge.
  for (const char* program :
       {"no-such-program", "./no-such-program", "--help", "--log-level=debug",
        "--token-file=/no/such", "--"}) {
    absl::StatusOr<std::unique_ptr<Process>> process = Process::Start(
        {.command = {kArena, "bridge", "--give-up-after", "0", "--", program,
                     "--help"}});
    process_ = *std::move(process);
    EXPECT_EQ(AwaitEnd(), "exit status 2") << program;
    EXPECT_THAT(process_->LastLines(),
                HasSubstr(std::string("cannot start \"") + program));
  }
}

TEST_F(BridgeProgramTest, NoRefereeHasStatus1) {
  Program();
  Start({"--give-up-after", "0"});
  EXPECT_EQ(AwaitEnd(), "exit status 1");
  log_.Await("Is it running?");
}

TEST_F(BridgeProgramTest, ASignalLetsTheMatchEnd) {
  Program();
  StartInMatch();
  process_->Terminate();
  EXPECT_TRUE(stream_->Receive().has_leave());
  EXPECT_EQ(Ask(1).id(), 11u);
  stream_->SendEnd("m");
  stream_->End(grpc::Status::OK);
  EXPECT_EQ(AwaitEnd(), "exit status 0");
}

TEST_F(BridgeProgramTest, TheProgramEndsWithAKilledBridge) {
  // The bot ignores SIGTERM and reads nothing.
  Script("read -r start; echo '{\"ready\":{}}'; trap '' TERM; exec sleep 600");
  StartInMatch();
  const std::vector<pid_t> programs = testing::ChildrenOf(process_->pid());
  ASSERT_THAT(programs, SizeIs(1));
  kill(process_->pid(), SIGKILL);
  process_->Wait();
  const absl::Time deadline = absl::Now() + absl::Minutes(1);
  while (Runs(programs[0]) && absl::Now() < deadline) sched_yield();
  EXPECT_FALSE(Runs(programs[0]));
}

TEST_F(BridgeProgramTest, ASecondSignalEndsItAndTheProgramAtOnce) {
  Script("read -r start; echo '{\"ready\":{}}'; exec sleep 600");
  StartInMatch();
  const std::vector<pid_t> programs = testing::ChildrenOf(process_->pid());
  ASSERT_THAT(programs, SizeIs(1));
  process_->Terminate();
  log_.Await("asked to end");
  // A second signal soon after the first one counts as the first one.
  while (!process_->Wait(absl::Now() + absl::Milliseconds(50))) {
    process_->Terminate();
  }
  EXPECT_EQ(process_->EndText(), "exit status 143");
  const absl::Time deadline = absl::Now() + absl::Minutes(1);
  while (Runs(programs[0]) && absl::Now() < deadline) sched_yield();
  EXPECT_FALSE(Runs(programs[0]));
}

TEST_F(BridgeProgramTest, WhatIsBehindTheDashesIsTheProgram) {
  Program("'{\"act\":{\"index\":0,\"note\":\"'$0' '$*'\"}}'");
  referee_ = std::make_unique<FakeReferee>(options_.address);
  Start({"--games", "ordo,octrix"}, {"--fast", "--games", "chess"});
  stream_ = referee_->Accept();
  const v1::Hello hello = stream_->Welcome("token-1");
  ASSERT_EQ(hello.plays_size(), 2);
  EXPECT_EQ(hello.plays(1).game(), "octrix");
  EXPECT_EQ(stream_->Start("m").match_id(), "m");
  EXPECT_EQ(Ask(1).note(), Path("bot") + " --fast --games chess");
}

TEST_F(BridgeProgramTest, ItsTokenIsNoneOfTheProgramsBusiness) {
  Program("'{\"act\":{\"index\":0,\"note\":\"'$ARENA_TOKEN'\"}}'");
  setenv("ARENA_TOKEN", "secret", 1);
  Play();
  unsetenv("ARENA_TOKEN");
  EXPECT_EQ(Ask(1).note(), "");
}

}  // namespace
}  // namespace arena::bridge
