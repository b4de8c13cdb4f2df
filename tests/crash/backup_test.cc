// Backups of a referee whose bots play, while processes are killed.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/crash/crash_fixture.h"
#include "tests/testing/folders/folders.h"

namespace arena::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class BackupTest : public CrashTest {
 protected:
  std::vector<std::string> StoreFlags() const override {
    return {"--data", data_};
  }
  std::unique_ptr<Process> Start(const std::string& command,
                                 const std::string& data,
                                 const std::string& backup) const {
    return StartProgram(
        {"/usr/bin/env", "COLUMNS=10000", testing::InBuild("bin/arena"),
         command, "--data", data, backup},
        "copied to ");
  }
  void Copy(const std::string& command, const std::string& data,
            const std::string& backup) const {
    const auto copy = Start(command, data, backup);
    EXPECT_EQ(AwaitEnd(*copy), "exit status 0") << copy->LastLines();
  }
  void ExpectRefused(const std::string& command, const std::string& data,
                     const std::string& backup, const std::string& why) const {
    const auto copy = Start(command, data, backup);
    EXPECT_EQ(AwaitEnd(*copy), "exit status 2");
    EXPECT_THAT(copy->LastLines(), StartsWith("arena: "));
    EXPECT_THAT(copy->LastLines(), HasSubstr(why));
  }
  std::vector<std::string> Over() const {
    std::vector<std::string> over;
    for (const std::string& id : ids_) {
      const v1::Match match = client_->Get(id);
      if (match.state() == v1::Match::STATE_FINISHED) over.push_back(id);
    }
    return over;
  }
  // Restores this backup and starts the referee on the restored data.
  void GoOnWith(const std::string& backup) {
    data_ = folder_ + "/restored" + std::to_string(++restored_);
    Copy("restore", data_, backup);
    StartReferee();
  }
  // Begins matches, and waits until some of them are over.
  void PlayUntilSomeAreOver() {
    StartReferee();
    StartBot("a");
    StartBot("b");
    // With this many matches the backup is made while some are played.
    for (int i = 0; i < 10; ++i) CreateMany();
    client_->AwaitEnd(ids_[0]);
  }

  std::string data_ = folder_ + "/data";
  int restored_ = 0;
};

TEST_F(BackupTest, ABackupDuringPlayHasAllThatWasOverAndTheRestGoesOn) {
  PlayUntilSomeAreOver();
  const std::vector<std::string> over = Over();
  Copy("backup", data_, folder_ + "/backup");
  ASSERT_LT(over.size(), ids_.size()) << "no match was under way";
  KillReferee();
  GoOnWith(folder_ + "/backup");
  EXPECT_GE(Over().size(), over.size());
  for (const std::string& id : over) {
    EXPECT_EQ(client_->Get(id).state(), v1::Match::STATE_FINISHED) << id;
  }
  ExpectAllEndWell();
}

TEST_F(BackupTest, TheRefereeGoesOnDuringABackupAndAfterIt) {
  PlayUntilSomeAreOver();
  for (int i = 0; i < 3; ++i) {
    Copy("backup", data_, folder_ + "/backup" + std::to_string(i));
  }
  ExpectAllEndWell();
  ExpectNothingAskedTwice("a");
}

TEST_F(BackupTest, ABackupThatIsKilledIsThereAsAWholeOrNotAtAll) {
  PlayUntilSomeAreOver();
  int whole = 0;
  for (int i = 0; i < Wanted("BACKUP_TEST_KILLS", 10); ++i) {
    const std::string backup = folder_ + "/backup" + std::to_string(i);
    const auto copy = Start("backup", data_, backup);
    std::this_thread::sleep_for(std::chrono::milliseconds(rng_() % 120));
    copy->Signal(SIGKILL);
    copy->Wait();
    if (!std::filesystem::exists(backup)) continue;
    ++whole;
    Copy("restore", folder_ + "/from" + std::to_string(i), backup);
  }
  RecordProperty("whole", whole);
  ExpectAllEndWell();
}

TEST_F(BackupTest, ARefereeThatIsKilledMeanwhileHarmsNoBackup) {
  PlayUntilSomeAreOver();
  const std::vector<std::string> over = Over();
  const auto copy = Start("backup", data_, folder_ + "/backup");
  PlayForAWhile();
  KillReferee();
  EXPECT_EQ(AwaitEnd(*copy), "exit status 0") << copy->LastLines();
  GoOnWith(folder_ + "/backup");
  EXPECT_GE(Over().size(), over.size());
  ExpectAllEndWell();
}

TEST_F(BackupTest, ADeadRefereeLeavesDataThatCanBeCopied) {
  PlayUntilSomeAreOver();
  KillReferee();
  Copy("backup", data_, folder_ + "/backup");
  GoOnWith(folder_ + "/backup");
  ExpectAllEndWell();
  ExpectNothingAskedTwice("a");
  ExpectNothingAskedTwice("b");
}

TEST_F(BackupTest, NothingIsOverwritten) {
  StartReferee();
  Copy("backup", data_, folder_ + "/backup");
  for (const char* command : {"backup", "restore"}) {
    ExpectRefused(command, data_, folder_ + "/backup",
                  "exists and is not empty");
  }
}

TEST_F(BackupTest, AnEmptyFolderTakesABackup) {
  StartReferee();
  std::filesystem::create_directory(folder_ + "/backup");
  Copy("backup", data_, folder_ + "/backup");
  struct stat about;
  ASSERT_EQ(stat((folder_ + "/backup").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0700u);
}

TEST_F(BackupTest, WhatIsNoBackupIsNamed) {
  std::filesystem::create_directory(folder_ + "/other");
  for (const char* command : {"backup", "restore"}) {
    const bool copies_to = command == std::string("backup");
    ExpectRefused(command, folder_ + (copies_to ? "/other" : "/new"),
                  folder_ + (copies_to ? "/backup" : "/other"),
                  "name the folder of a referee or a complete backup");
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/backup"));
}

TEST_F(BackupTest, AFolderThatDoesNotExistIsNamed) {
  ExpectRefused("backup", folder_ + "/nodata", folder_ + "/backup",
                "/nodata does not exist");
}

// ---- Data that is lost while the referee runs ----

TEST_F(BackupTest, ADeletedFolderEndsTheReferee) {
  PlayUntilSomeAreOver();
  std::filesystem::remove_all(data_);
  EXPECT_EQ(AwaitEnd(*referee_), "exit status 1");
  EXPECT_THAT(referee_->LastLines(), HasSubstr("was deleted"));
}

TEST_F(BackupTest, AnIdleRefereeNoticesToo) {
  StartReferee();
  std::filesystem::rename(data_, data_ + "-elsewhere");
  EXPECT_EQ(AwaitEnd(*referee_), "exit status 1");
  EXPECT_THAT(referee_->LastLines(), HasSubstr("was deleted"));
}

// ---- Another referee on the socket ----

TEST_F(BackupTest, ASecondRefereeDoesNotTakeTheSocket) {
  StartReferee();
  const std::string first = std::exchange(data_, folder_ + "/other");
  const auto second = StartProgram(RefereeCommand());
  EXPECT_EQ(AwaitEnd(*second), "exit status 1");
  EXPECT_THAT(second->LastLines(), HasSubstr("another process listens there"));
  data_ = first;
  Connect();
  StartBot("a");
  StartBot("b");
  Create("ordo", {"bot:b", "bot:a"});
  ExpectAllEndWell();
}

}  // namespace
}  // namespace arena::testing
