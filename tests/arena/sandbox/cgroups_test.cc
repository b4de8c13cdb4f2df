// The places of cgroups, on machines other than this one.
#include "arena/sandbox/cgroups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/process/processors.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

TEST(CgroupPlacesTest, Version2Alone) {
  const CgroupPlaces places = FindCgroupPlaces(
      "25 1 0:5 / /proc rw - proc proc rw\n"
      "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n",
      "0::/user.slice/user-1000.slice/session-2.scope\n");
  EXPECT_EQ(places.unified,
            "/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope");
  EXPECT_THAT(places.controllers, IsEmpty());
}

TEST(CgroupPlacesTest, Version1AndVersion2Together) {
  const CgroupPlaces places = FindCgroupPlaces(
      "1 2 0:1 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
      "1 2 0:2 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
      "1 2 0:3 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "1 2 0:4 / /sys/fs/cgroup/systemd rw - cgroup none rw,name=systemd\n",
      "4:name=systemd:/\n3:cpu,cpuacct:/\n2:memory:/tasks/a\n0::/\n");
  EXPECT_EQ(places.unified, "/sys/fs/cgroup/unified");
  EXPECT_THAT(places.controllers,
              UnorderedElementsAre(
                  Pair("memory", "/sys/fs/cgroup/memory/tasks/a"),
                  Pair("cpu", "/sys/fs/cgroup/cpu,cpuacct"),
                  Pair("cpuacct", "/sys/fs/cgroup/cpu,cpuacct"),
                  Pair("name=systemd", "/sys/fs/cgroup/systemd")));
}

TEST(CgroupPlacesTest, InAContainerTheTopIsNotMounted) {
  const CgroupPlaces places = FindCgroupPlaces(
      "1 2 0:2 /docker/17 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
      "2:memory:/docker/17/inner\n");
  EXPECT_THAT(places.controllers,
              ElementsAre(Pair("memory", "/sys/fs/cgroup/memory/inner")));
}

TEST(CgroupPlacesTest, WhereThisProgramHasMovedAsideItsOldGroupCounts) {
  const CgroupPlaces places = FindCgroupPlaces(
      "1 2 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      "0::/runner.service/arena-aside\n");
  EXPECT_EQ(places.unified, "/sys/fs/cgroup/runner.service");
}

TEST(CgroupPlacesTest, NoneAtAll) {
  const CgroupPlaces places = FindCgroupPlaces("", "");
  EXPECT_EQ(places.unified, "");
  EXPECT_THAT(places.controllers, IsEmpty());
}

// Files in the place of a kernel that has version 2 alone.
class Version2Test : public ::testing::Test {
 protected:
  Version2Test() : folder_(*TemporaryFolder::Create()) {
    Write("cgroup.controllers", "cpu io memory pids");
    Write("cgroup.subtree_control", "");
    std::filesystem::create_directory(folder_->path() + "/arena");
    Write("arena/cgroup.subtree_control", "");
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_->path() + "/" + name) << text;
  }
  std::string Read(const std::string& name) const {
    return ReadAll(folder_->path() + "/" + name);
  }

  const std::unique_ptr<TemporaryFolder> folder_;
};

TEST_F(Version2Test, ControllersAreGivenDown) {
  const auto groups = Cgroups::Open({folder_->path(), {}}, "arena");
  EXPECT_TRUE(groups->CanFreeze());
  EXPECT_EQ(Read("cgroup.subtree_control"), "+memory +pids +cpu");
  EXPECT_EQ(Read("arena/cgroup.subtree_control"), "+memory +pids +cpu");
  EXPECT_EQ(groups->folders().cpuset, "");
  EXPECT_THAT(groups->Missing(), IsEmpty());
  EXPECT_THAT(groups->folders().All(), ElementsAre(folder_->path() + "/arena"));
}

TEST_F(Version2Test, ProcessorsAreChosenWhereThatIsPossible) {
  const std::string all = "cpuset cpu io memory pids";
  for (const char* const folder : {"", "arena/"}) {
    Write(absl::StrCat(folder, "cgroup.controllers"), all);
  }
  Write("cpuset.mems", "0");
  for (const char* const file : {"cpuset.cpus", "cpuset.mems", "cpu.weight"}) {
    Write(absl::StrCat("arena/", file), "");
  }
  const auto groups = Cgroups::Open({folder_->path(), {}}, "arena");
  EXPECT_EQ(Read("arena/cgroup.subtree_control"), "+memory +pids +cpu +cpuset");
  EXPECT_TRUE(groups->Binds());
  const Processors own = OwnProcessors();
  EXPECT_EQ(Read("arena/cpuset.cpus"), ProcessorsText(own));
  EXPECT_EQ(Read("arena/cpuset.mems"), "0");
  // On each processor the weight is half of that of a process of the machine.
  EXPECT_EQ(Read("arena/cpu.weight"), absl::StrCat(50 * own.size()));
}

TEST_F(Version2Test, WithoutControllersItIsSaidWhatIsMissing) {
  Write("cgroup.controllers", "cpuset");
  const auto groups = Cgroups::Open({folder_->path(), {}}, "arena");
  EXPECT_THAT(groups->Missing(), SizeIs(3));
  EXPECT_THAT(absl::StrJoin(groups->Missing(), "\n"),
              HasSubstr("memory is limited for each process"));
}

// The groups are closed to this user, like groups that root left behind.
TEST_F(Version2Test, AGroupOfAnotherUserIsNotItsOwn) {
  chmod(folder_->path().c_str(), 0755);
  chmod((folder_->path() + "/arena").c_str(), 0555);
  const uid_t own = geteuid();
  // Root may use every group, so the test acts as an ordinary user.
  ASSERT_EQ(seteuid(own == 0 ? 65'534 : own), 0);
  const auto groups = Cgroups::Open({folder_->path(), {}}, "arena");
  const auto group = groups->Make("bot", {});
  ASSERT_EQ(seteuid(own), 0);
  EXPECT_TRUE(group.ok()) << group.status();
  EXPECT_THAT(groups->Missing(), SizeIs(4));
}

TEST(CgroupsTest, WithoutCgroupsAllIsMissing) {
  const auto groups = Cgroups::Open({}, "arena");
  EXPECT_FALSE(groups->CanFreeze());
  EXPECT_THAT(groups->Missing(), SizeIs(4));
  const auto group = groups->Make("bot", {});
  ASSERT_TRUE(group.ok()) << group.status();
  EXPECT_EQ((*group)->descriptor(), -1);
  EXPECT_THAT((*group)->EntryFiles(), IsEmpty());
}

}  // namespace
}  // namespace arena::sandbox
