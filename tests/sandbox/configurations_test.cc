// The zoo, and the end of what opened it, as on other machines: for an ordinary
// user, and without cgroups.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/process/process.h"

namespace arena::sandbox {
namespace {

// What has no bound as a whole without a cgroup: see the table in
// arena/sandbox/README.md.
constexpr char kNeedCgroups[] =
    "*memory_of_children*:*fill_inodes*:*diary_faults*";

class ConfigurationsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can pretend to be another";
  }
  // Runs the zoo below these programs, and kills what runs it.
  static void ExpectItGainsNothing(std::vector<std::string> command) {
    command.push_back(std::filesystem::read_symlink("/proc/self/exe"));
    command.push_back(absl::StrCat(
        "--gtest_filter=Walled/EscapeTest.*bubblewrap*:CommandLineTest.*:"
        "NetworkTest.*:Kinds/KilledTest.*bubblewrap*-",
        kNeedCgroups));
    command.push_back("--gtest_brief=1");
    std::string said;
    const auto zoo = Process::Start(
        {.command = command, .on_line = [&said](const std::string& line) {
           absl::StrAppend(&said, line, "\n");
         }});
    ASSERT_TRUE(zoo.ok()) << zoo.status();
    (*zoo)->Wait();
    (*zoo)->FinishReading();
    EXPECT_EQ((*zoo)->EndText(), "exit status 0") << said;
    EXPECT_THAT(said, ::testing::Not(::testing::HasSubstr("SKIPPED"))) << said;
  }

  static const std::vector<std::string> kOrdinary;
  static const std::vector<std::string> kWithoutCgroups;
};

const std::vector<std::string> ConfigurationsTest::kOrdinary = {
    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
const std::vector<std::string> ConfigurationsTest::kWithoutCgroups = {
    "unshare",
    "--mount",
    "sh",
    "-c",
    "mount -t tmpfs tmpfs /sys/fs/cgroup && exec \"$@\"",
    "sh"};

TEST_F(ConfigurationsTest, AsAnOrdinaryUserNothingIsGained) {
  ExpectItGainsNothing(kOrdinary);
}

TEST_F(ConfigurationsTest, AsRootWithoutCgroupsNothingIsGained) {
  ExpectItGainsNothing(kWithoutCgroups);
}

TEST_F(ConfigurationsTest, AsAnOrdinaryUserWithoutCgroupsNothingIsGained) {
  std::vector<std::string> command = kWithoutCgroups;
  command.insert(command.end(), kOrdinary.begin(), kOrdinary.end());
  ExpectItGainsNothing(command);
}

}  // namespace
}  // namespace arena::sandbox
