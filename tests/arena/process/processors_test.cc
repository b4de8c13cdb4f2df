#include "arena/process/processors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/process/process.h"

namespace arena {
namespace {

using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST(ProcessorsTest, AreWrittenAsTheSystemWritesThem) {
  EXPECT_EQ(ProcessorsText({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
  EXPECT_EQ(ProcessorsText({}), "");
  EXPECT_THAT(ParseProcessors("7,0-2"), Optional(ElementsAre(0, 1, 2, 7)));
}

TEST(ProcessorsTest, AListOfNothingIsNone) {
  for (const char* const text : {"", "a", "1-", "3-2", "-1", "1-2-3", "99999"}) {
    EXPECT_EQ(ParseProcessors(text), std::nullopt) << text;
  }
}

TEST(ProcessorsTest, SomeAreThere) {
  const Processors own = OwnProcessors();
  ASSERT_THAT(own, Not(IsEmpty()));
  EXPECT_LE(CoreOf(own.back()), own.back());
}

// The processors in /proc/PID/status of a process.
std::string AllowedTo(pid_t process) {
  std::ifstream status(absl::StrCat("/proc/", process, "/status"));
  for (std::string line; std::getline(status, line);) {
    if (absl::StartsWith(line, "Cpus_allowed_list:\t")) return line.substr(19);
  }
  return "";
}

TEST(ProcessorsTest, AProcessIsBoundWithItsChildren) {
  const Processors own = OwnProcessors();
  if (own.size() < 2) GTEST_SKIP() << "there is one processor";
  const auto shell = Process::Start(
      {.command = {"sh", "-c", "sleep 1000 & echo child $!; wait"},
       .ready_prefix = "child "});
  ASSERT_TRUE(shell.ok()) << shell.status();
  const auto child =
      (*shell)->AwaitReady(absl::Now() + absl::Minutes(1));
  ASSERT_TRUE(child.ok()) << child.status();
  const std::string one = ProcessorsText({own.back()});
  EXPECT_NE(AllowedTo(std::stoi(*child)), one);
  BindProcesses((*shell)->pid(), {own.back()});
  EXPECT_EQ(AllowedTo((*shell)->pid()), one);
  EXPECT_EQ(AllowedTo(std::stoi(*child)), one);
}

}  // namespace
}  // namespace arena
