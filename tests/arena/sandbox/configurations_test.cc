// The zoo, and killed openers of a sandbox, as on other machines: for an
// ordinary user, with cgroups and without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/process/process.h"

namespace arena::sandbox {
namespace {

// Attempts that need a bound on a whole sandbox, which only a cgroup sets: see
// the table in arena/sandbox/README.md.
constexpr char kNeedCgroups[] =
    "Walled/EscapeTest.*/memory_of_children_bubblewrap*:"
    "Walled/EscapeTest.*/fill_inodes_bubblewrap*:"
    "Walled/EscapeTest.*/diary_faults_bubblewrap*";
constexpr char kKilled[] = "Kinds/KilledTest.*bubblewrap*";

class ConfigurationsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can pretend to be another";
  }
  // Runs the zoo and the tests of killed openers below these programs.
  static void ExpectItGainsNothing(const std::vector<std::string>& command) {
    ExpectPassed(command, absl::StrCat("Walled/EscapeTest.*bubblewrap*:"
                                       "CommandLineTest.*:NetworkTest.*:",
                                       kKilled, "-", kNeedCgroups));
  }
  // Runs these tests below these programs.
  static void ExpectPassed(std::vector<std::string> command,
                           const std::string& filter) {
    command.push_back(std::filesystem::read_symlink("/proc/self/exe"));
    command.push_back(absl::StrCat("--gtest_filter=", filter));
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
  static const std::vector<std::string> kWithOwnCgroups;
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

// A command that gives a user cgroups, as a manager of services does.
const std::vector<std::string> ConfigurationsTest::kWithOwnCgroups = {
    "sh", "-c", R"sh(
while IFS=: read -r number controller path; do
  case $controller in
    memory | pids | cpu | cpuset) ;;
    "") controller=unified ;;
    *) continue ;;
  esac
  parent=/sys/fs/cgroup/$controller$path
  group=$parent/owned-$$
  groups="$groups $group"
  mkdir "$group" || exit
  for file in cpuset.cpus cpuset.mems; do
    [ "$controller" != cpuset ] || cat "$parent/$file" >"$group/$file"
  done
  chown -R 65534:65534 "$group"
done </proc/self/cgroup
(
  for group in $groups; do echo 0 >"$group/cgroup.procs" || exit; done
  exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
)
status=$?
rmdir $groups
exit $status
)sh",
    "sh"};

TEST_F(ConfigurationsTest, AsAnOrdinaryUserNothingIsGained) {
  ExpectItGainsNothing(kOrdinary);
}

TEST_F(ConfigurationsTest, WithOwnCgroupsAnOrdinaryUserIsBoundAsAWhole) {
  for (const char* const controller : {"memory", "pids", "unified"}) {
    const std::string procs =
        absl::StrCat("/sys/fs/cgroup/", controller, "/cgroup.procs");
    if (access(procs.c_str(), W_OK) != 0) {
      GTEST_SKIP() << "root cannot write " << procs;
    }
  }
  ExpectPassed(kWithOwnCgroups, absl::StrCat(kNeedCgroups, ":", kKilled));
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
