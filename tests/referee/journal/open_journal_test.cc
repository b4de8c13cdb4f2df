// The journal beside a database, and databases of earlier referees.
#include "referee/journal/open_journal.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "tests/referee/journal/journal_testing.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/folders/folders.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class OpenJournalTest : public ::testing::Test {
 protected:
  void Execute(const std::string& sql) {
    SQLite::Database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec(sql);
  }
  int64_t Ask(const std::string& sql) {
    return SQLite::Database(path_).execAndGet(sql).getInt64();
  }
  // Makes a database as an earlier version left it, with m2 under way.
  void MakeVersion(int version) {
    std::ifstream file(absl::StrCat(
        testing::InSources("tests/referee/store/version_"), version, ".sql"));
    Execute({std::istreambuf_iterator<char>(file), {}});
  }
  void Open() {
    journal_.reset();
    store_ = OpenOrDie(path_);
    journal_ = OpenJournalOrDie(path_, *store_);
  }
  absl::Status OpenStatus() {
    journal_.reset();
    return OpenJournal("sqlite:" + path_, *store_).status();
  }
  absl::Status Append(const std::string& match_id, int64_t first,
                      absl::string_view letters) {
    absl::Status answer = absl::UnknownError("no answer");
    journal_->Append(match_id, first, Spelled(letters),
                     [&answer](absl::Status status) { answer = status; });
    return answer;
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.File("store.sqlite");
  std::unique_ptr<Store> store_;
  std::unique_ptr<Journal> journal_;
};

TEST_F(OpenJournalTest, RunningMatchIsTakenUp) {
  Open();
  ASSERT_THAT(store_->matches().Insert(SampleMatch("m1")), IsOk());
  ASSERT_THAT(store_->matches().Start("m1", {}), IsOk());
  ASSERT_THAT(Append("m1", 0, "ab"), IsOk());
  Open();
  EXPECT_EQ(LettersOf(*journal_, "m1"), "ab");
}

TEST_F(OpenJournalTest, FinishedMatchIsForgottenAlthoughNobodyDroppedIt) {
  Open();
  ASSERT_THAT(store_->matches().Insert(SampleMatch("m1")), IsOk());
  ASSERT_THAT(store_->matches().Start("m1", {}), IsOk());
  ASSERT_THAT(Append("m1", 0, "ab"), IsOk());
  ASSERT_THAT(store_->matches().Finish(SampleEnd("m1")), IsOk());
  Open();
  EXPECT_EQ(LettersOf(*journal_, "m1"), "");
}

TEST_F(OpenJournalTest, MatchOfAnEarlierRefereeGoesOn) {
  MakeVersion(3);
  Open();
  EXPECT_EQ(LettersOf(*journal_, "m2"), "ab");
  ASSERT_THAT(Append("m2", 2, "c"), IsOk());
  Open();
  EXPECT_EQ(LettersOf(*journal_, "m2"), "abc");
  EXPECT_EQ(Ask("SELECT count(*) FROM journal"), 0);
}

TEST_F(OpenJournalTest, EveryEarlierVersionIsImported) {
  for (const int version : {1, 2}) {
    std::filesystem::remove_all(path_ + ".journal");
    std::filesystem::remove(path_);
    std::filesystem::remove(path_ + ".identity");
    MakeVersion(version);
    Execute("UPDATE journal SET entry = X'110161'");
    Open();
    EXPECT_EQ(LettersOf(*journal_, "m2"), "aa") << version;
    store_.reset();
  }
}

TEST_F(OpenJournalTest, ImportThatWasInterruptedIsRepeated) {
  MakeVersion(3);
  Open();
  Execute(
      "UPDATE journal_folder SET begun = 0; INSERT INTO journal VALUES"
      " (2, 0, X'110161'), (2, 1, X'110162')");
  Open();
  EXPECT_EQ(LettersOf(*journal_, "m2"), "ab");
}

TEST_F(OpenJournalTest, EntryThatIsMissingInTheTableIsToldWhenAskedFor) {
  MakeVersion(3);
  Execute("DELETE FROM journal WHERE sequence = 0");
  Open();
  EXPECT_THAT(LettersOf(*journal_, "m2"),
              HasSubstr("journal entry 0 is missing in the store"));
}

TEST_F(OpenJournalTest, DeletedFolderIsToldWhenAskedFor) {
  MakeVersion(3);
  Open();
  journal_.reset();
  std::filesystem::remove_all(path_ + ".journal");
  absl::StatusOr<OpenedJournal> opened =
      OpenJournal("sqlite:" + path_, *store_);
  ASSERT_THAT(opened, IsOk());
  EXPECT_THAT(LettersOf(*opened->journal, "m2"), HasSubstr("has no segments"));
  EXPECT_THAT(opened->damages[0], HasSubstr(path_ + ".journal"));
}

TEST_F(OpenJournalTest, FolderOfAnotherDatabaseIsRefused) {
  Open();
  Execute("UPDATE journal_folder SET id = id + 1");
  EXPECT_THAT(OpenStatus(), IsFailedPrecondition());
  // The message advises to move the folder.
  std::filesystem::rename(path_ + ".journal", path_ + ".elsewhere");
  EXPECT_THAT(OpenStatus(), IsOk());
}

TEST_F(OpenJournalTest, SecondJournalOnTheSameFolderIsRefused) {
  Open();
  const absl::Status status = OpenJournal("sqlite:" + path_, *store_).status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_ + ".journal"));
}

}  // namespace
}  // namespace arena::referee
