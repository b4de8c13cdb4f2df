#include "referee/journal/journal_file.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "tests/referee/journal/journal_testing.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class JournalFileTest : public ::testing::Test {
 protected:
  JournalFileTest() { options_.id = 7; }

  // Opens the journal as after a crash; these matches are not over.
  absl::Status TryOpen(const std::vector<std::string>& matches) {
    journal_.reset();
    absl::StatusOr<std::unique_ptr<JournalFile>> opened = JournalFile::Open(
        std::make_unique<MemoryFolder>(disk_), matches, options_);
    if (opened.ok()) journal_ = *std::move(opened);
    return opened.status();
  }
  void Open(const std::vector<std::string>& matches = {}) {
    const absl::Status status = TryOpen(matches);
    ASSERT_TRUE(status.ok()) << status;
  }
  // Appends and returns the answer.
  absl::Status Append(const std::string& match_id, int64_t first,
                      absl::string_view letters) {
    absl::Status answer = absl::UnknownError("no answer");
    journal_->Append(match_id, first, Spelled(letters),
                     [&answer](absl::Status status) { answer = status; });
    return answer;
  }
  std::string Letters(const std::string& match_id) {
    return LettersOf(*journal_, match_id);
  }
  std::string& File(uint64_t number) {
    return disk_.files.at(SegmentName(number));
  }
  std::vector<std::string> FileNames() {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : disk_.files) names.push_back(name);
    return names;
  }

  MemoryDisk disk_;
  JournalFile::Options options_;
  std::unique_ptr<JournalFile> journal_;
};

// ---- The contract ----

TEST_F(JournalFileTest, NewMatchHasNoEntries) {
  Open();
  EXPECT_EQ(Letters("m"), "");
}

TEST_F(JournalFileTest, EntriesAreThereAfterReopening) {
  Open();
  ASSERT_THAT(Append("m", 0, "ab"), IsOk());
  ASSERT_THAT(Append("n", 0, "x"), IsOk());
  ASSERT_THAT(Append("m", 2, "c"), IsOk());
  Open({"m", "n"});
  EXPECT_EQ(Letters("m"), "abc");
  EXPECT_EQ(Letters("n"), "x");
}

TEST_F(JournalFileTest, EntriesGoOnBehindThoseOfAnEarlierRun) {
  Open();
  ASSERT_THAT(Append("m", 0, "ab"), IsOk());
  Open({"m"});
  ASSERT_THAT(Append("m", 2, "c"), IsOk());
  Open({"m"});
  EXPECT_EQ(Letters("m"), "abc");
}

TEST_F(JournalFileTest, EntriesOfMatchesThatAreOverAreForgotten) {
  Open();
  ASSERT_THAT(Append("m", 0, "ab"), IsOk());
  Open({"n"});
  EXPECT_EQ(Letters("m"), "");
  EXPECT_THAT(FileNames(), ElementsAre(SegmentName(2)));
}

TEST_F(JournalFileTest, DroppedMatchBeginsAnew) {
  Open();
  ASSERT_THAT(Append("m", 0, "ab"), IsOk());
  journal_->Drop("m");
  ASSERT_THAT(Append("m", 0, "c"), IsOk());
  EXPECT_EQ(Letters("m"), "c");
}

TEST_F(JournalFileTest, GapIsRefusedWithTheNextNumber) {
  Open();
  ASSERT_THAT(Append("m", 0, "a"), IsOk());
  const absl::Status status = Append("m", 2, "c");
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()), HasSubstr("the next one is 1"));
  EXPECT_THAT(Append("m", -1, "c"), IsFailedPrecondition());
}

TEST_F(JournalFileTest, SameEntryAgainIsSkipped) {
  Open();
  ASSERT_THAT(Append("m", 0, "ab"), IsOk());
  ASSERT_THAT(Append("m", 1, "bc"), IsOk());
  ASSERT_THAT(Append("m", 0, "abc"), IsOk());
  Open({"m"});
  EXPECT_EQ(Letters("m"), "abc");
}

TEST_F(JournalFileTest, OtherBytesForAnEntryAreRefused) {
  Open();
  ASSERT_THAT(Append("m", 0, "ab"), IsOk());
  EXPECT_THAT(Append("m", 0, "b"), IsFailedPrecondition());
  EXPECT_THAT(Append("m", 1, "ab"), IsFailedPrecondition());
  EXPECT_EQ(Letters("m"), "ab");
}

TEST_F(JournalFileTest, RefusalConcernsOneAppendOnly) {
  Open();
  ASSERT_THAT(Append("m", 7, "a"), IsFailedPrecondition());
  EXPECT_THAT(Append("m", 0, "a"), IsOk());
}

TEST_F(JournalFileTest, ImportedEntriesAreThereAfterReopening) {
  Open();
  const std::vector<std::string> stored = {
      "\x11\x01"
      "a",
      "\x11\x01"
      "b"};
  ASSERT_THAT(journal_->Import("m", stored), IsOk());
  ASSERT_THAT(journal_->Import("m", stored), IsOk());
  ASSERT_THAT(Append("m", 2, "c"), IsOk());
  Open({"m"});
  EXPECT_EQ(Letters("m"), "abc");
}

TEST_F(JournalFileTest, ImportedDamageIsToldAfterReopening) {
  Open();
  ASSERT_THAT(journal_->Import("m", absl::DataLossError("entry 3 is missing")),
              IsOk());
  Open({"m"});
  EXPECT_THAT(Letters("m"), HasSubstr("entry 3 is missing"));
}

// ---- Groups ----

TEST_F(JournalFileTest, AppendIsOneWrite) {
  Open();
  disk_.writes = 0;
  ASSERT_THAT(Append("m", 0, "abc"), IsOk());
  EXPECT_EQ(disk_.writes, 1);
  EXPECT_EQ(disk_.flushes, 0);
}

TEST_F(JournalFileTest, SafeAppendIsOneWriteAndOneFlush) {
  options_.flush = true;
  Open();
  disk_.writes = disk_.flushes = 0;
  ASSERT_THAT(Append("m", 0, "abc"), IsOk());
  EXPECT_EQ(disk_.writes, 1);
  EXPECT_EQ(disk_.flushes, 1);
}

TEST_F(JournalFileTest, SafeSegmentHasAFlushedName) {
  Open();
  EXPECT_EQ(disk_.folder_flushes, 0);
  options_.flush = true;
  Open();
  EXPECT_EQ(disk_.folder_flushes, 1);
}

class JournalLeaderTest : public JournalFileTest {
 protected:
  JournalLeaderTest() {
    options_.elsewhere = [this](std::function<void()> task) {
      elsewhere_.push_back(std::move(task));
    };
  }
  JournalFile::Done AnswerOf(char name) {
    return [this, name](absl::Status) { answers_.push_back(name); };
  }
  // Appends an entry of "m". While that entry is written, two other entries
  // come.
  void LeadThree() {
    disk_.on_write = [this] {
      disk_.on_write = [] {};
      journal_->Append("n", 0, Spelled("b"), AnswerOf('n'));
      journal_->Append("o", 0, Spelled("c"), AnswerOf('o'));
      EXPECT_EQ(answers_, "");
    };
    journal_->Append("m", 0, Spelled("a"), AnswerOf('m'));
  }

  std::vector<std::function<void()>> elsewhere_;
  std::string answers_;
};

TEST_F(JournalLeaderTest, WritesTogetherWhatIsQueuedMeanwhile) {
  Open();
  disk_.writes = 0;
  LeadThree();
  EXPECT_EQ(answers_, "mno");
  EXPECT_EQ(disk_.writes, 2);
  EXPECT_TRUE(elsewhere_.empty());
}

TEST_F(JournalLeaderTest, WaitsForTheDiskOnlyOnce) {
  options_.flush = true;
  Open();
  disk_.flushes = 0;
  LeadThree();
  EXPECT_EQ(answers_, "m");
  EXPECT_EQ(disk_.flushes, 1);
  ASSERT_EQ(elsewhere_.size(), 1u);
  elsewhere_[0]();
  EXPECT_EQ(answers_, "mno");
  EXPECT_EQ(disk_.flushes, 2);
}

TEST_F(JournalLeaderTest, IsNotKeptForEver) {
  constexpr int kAll = 100;
  Open();
  int answered = 0;
  int appended = 1;
  disk_.on_write = [&] {
    if (appended == kAll) return;
    journal_->Append("m", appended++, Spelled("a"),
                     [&](absl::Status) { ++answered; });
  };
  journal_->Append("m", 0, Spelled("a"), [&](absl::Status) { ++answered; });
  EXPECT_LT(answered, kAll / 2);
  ASSERT_EQ(elsewhere_.size(), 1u);
  for (size_t i = 0; i < elsewhere_.size(); ++i) {
    const auto task = elsewhere_[i];
    task();
  }
  EXPECT_EQ(answered, kAll);
}

TEST_F(JournalLeaderTest, LeadsNoMoreWhenItAnswers) {
  Open();
  journal_->Append("m", 0, Spelled("a"), [&](absl::Status) {
    journal_->Append("n", 0, Spelled("b"), AnswerOf('n'));
    answers_.push_back('m');
  });
  EXPECT_EQ(answers_, "nm");
}

TEST_F(JournalFileTest, ManyThreadsAreAllAnsweredInOrder) {
  constexpr int kThreads = 8, kRounds = 200;
  Open();
  std::atomic<int> answered[kThreads] = {};
  std::vector<std::thread> threads;
  std::vector<std::string> ids;
  for (int i = 0; i < kThreads; ++i) {
    ids.push_back(absl::StrCat("m", i));
    threads.emplace_back([&, i] {
      for (int round = 0; round < kRounds; ++round) {
        journal_->Append(absl::StrCat("m", i), round, Spelled("a"),
                         [&, i, round](const absl::Status& status) {
                           EXPECT_TRUE(status.ok()) << status;
                           EXPECT_EQ(answered[i].exchange(round + 1), round);
                         });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Open(ids);
  for (int i = 0; i < kThreads; ++i) {
    EXPECT_EQ(answered[i], kRounds);
    EXPECT_EQ(Letters(ids[i]), std::string(kRounds, 'a'));
  }
}

// ---- Segments ----

TEST_F(JournalFileTest, SegmentIsDeletedWhenItsMatchesAreOver) {
  options_.segment_bytes = 100;
  Open();
  for (int i = 0; i < 100; ++i) {
    const std::string id = absl::StrCat("m", i);
    ASSERT_THAT(Append(id, 0, "abcd"), IsOk());
    journal_->Drop(id);
  }
  EXPECT_LE(disk_.files.size(), 2u);
}

TEST_F(JournalFileTest, LongMatchKeepsNoOldSegment) {
  options_.segment_bytes = 1000;
  Open();
  std::string letters;
  for (int i = 0; i < 500; ++i) {
    ASSERT_THAT(Append("long", i, "x"), IsOk());
    letters.push_back('x');
    const std::string id = absl::StrCat("m", i);
    ASSERT_THAT(Append(id, 0, "abcdefghijkl"), IsOk());
    journal_->Drop(id);
    ASSERT_LE(disk_.files.size(), 8u);
  }
  Open({"long"});
  EXPECT_EQ(Letters("long"), letters);
}

TEST_F(JournalFileTest, OldMatchesAreWrittenNoMoreThanNewEntries) {
  options_.segment_bytes = 100;
  Open();
  ASSERT_THAT(Append("long", 0, std::string(500, 'x')), IsOk());
  constexpr size_t kRoom = 1 << 20;
  disk_.room = kRoom;
  for (int i = 0; i < 200; ++i) {
    const std::string id = absl::StrCat("m", i);
    ASSERT_THAT(Append(id, 0, "abcd"), IsOk());
    journal_->Drop(id);
  }
  // 200 groups of 40 bytes are written twice at most, with some headers.
  EXPECT_LT(kRoom - disk_.room, 30000u);
}

// ---- Failures ----

TEST_F(JournalFileTest, FullDiskIsTheAnswerForGood) {
  Open();
  ASSERT_THAT(Append("m", 0, "a"), IsOk());
  disk_.room = 5;
  EXPECT_THAT(Append("m", 1, "b"),
              HasCode(absl::StatusCode::kResourceExhausted));
  disk_.room = SIZE_MAX;
  EXPECT_THAT(Append("n", 0, "b"),
              HasCode(absl::StatusCode::kResourceExhausted));
  Open({"m", "n"});
  EXPECT_EQ(Letters("m"), "a");
  EXPECT_EQ(Letters("n"), "");
  EXPECT_THAT(journal_->damages(), IsEmpty());
}

TEST_F(JournalFileTest, FailingFlushIsTheAnswerForGood) {
  options_.flush = true;
  Open();
  disk_.flush_fails = true;
  EXPECT_THAT(Append("m", 0, "a"), HasCode(absl::StatusCode::kInternal));
  disk_.flush_fails = false;
  EXPECT_THAT(Append("m", 0, "a"), HasCode(absl::StatusCode::kInternal));
}

TEST_F(JournalFileTest, SegmentThatCannotBeMadeIsTheAnswerForGood) {
  options_.segment_bytes = 60;
  Open();
  ASSERT_THAT(Append("m", 0, "abcdefghi"), IsOk());
  disk_.files[SegmentName(2)] = "in the way";
  EXPECT_THAT(Append("m", 9, "j"), HasCode(absl::StatusCode::kInternal));
  EXPECT_THAT(Append("m", 9, "j"), HasCode(absl::StatusCode::kInternal));
  Open({"m"});
  EXPECT_EQ(Letters("m"), "abcdefghi");
}

TEST_F(JournalFileTest, FullDiskIsNoStart) {
  disk_.room = 5;
  EXPECT_THAT(TryOpen({}), HasCode(absl::StatusCode::kResourceExhausted));
  disk_.room = SIZE_MAX;
  Open();
  EXPECT_THAT(Append("m", 0, "a"), IsOk());
}

// ---- Strange folders ----

TEST_F(JournalFileTest, NewerVersionIsRefusedByName) {
  disk_.files[SegmentName(1)] = EncodeHeader({.version = 9, .id = 7});
  const absl::Status status = TryOpen({});
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("folder/00000001.journal has version 9"));
}

TEST_F(JournalFileTest, JournalOfAnotherDatabaseIsRefused) {
  Open();
  options_.id = 8;
  const absl::Status status = TryOpen({});
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("another database"),
                    HasSubstr("move the folder folder elsewhere")));
}

TEST_F(JournalFileTest, SegmentThatWasNotBegunIsNothing) {
  Open();
  ASSERT_THAT(Append("m", 0, "a"), IsOk());
  for (size_t size = 0; size < kSegmentHeaderBytes; ++size) {
    disk_.files[SegmentName(99)] =
        EncodeHeader({.id = 7, .number = 99}).substr(0, size);
    Open({"m"});
    EXPECT_EQ(Letters("m"), "a");
    EXPECT_THAT(journal_->damages(), IsEmpty());
  }
}

TEST_F(JournalFileTest, FilesOfOtherNamesAreLeftAlone) {
  disk_.files["lock"] = "1\n";
  disk_.files["1.journal"] = "";
  Open();
  EXPECT_EQ(disk_.files["lock"], "1\n");
  EXPECT_TRUE(disk_.files.contains("1.journal"));
}

TEST_F(JournalFileTest, MissingSegmentsLoseWhatMayHaveBeenInThem) {
  Open();
  ASSERT_THAT(Append("m", 0, "a"), IsOk());
  disk_.files.clear();
  options_.exists = true;
  Open({"m"});
  EXPECT_THAT(Letters("m"), HasSubstr("folder: has no segments"));
}

}  // namespace
}  // namespace arena::referee
