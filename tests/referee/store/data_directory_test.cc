#include "referee/store/sql/data_directory.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class DataDirectoryTest : public ::testing::Test {
 protected:
  absl::StatusOr<DataDirectory> Open() { return DataDirectory::Open(path_); }

  TemporaryFolder folder_;
  const std::string path_ = folder_.File("data");
};

TEST_F(DataDirectoryTest, MissingFolderIsCreatedWithThoseAbove) {
  ASSERT_THAT(DataDirectory::Open(folder_.File("a/b/c")), IsOk());
  EXPECT_TRUE(std::filesystem::is_directory(folder_.File("a/b/c")));
}

TEST_F(DataDirectoryTest, NewFolderIsForItsOwnerOnly) {
  ASSERT_THAT(Open(), IsOk());
  struct stat about;
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0700u);
}

TEST_F(DataDirectoryTest, SecondHolderIsRefusedByProcessId) {
  const absl::StatusOr<DataDirectory> first = Open();
  const absl::Status second = Open().status();
  EXPECT_THAT(second, IsFailedPrecondition());
  EXPECT_THAT(std::string(second.message()),
              HasSubstr(absl::StrCat(path_, " is in use by process ", getpid(),
                                     "; stop it")));
}

TEST_F(DataDirectoryTest, FolderIsFreeAfterItsHolder) {
  ASSERT_THAT(Open(), IsOk());
  EXPECT_THAT(Open(), IsOk());
}

TEST_F(DataDirectoryTest, MovingKeepsTheFolder) {
  DataDirectory first = *Open();
  const DataDirectory moved = std::move(first);
  EXPECT_THAT(Open(), IsFailedPrecondition());
}

TEST_F(DataDirectoryTest, KilledHolderLeavesTheFolderFree) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const absl::StatusOr<DataDirectory> held = Open();
    if (!held.ok() || write(pipe_ends[1], "x", 1) != 1) _exit(1);
    while (true) pause();
  }
  char byte;
  ASSERT_EQ(read(pipe_ends[0], &byte, 1), 1);
  EXPECT_THAT(Open(), IsFailedPrecondition());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_THAT(Open(), IsOk());
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

// Counts the descriptors of this process that are open on a file.
int DescriptorsOn(const std::string& file) {
  int count = 0;
  for (const auto& link :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    count += std::filesystem::read_symlink(link.path(), error) == file;
  }
  return count;
}

TEST_F(DataDirectoryTest, HolderThatIsEndingIsWaitedFor) {
  std::optional<DataDirectory> ending = *Open();
  absl::Status status = absl::UnknownError("never opened");
  std::thread next(
      [&] { status = DataDirectory::Open(path_, absl::Minutes(1)).status(); });
  while (DescriptorsOn(path_ + "/lock") < 2) std::this_thread::yield();
  ending.reset();
  next.join();
  EXPECT_THAT(status, IsOk());
}

// A bot that outlives its referee must not hold the folder.
TEST_F(DataDirectoryTest, ProgramsStartedByTheHolderDoNotHoldIt) {
  const absl::StatusOr<DataDirectory> held = Open();
  ASSERT_THAT(held, IsOk());
  for (const auto& link :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    const auto target = std::filesystem::read_symlink(link.path(), error);
    if (target != path_ + "/lock") continue;
    const int descriptor = std::stoi(link.path().filename().string());
    EXPECT_NE(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, 0);
    return;
  }
  FAIL() << "the lock file is not open";
}

TEST_F(DataDirectoryTest, FileInPlaceOfTheFolderIsNamed) {
  std::ofstream(path_) << "in the way";
  const absl::Status status = Open().status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
}

TEST_F(DataDirectoryTest, DatabaseLiesInTheFolder) {
  EXPECT_THAT(Open()->DatabasePath(), testing::StartsWith(path_ + "/"));
}

}  // namespace
}  // namespace arena::referee
