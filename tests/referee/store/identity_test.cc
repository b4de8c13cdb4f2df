// An SQLite database has changed: it was deleted, emptied, replaced or made
// older, between two starts or while it is used.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "referee/store/open_store.h"
#include "referee/store/sql/copy_database.h"
#include "referee/store/sql/identity_file.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/folders/folders.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class IdentityTest : public ::testing::Test {
 protected:
  void OpenAndClose() { OpenOrDie(path_); }
  absl::Status OpenStatus() const {
    return OpenStore("sqlite:" + path_).status();
  }
  // Expects that the start is refused. The message has this text and gives
  // advice, but never advises to delete anything.
  void ExpectRefused(const std::string& what) const {
    const absl::Status status = OpenStatus();
    EXPECT_THAT(status, IsFailedPrecondition());
    ExpectAdvice(std::string(status.message()), what);
  }
  void ExpectAdvice(const std::string& message, const std::string& what) const {
    EXPECT_THAT(message,
                AllOf(HasSubstr(path_ + what), HasSubstr("restore a backup"),
                      HasSubstr("name an empty folder"),
                      HasSubstr("whose names begin with " + path_),
                      Not(HasSubstr("delete "))));
  }
  void Copy(const std::string& from, const std::string& to) const {
    std::filesystem::copy_file(
        from, to, std::filesystem::copy_options::overwrite_existing);
  }
  void AddMatch(const std::string& id) const {
    ASSERT_THAT(OpenOrDie(path_)->matches().Insert(SampleMatch(id)), IsOk());
  }
  Identity Known() const { return **ReadIdentity(path_); }

  TemporaryFolder folder_;
  const std::string path_ = folder_.File("store.sqlite");
  const std::string kept_ = folder_.File("kept.sqlite");
};

// ---- Between two starts ----

TEST_F(IdentityTest, TheSameDatabaseIsKnownAgain) {
  OpenAndClose();
  const Identity first = Known();
  EXPECT_THAT(OpenStatus(), IsOk());
  EXPECT_EQ(Known().id, first.id);
  EXPECT_GT(Known().position, first.position);
}

TEST_F(IdentityTest, AMissingDatabaseIsRefusedAndNotMade) {
  OpenAndClose();
  std::filesystem::remove(path_);
  ExpectRefused(" is missing");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(IdentityTest, AnEmptiedDatabaseIsRefused) {
  OpenAndClose();
  std::filesystem::resize_file(path_, 0);
  ExpectRefused(" is empty");
}

TEST_F(IdentityTest, ATruncatedDatabaseIsRefused) {
  OpenAndClose();
  for (const int size : {20000, 50}) {
    std::filesystem::resize_file(path_, size);
    const absl::Status status = OpenStatus();
    EXPECT_THAT(status, HasCode(absl::StatusCode::kDataLoss)) << size;
    ExpectAdvice(std::string(status.message()),
                 " is damaged: database disk image is malformed");
  }
}

TEST_F(IdentityTest, AnOverwrittenDatabaseIsRefused) {
  OpenAndClose();
  std::ofstream(path_) << std::string(4096, 'x');
  ExpectAdvice(std::string(OpenStatus().message()), " is damaged: ");
}

TEST_F(IdentityTest, ACopyOfATruncatedDatabaseIsRefusedInItsName) {
  OpenAndClose();
  std::filesystem::resize_file(path_, 50);
  ExpectAdvice(
      std::string(CopyDatabase(path_, kept_, absl::Seconds(30)).message()),
      " is damaged: ");
}

// The test follows the advice to begin anew.
TEST_F(IdentityTest, WithAllItsFilesMovedAnEmptyDatabaseBegins) {
  AddMatch("m1");
  std::filesystem::remove(path_);
  ExpectRefused(" is missing");
  for (const char* suffix : {"", "-wal", "-shm", ".identity", ".journal"}) {
    std::error_code missing;
    std::filesystem::rename(path_ + suffix, kept_ + suffix, missing);
  }
  EXPECT_THAT(OpenOrDie(path_)->matches().Get("m1"), IsNotFound());
}

// A killed process leaves its transactions in the -wal.
TEST_F(IdentityTest, ALostWalIsRefused) {
  for (const bool emptied : {false, true}) {
    const std::unique_ptr<Store> running = OpenOrDie(path_);
    const std::string left =
        folder_.File(emptied ? "a.sqlite" : "b.sqlite");
    Copy(path_, left);
    Copy(IdentityPath(path_), IdentityPath(left));
    if (emptied) std::ofstream(left + "-wal");
    const absl::Status status = OpenStore("sqlite:" + left).status();
    EXPECT_THAT(status, IsFailedPrecondition());
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr(left + " is older than it was"),
                      HasSubstr(left + "-wal was deleted")));
  }
}

TEST_F(IdentityTest, AnOlderDatabaseIsRefused) {
  AddMatch("m1");
  Copy(path_, kept_);
  const int64_t before = Known().position;
  AddMatch("m2");
  const int64_t missing = Known().position - before;
  Copy(kept_, path_);
  ExpectRefused(absl::StrCat(" is older than it was: of ", Known().position,
                             " transactions, the last ", missing,
                             " are missing"));
}

TEST_F(IdentityTest, AnotherDatabaseIsRefused) {
  OpenAndClose();
  OpenOrDie(kept_);
  Copy(kept_, path_);
  ExpectRefused(" is not the database that was here");
}

TEST_F(IdentityTest, ADatabaseThatIsAheadOfItsFileIsTheSame) {
  AddMatch("m1");
  Copy(IdentityPath(path_), IdentityPath(kept_));
  AddMatch("m2");
  Copy(IdentityPath(kept_), IdentityPath(path_));
  EXPECT_THAT(OpenOrDie(path_)->matches().Get("m2"), IsOk());
}

TEST_F(IdentityTest, ADatabaseOfAnEarlierVersionIsAdopted) {
  std::ifstream dump(testing::InSources("tests/referee/store/version_4.sql"));
  SQLite::Database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec({std::istreambuf_iterator<char>(dump), {}});
  EXPECT_THAT(OpenOrDie(path_)->matches().Get("m2"), IsOk());
  std::filesystem::remove(path_);
  ExpectRefused(" is missing");
}

TEST_F(IdentityTest, WithoutItsFileADatabaseIsTakenAsItIs) {
  AddMatch("m1");
  Copy(path_, kept_);
  AddMatch("m2");
  Copy(kept_, path_);
  std::filesystem::remove(IdentityPath(path_));
  EXPECT_THAT(OpenStatus(), IsOk());
  EXPECT_THAT(OpenOrDie(path_)->matches().Get("m2"), IsNotFound());
}

TEST_F(IdentityTest, AFileThatIsDamagedIsNamed) {
  OpenAndClose();
  std::ofstream(IdentityPath(path_)) << "Pentathlon identity 1\nid";
  const absl::Status status = OpenStatus();
  EXPECT_THAT(status, HasCode(absl::StatusCode::kDataLoss));
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr(IdentityPath(path_) + " is damaged"),
                    HasSubstr("move " + IdentityPath(path_))));
}

// ---- The machine stops ----

class StoppedMachineTest : public IdentityTest {
 protected:
  // Stops the machine while only an older database was on the disk.
  void Stop(bool flushed) {
    AddMatch("m1");
    Copy(path_, kept_);
    AddMatch("m2");
    Copy(kept_, path_);
    Identity known = Known();
    known.boot = std::string(36, 'x');
    known.flushed = flushed;
    ASSERT_THAT(WriteIdentity(path_, known), IsOk());
  }
};

TEST_F(StoppedMachineTest, WhatItTookIsToldAndNoReasonToRefuse) {
  Stop(/*flushed=*/false);
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  EXPECT_THAT(store->notices(),
              ElementsAre(AllOf(HasSubstr(path_ + " has lost its last "),
                                HasSubstr("--power-loss-safe"))));
  EXPECT_THAT(store->matches().Get("m1"), IsOk());
}

TEST_F(StoppedMachineTest, WhatWasOnTheDiskCannotBeLost) {
  Stop(/*flushed=*/true);
  ExpectRefused(" is older than it was");
}

TEST_F(StoppedMachineTest, AClosedDatabaseIsOnTheDisk) {
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  EXPECT_FALSE(Known().flushed);
  OpenAndClose();
  EXPECT_FALSE(Known().flushed) << "another connection is still open";
}

TEST_F(StoppedMachineTest, TheLastToCloseIsOnTheDisk) {
  OpenAndClose();
  EXPECT_TRUE(Known().flushed);
}

TEST_F(StoppedMachineTest, WithPowerLossDurabilityItAlwaysIs) {
  const auto store =
      OpenStore("sqlite:" + path_, kDefaultReferee, Durability::kPowerLoss);
  ASSERT_THAT(store, IsOk());
  EXPECT_TRUE(Known().flushed);
}

// ---- While it is used ----

class RunningStoreTest : public IdentityTest {
 protected:
  // Expects that the next write fails, as the store has failed.
  void ExpectNoticed(const std::string& what) {
    const absl::Status status =
        store_->matches().Insert(SampleMatch("m2")).status();
    EXPECT_THAT(status, HasCode(absl::StatusCode::kInternal));
    EXPECT_FALSE(IsRefusal(status) || IsOfOneRow(status));
    EXPECT_THAT(std::string(status.message()), HasSubstr(what));
  }

  const std::unique_ptr<Store> store_ = OpenOrDie(path_);
};

TEST_F(RunningStoreTest, ADeletedDatabaseIsNoticed) {
  std::filesystem::remove(path_);
  ExpectNoticed(path_ + " was deleted");
}

TEST_F(RunningStoreTest, ADeletedWalIsNoticed) {
  std::filesystem::remove(path_ + "-wal");
  ExpectNoticed(path_ + "-wal was deleted");
}

TEST_F(RunningStoreTest, AReplacedDatabaseIsNoticed) {
  Copy(path_, kept_);
  std::filesystem::rename(kept_, path_);
  ExpectNoticed(path_ + " was replaced");
}

TEST_F(RunningStoreTest, AnEmptiedWalIsNoticed) {
  // The renewed lease makes the -wal longer.
  ASSERT_THAT(store_->referees().RenewLease(absl::Seconds(1)), IsOk());
  std::filesystem::resize_file(path_ + "-wal", 0);
  EXPECT_FALSE(store_->matches().Insert(SampleMatch("m2")).ok());
}

TEST_F(RunningStoreTest, AnIdleRefereeNoticesWhenItRenewsItsLease) {
  std::filesystem::remove(path_);
  EXPECT_THAT(store_->referees().RenewLease(absl::Seconds(1)),
              HasCode(absl::StatusCode::kInternal));
}

TEST_F(RunningStoreTest, ReadingNeedsNoFileThatWasDeleted) {
  std::filesystem::remove(IdentityPath(path_));
  EXPECT_THAT(store_->matches().ListUnfinished(), IsOk());
  ExpectNoticed(IdentityPath(path_) + " was deleted");
}

// ---- Modes ----

TEST_F(IdentityTest, TheFilesAreForTheirOwnerOnly) {
  OpenAndClose();
  ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  for (const char* suffix : {"", "-wal", ".identity"}) {
    struct stat about;
    ASSERT_EQ(stat((path_ + suffix).c_str(), &about), 0) << suffix;
    EXPECT_EQ(about.st_mode & 0777, 0600u) << suffix;
  }
}

// ---- Damage ----

class FileCheckTest : public IdentityTest {
 protected:
  void Fill() {
    const std::unique_ptr<Store> store = OpenOrDie(path_);
    for (int i = 0; i < 300; ++i) {
      ASSERT_THAT(store->matches().Insert(SampleMatch(absl::StrCat("m", i))),
                  IsOk());
    }
  }
  void Execute(const std::string& sql) const {
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql);
  }
  // Overwrites the beginning of a page in the middle of the file.
  void DamageAPage() const {
    constexpr int kPage = 4096;
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    const auto pages =
        static_cast<int>(std::filesystem::file_size(path_)) / kPage;
    file.seekp(pages / 2 * kPage);
    file << std::string(64, '\xff');
    ASSERT_TRUE(file.flush().good());
  }
};

TEST_F(FileCheckTest, ASoundDatabaseHasNoNotices) {
  Fill();
  EXPECT_THAT(OpenOrDie(path_)->notices(), IsEmpty());
}

TEST_F(FileCheckTest, ADamagedPageIsRefused) {
  Fill();
  DamageAPage();
  const absl::Status status = OpenStatus();
  EXPECT_THAT(status, HasCode(absl::StatusCode::kDataLoss));
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr(path_), HasSubstr("restore a backup"),
                    HasSubstr("--check-time 0s")));
}

TEST_F(FileCheckTest, WithoutTheCheckItIsTakenAsItIs) {
  Fill();
  DamageAPage();
  EXPECT_THAT(OpenStore("sqlite:" + path_, kDefaultReferee,
                        Durability::kProcessKill, absl::Seconds(10),
                        /*check_time=*/absl::ZeroDuration()),
              IsOk());
}

TEST_F(FileCheckTest, ARowThatHoldsNonsenseIsToldAndNoReasonToRefuse) {
  Fill();
  Execute(
      "PRAGMA ignore_check_constraints = ON;"
      "UPDATE matches SET state = 99 WHERE match_id = 'm7';"
      "INSERT INTO seats (match, seat, bot) VALUES (100000, 0, 'x')");
  EXPECT_THAT(OpenOrDie(path_)->notices(),
              ElementsAre(HasSubstr("CHECK constraint failed in matches"),
                          HasSubstr("a row of seats belongs to a row of "
                                    "matches that is missing")));
}

TEST_F(FileCheckTest, ACheckThatIsNotOverIsTold) {
  Fill();
  const auto store = OpenStore("sqlite:" + path_, kDefaultReferee,
                               Durability::kProcessKill, absl::Seconds(10),
                               /*check_time=*/absl::Nanoseconds(1));
  ASSERT_THAT(store, IsOk());
  EXPECT_THAT((*store)->notices(),
              ElementsAre(AllOf(HasSubstr("was not over in 1ns"),
                                HasSubstr("--check-time"))));
}

}  // namespace
}  // namespace arena::referee
