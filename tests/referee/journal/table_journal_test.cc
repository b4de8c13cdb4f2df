#include "referee/journal/table_journal.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <latch>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/algorithm/container.h"
#include "tests/referee/journal/journal_testing.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;

// Keeps journals in memory, and fails on request.
class FakeTable {
 public:
  // Called at the start of every commit, with its rows.
  std::function<absl::Status(absl::Span<const JournalRow>)> on_append;

  absl::Status Append(absl::Span<const JournalRow> rows) {
    if (on_append) {
      if (absl::Status status = on_append(rows); !status.ok()) return status;
    }
    MutexLock lock(mutex_);
    commits_.push_back(rows.size());
    for (const JournalRow& row : rows) {
      std::vector<std::string>& entries = journals_[std::string(row.match_id)];
      EXPECT_EQ(row.sequence, static_cast<int64_t>(entries.size()));
      entries.emplace_back(row.entry);
    }
    return absl::OkStatus();
  }
  absl::StatusOr<std::vector<std::string>> Read(absl::string_view match_id) {
    MutexLock lock(mutex_);
    return journals_[std::string(match_id)];
  }
  // The number of rows of each commit.
  std::vector<size_t> commits() {
    MutexLock lock(mutex_);
    return commits_;
  }

 private:
  Mutex mutex_;
  std::vector<size_t> commits_;
  std::map<std::string, std::vector<std::string>> journals_;
};

class TableJournalTest : public ::testing::Test {
 protected:
  // Appends, and notes the answer under a name.
  void Append(const std::string& match_id, int64_t first,
              const std::string& letters, const std::string& name) {
    journal_.Append(
        match_id, first, Spelled(letters),
        [this, name](const absl::Status& status) {
          MutexLock lock(mutex_);
          answers_.push_back(absl::StrCat(name, status.ok() ? "+" : "-"));
          ++answered_;
          answered_.notify_all();
        });
  }
  // Waits for so many answers: "name+" for OK, "name-" for an error.
  std::vector<std::string> Answers(int count) {
    for (int seen = answered_; seen < count; seen = answered_) {
      answered_.wait(seen);
    }
    MutexLock lock(mutex_);
    return answers_;
  }
  // Calls a function while the first commit is under way.
  void DuringFirstCommit(const std::function<void()>& function) {
    std::latch begun(1), over(1);
    table_.on_append = [&](absl::Span<const JournalRow> rows) {
      if (rows.front().match_id != "first") return absl::OkStatus();
      begun.count_down();
      over.wait();
      return absl::OkStatus();
    };
    Append("first", 0, "a", "first");
    begun.wait();
    function();
    over.count_down();
    Answers(1);
  }

  FakeTable table_;

 private:
  Mutex mutex_;
  std::vector<std::string> answers_;
  std::atomic<int> answered_ = 0;

 protected:
  TableJournal journal_{
      [this](absl::Span<const JournalRow> rows) { return table_.Append(rows); },
      [this](absl::string_view match_id) { return table_.Read(match_id); }};
};

TEST_F(TableJournalTest, EntriesAreStoredAndAnswered) {
  Append("m", 0, "ab", "first");
  EXPECT_THAT(Answers(1), ElementsAre("first+"));
  EXPECT_EQ(LettersOf(journal_, "m"), "ab");
}

TEST_F(TableJournalTest, NoCallerWaitsForACommit) {
  DuringFirstCommit([this] { Append("m", 0, "a", "m"); });
  EXPECT_THAT(Answers(2), ElementsAre("first+", "m+"));
}

TEST_F(TableJournalTest, WhatIsQueuedMeanwhileSharesTheNextCommit) {
  DuringFirstCommit([this] {
    for (const char* match : {"n", "o", "p"}) Append(match, 0, "b", match);
  });
  EXPECT_THAT(Answers(4), ElementsAre("first+", "n+", "o+", "p+"));
  EXPECT_THAT(table_.commits(), ElementsAre(1, 3));
}

TEST_F(TableJournalTest, AppendOfNothingIsAnswered) {
  Append("m", 0, "", "empty");
  EXPECT_THAT(Answers(1), ElementsAre("empty+"));
}

TEST_F(TableJournalTest, StoreFailureIsTheAnswerForGood) {
  std::atomic<int> calls = 0;
  table_.on_append = [&calls](auto) {
    ++calls;
    return absl::InternalError("disk");
  };
  Append("m", 0, "a", "first");
  Answers(1);
  Append("n", 0, "a", "second");
  EXPECT_THAT(Answers(2), ElementsAre("first-", "second-"));
  EXPECT_EQ(calls, 1);
}

TEST_F(TableJournalTest, RefusalConcernsOneAppendOnly) {
  std::latch queued(1);
  table_.on_append = [&queued](absl::Span<const JournalRow> rows) {
    queued.wait();
    const bool bad = std::any_of(
        rows.begin(), rows.end(),
        [](const JournalRow& row) { return row.match_id == "bad"; });
    return bad ? absl::NotFoundError("bad") : absl::OkStatus();
  };
  for (const char* match : {"n", "bad", "o"}) Append(match, 0, "b", match);
  queued.count_down();
  EXPECT_THAT(Answers(3), ElementsAre("n+", "bad-", "o+"));
}

// ---- Many threads, a real store ----

constexpr int kLines = 64;
constexpr int kRounds = 40;

// Appends its next entry when the last one is acknowledged, as a match host
// does. The count grows only if the answers come in order.
struct Line {
  std::string match_id;
  std::atomic<int> acknowledged = 0;
};

// Lets each of several threads append to its own share of the matches.
void AppendFromManyThreads(Journal& journal, std::vector<Line>& lines) {
  constexpr int kThreads = 8;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&journal, &lines, thread] {
      for (int round = 0; round < kRounds; ++round) {
        for (int match = thread; match < kLines; match += kThreads) {
          Line& line = lines[match];
          journal.Append(line.match_id, round, Spelled("e"),
                         [&line, round](const absl::Status& status) {
                           EXPECT_TRUE(status.ok()) << status;
                           EXPECT_EQ(line.acknowledged.exchange(round + 1),
                                     round);
                           line.acknowledged.notify_all();
                         });
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(TableJournalThreadsTest, EverythingIsStoredAndAnsweredInOrder) {
  TemporaryFolder folder;
  std::unique_ptr<Store> store = OpenOrDie(folder.File("store.sqlite"));
  std::vector<Line> lines(kLines);
  for (int match = 0; match < kLines; ++match) {
    lines[match].match_id = absl::StrCat("m", match);
    ASSERT_THAT(store->matches().Insert(SampleMatch(lines[match].match_id)),
                IsOk());
  }
  TableJournal journal(
      [&](absl::Span<const JournalRow> rows) {
        return store->journal().Append(rows);
      },
      [&](absl::string_view id) { return store->journal().Read(id); });
  AppendFromManyThreads(journal, lines);
  for (Line& line : lines) {
    for (int seen = line.acknowledged; seen < kRounds;
         seen = line.acknowledged) {
      line.acknowledged.wait(seen);
    }
    EXPECT_EQ(store->journal().Read(line.match_id)->size(), size_t{kRounds});
  }
}

}  // namespace
}  // namespace arena::referee
