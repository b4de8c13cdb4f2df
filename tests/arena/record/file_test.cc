// Files are written as a whole or not at all.
#include "arena/record/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "/file_test.XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string Path(const char* name) const { return folder_ + "/" + name; }
  size_t FilesInFolder() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator(folder_)) {
      ++count;
    }
    return count;
  }

  std::string folder_;
};

TEST_F(FileTest, WrittenBytesReadBack) {
  const std::string bytes("a\0b\n", 4);
  ASSERT_TRUE(WriteFileAtomically(Path("a"), bytes).ok());
  EXPECT_EQ(*ReadFile(Path("a")), bytes);
}

TEST_F(FileTest, WritingReplacesAndLeavesNoTemporaryFile) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old and long").ok());
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "new").ok());
  EXPECT_EQ(*ReadFile(Path("a")), "new");
  EXPECT_EQ(FilesInFolder(), 1);
}

TEST_F(FileTest, APipeIsWrittenToAndStays) {
  ASSERT_EQ(mkfifo(Path("a").c_str(), 0600), 0);
  const int reader = open(Path("a").c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_TRUE(WriteFileAtomically(Path("a"), "new").ok());
  EXPECT_TRUE(std::filesystem::is_fifo(Path("a")));
  char bytes[3];
  if (std::filesystem::is_fifo(Path("a"))) {
    EXPECT_EQ(read(reader, bytes, sizeof(bytes)), 3);
  }
  close(reader);
  EXPECT_EQ(FilesInFolder(), 1);
}

TEST_F(FileTest, ALinkIsReplacedAndNotFollowed) {
  ASSERT_TRUE(WriteFileAtomically(Path("precious"), "old").ok());
  std::filesystem::create_symlink(Path("precious"), Path("a"));
  EXPECT_TRUE(WriteFileAtomically(Path("a"), "new").ok());
  EXPECT_EQ(*ReadFile(Path("precious")), "old");
  EXPECT_EQ(*ReadFile(Path("a")), "new");
}

TEST_F(FileTest, ANewFileNeverReplacesOne) {
  ASSERT_TRUE(WriteNewFileAtomically(Path("a"), "first").ok());
  const absl::Status again = WriteNewFileAtomically(Path("a"), "second");
  EXPECT_EQ(again.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(again.message()), HasSubstr(Path("a")));
  EXPECT_EQ(*ReadFile(Path("a")), "first");
  EXPECT_EQ(FilesInFolder(), 1);
}

TEST_F(FileTest, AFailedWriteLeavesNoTemporaryFile) {
  std::filesystem::create_directories(Path("a") + "/b");
  EXPECT_FALSE(WriteFileAtomically(Path("a"), "x").ok());
  EXPECT_EQ(FilesInFolder(), 1);
}

TEST_F(FileTest, AFileWithoutEndIsRefused) {
  const absl::Status status = ReadFile("/dev/zero").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("/dev/zero"));
}

TEST_F(FileTest, ErrorsNameThePath) {
  const absl::Status read = ReadFile(Path("none")).status();
  EXPECT_EQ(read.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(read.message()), HasSubstr(Path("none")));
  const absl::Status written = WriteFileAtomically(Path("no/where"), "x");
  EXPECT_THAT(std::string(written.message()), HasSubstr(Path("no/where")));
}

TEST_F(FileTest, AFolderIsNoFile) {
  EXPECT_THAT(std::string(ReadFile(folder_).status().message()),
              HasSubstr(absl::StrCat("cannot read ", folder_)));
}

}  // namespace
}  // namespace arena
