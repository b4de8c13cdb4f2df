// The programs of a pod, as processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "arena/process/process.h"
#include "tests/testing/folders/folders.h"

namespace arena::kubernetes {
namespace {

using ::testing::HasSubstr;

const std::string kInit = testing::InBuild("bin/pod-init");
const std::string kCompanion = testing::InBuild("bin/pod-companion");

// The end of a command, and its output.
struct Ran {
  std::string end;
  std::string output;
};

Ran RunToEnd(const std::vector<std::string>& command) {
  auto process = Process::Start({.command = command});
  EXPECT_TRUE(process.ok()) << process.status();
  EXPECT_TRUE((*process)->Wait(absl::Now() + absl::Minutes(1)));
  (*process)->FinishReading();
  return {(*process)->EndText(), (*process)->LastLines()};
}

Ran Init(const std::string& files, const std::string& bytes,
         const std::string& script) {
  return RunToEnd({kInit, files, bytes, "/bin/sh", "-c", script});
}

TEST(PodInitTest, EndsAsTheProgramDoes) {
  EXPECT_EQ(Init("64", "100", "exit 7").end, "exit status 7");
  // A shell tells a signal in this way, too.
  EXPECT_EQ(Init("64", "100", "kill -SEGV $$").end, "exit status 139");
}

TEST(PodInitTest, LimitsFiles) {
  EXPECT_THAT(Init("64", "4096", "ulimit -n; ulimit -Hn").output,
              HasSubstr("64\n64"));
  EXPECT_THAT(Init("64", "4096", "ulimit -f; ulimit -c").output,
              HasSubstr("8\n0"));
}

TEST(PodInitTest, SaysWhatCannotRun) {
  const Ran ran = RunToEnd({kInit, "64", "100", "/no/such/program"});
  EXPECT_EQ(ran.end, "exit status 127");
  EXPECT_THAT(ran.output, HasSubstr("cannot run /no/such/program: No such"));
}

TEST(PodInitTest, PassesSignalsOn) {
  auto process = Process::Start(
      {.command = {kInit, "64", "100000", "/bin/sh", "-c",
                   "trap 'echo asked; exit 5' TERM; echo listening now; "
                   "while :; do sleep 0.01; done"}});
  ASSERT_TRUE(process.ok());
  ASSERT_TRUE((*process)->AwaitReady(absl::Now() + absl::Minutes(1)).ok());
  kill((*process)->pid(), SIGTERM);
  ASSERT_TRUE((*process)->Wait(absl::Now() + absl::Minutes(1)));
  EXPECT_EQ((*process)->EndText(), "exit status 5");
}

TEST(PodInitTest, EndsWithoutWaitingForOrphans) {
  EXPECT_EQ(Init("64", "100000", "sleep 1000 & exit 3").end, "exit status 3");
}

TEST(PodCompanionTest, ReadyIsWhatTheFolderSays) {
  EXPECT_EQ(RunToEnd({kCompanion, "--ready=/no/such/folder"}).end, "exit status 1");
}

TEST(PodCompanionTest, AWrongGatewayIsNamed) {
  const Ran ran = RunToEnd({kCompanion, "--gateway=somewhere"});
  EXPECT_EQ(ran.end, "exit status 1");
  EXPECT_THAT(ran.output, HasSubstr("\"somewhere\" is no address"));
}

}  // namespace
}  // namespace arena::kubernetes
