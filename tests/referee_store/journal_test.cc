#include "referee/store/journal.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/algorithm/container.h"
#include "tests/referee_store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;

// Keeps journals in memory and fails when told to.
class FakeStore {
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
  std::vector<std::string> Entries(const std::string& match_id) {
    MutexLock lock(mutex_);
    return journals_[match_id];
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

class JournalTest : public testing::Test {
 protected:
  // Appends, and notes the answer under a name.
  void Append(const std::string& match_id, int64_t first,
              std::vector<std::string> entries, const std::string& name) {
    journal_.Append(
        match_id, first, std::move(entries),
        [this, name](const absl::Status& status) {
          MutexLock lock(mutex_);
          answers_.push_back(absl::StrCat(name, status.ok() ? "+" : "-"));
        });
  }
  // What was answered so far: "name+" for OK, "name-" for an error.
  std::vector<std::string> answers() {
    MutexLock lock(mutex_);
    return answers_;
  }
  // Calls a function from another thread while the first commit is under way.
  void DuringFirstCommit(const std::function<void()>& function) {
    store_.on_append = [this, function](absl::Span<const JournalRow>) {
      if (!begun_) {
        begun_ = true;
        std::thread(function).join();
      }
      return absl::OkStatus();
    };
  }

  FakeStore store_;
  GroupCommitJournal journal_{[this](absl::Span<const JournalRow> rows) {
    return store_.Append(rows);
  }};

 private:
  bool begun_ = false;
  Mutex mutex_;
  std::vector<std::string> answers_;
};

TEST_F(JournalTest, LoneAppendIsStoredAndAnsweredAtOnce) {
  Append("m", 0, {"a", "b"}, "first");
  EXPECT_THAT(answers(), ElementsAre("first+"));
  EXPECT_THAT(store_.Entries("m"), ElementsAre("a", "b"));
}

TEST_F(JournalTest, LoneAppendIsAnsweredOnItsOwnThread) {
  std::thread::id thread;
  journal_.Append("m", 0, {"a"}, [&thread](const absl::Status&) {
    thread = std::this_thread::get_id();
  });
  EXPECT_EQ(thread, std::this_thread::get_id());
}

TEST_F(JournalTest, AppendOfNothingIsAnswered) {
  Append("m", 0, {}, "empty");
  EXPECT_THAT(answers(), ElementsAre("empty+"));
}

TEST_F(JournalTest, AnswerComesAfterTheCommit) {
  std::vector<std::string> seen;
  journal_.Append("m", 0, {"a"}, [this, &seen](const absl::Status&) {
    seen = store_.Entries("m");
  });
  EXPECT_THAT(seen, ElementsAre("a"));
}

TEST_F(JournalTest, AppendsDuringACommitOnlyQueue) {
  std::vector<std::string> answered;
  DuringFirstCommit([&] {
    Append("n", 0, {"b"}, "second");
    answered = answers();
  });
  Append("m", 0, {"a"}, "first");
  EXPECT_THAT(answered, ElementsAre());
}

TEST_F(JournalTest, QueuedAppendsShareTheNextCommit) {
  DuringFirstCommit([this] {
    for (const char* match : {"n", "o", "p"}) Append(match, 0, {"b"}, match);
  });
  Append("m", 0, {"a"}, "m");
  EXPECT_THAT(store_.commits(), ElementsAre(1, 3));
}

TEST_F(JournalTest, AnswersComeInTheOrderOfTheAppends) {
  DuringFirstCommit([this] {
    for (const char* match : {"n", "o", "p"}) Append(match, 0, {"b"}, match);
  });
  Append("m", 0, {"a"}, "m");
  EXPECT_THAT(answers(), ElementsAre("m+", "n+", "o+", "p+"));
}

TEST_F(JournalTest, AnswersOfACommitComeBeforeTheNextCommit) {
  std::vector<std::vector<std::string>> answered;
  store_.on_append = [&](absl::Span<const JournalRow>) {
    answered.push_back(answers());
    if (answered.size() == 1) {
      std::thread([this] { Append("m", 1, {"b"}, "second"); }).join();
    }
    return absl::OkStatus();
  };
  Append("m", 0, {"a"}, "first");
  EXPECT_THAT(answered, ElementsAre(ElementsAre(), ElementsAre("first+")));
}

TEST_F(JournalTest, AnswerMayAppendAgain) {
  journal_.Append("m", 0, {"a"}, [this](const absl::Status&) {
    Append("m", 1, {"b"}, "inner");
  });
  EXPECT_THAT(answers(), ElementsAre("inner+"));
}

// ---- Failures ----

TEST_F(JournalTest, StoreFailureIsAnswered) {
  store_.on_append = [](auto) { return absl::InternalError("disk"); };
  Append("m", 0, {"a"}, "first");
  EXPECT_THAT(answers(), ElementsAre("first-"));
}

TEST_F(JournalTest, StoreFailureIsTheAnswerToAllOfItsCommitAndTheQueue) {
  store_.on_append = [this](absl::Span<const JournalRow> rows) {
    if (rows.front().match_id != "m") return absl::OkStatus();
    std::thread([this] {
      for (const char* match : {"n", "o"}) Append(match, 0, {"b"}, match);
    }).join();
    return absl::InternalError("disk");
  };
  Append("m", 0, {"a"}, "m");
  EXPECT_THAT(answers(), ElementsAre("m-", "n-", "o-"));
}

TEST_F(JournalTest, AfterAFailureTheStoreIsLeftAlone) {
  int calls = 0;
  store_.on_append = [&calls](auto) {
    ++calls;
    return absl::InternalError("disk");
  };
  Append("m", 0, {"a"}, "first");
  Append("n", 0, {"a"}, "second");
  EXPECT_EQ(calls, 1);
  EXPECT_THAT(answers(), ElementsAre("first-", "second-"));
}

TEST_F(JournalTest, FailureIsKept) {
  store_.on_append = [](auto) { return absl::InternalError("disk"); };
  Append("m", 0, {"a"}, "first");
  EXPECT_EQ(journal_.failure(), absl::InternalError("disk"));
}

TEST_F(JournalTest, RefusalConcernsOneAppendOnly) {
  store_.on_append = [this](absl::Span<const JournalRow> rows) {
    if (rows.front().match_id == "m") {
      std::thread([this] {
        for (const char* match : {"n", "bad", "o"}) {
          Append(match, 0, {"b"}, match);
        }
      }).join();
    }
    const bool bad = std::any_of(
        rows.begin(), rows.end(),
        [](const JournalRow& row) { return row.match_id == "bad"; });
    return bad ? absl::NotFoundError("bad") : absl::OkStatus();
  };
  Append("m", 0, {"a"}, "m");
  EXPECT_THAT(answers(), ElementsAre("m+", "n+", "bad-", "o+"));
}

TEST_F(JournalTest, JournalWorksOnAfterARefusal) {
  store_.on_append = [](absl::Span<const JournalRow> rows) {
    return rows.front().match_id == "bad" ? absl::NotFoundError("bad")
                                          : absl::OkStatus();
  };
  Append("bad", 0, {"a"}, "bad");
  Append("m", 0, {"a"}, "m");
  EXPECT_THAT(answers(), ElementsAre("bad-", "m+"));
}

// ---- Many threads, a real store ----

constexpr int kMatches = 64;
constexpr int kRounds = 40;

// A match that appends its next entry when the last one is acknowledged, as a
// match host does. Its answers count up only if they come in order.
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
        for (int match = thread; match < kMatches; match += kThreads) {
          Line& line = lines[match];
          journal.Append(line.match_id, round, {absl::StrCat("e", round)},
                         [&line, round](const absl::Status& status) {
                           EXPECT_TRUE(status.ok()) << status;
                           EXPECT_EQ(line.acknowledged.exchange(round + 1),
                                     round);
                         });
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(GroupCommitTest, EverythingIsStoredAndAnsweredInOrder) {
  TemporaryFolder folder;
  std::unique_ptr<Store> store = OpenOrDie(folder.File("store.sqlite"));
  std::vector<Line> lines(kMatches);
  for (int match = 0; match < kMatches; ++match) {
    lines[match].match_id = absl::StrCat("m", match);
    ASSERT_THAT(store->matches().Insert(SampleMatch(lines[match].match_id)),
                IsOk());
  }
  GroupCommitJournal journal(store->journal());
  AppendFromManyThreads(journal, lines);
  for (Line& line : lines) {
    EXPECT_EQ(line.acknowledged, kRounds);
    EXPECT_EQ(Entries(*store, line.match_id).size(), size_t{kRounds});
  }
}

TEST(GroupCommitTest, ThreadsThatComeDuringACommitShareTheNext) {
  constexpr int kThreads = 8;
  FakeStore store;
  std::atomic<int> returned = 0;
  std::atomic<bool> first = true;
  // The first commit lasts until all other threads have queued.
  store.on_append = [&](auto) {
    while (first && returned < kThreads - 1) std::this_thread::yield();
    first = false;
    return absl::OkStatus();
  };
  GroupCommitJournal journal([&](auto rows) { return store.Append(rows); });
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      journal.Append(absl::StrCat("m", thread), 0, {"a"}, [](auto) {});
      ++returned;
    });
  }
  for (std::thread& thread : threads) thread.join();
  // Who comes before the first commit has begun is still part of it.
  EXPECT_LE(store.commits().size(), 2u);
  EXPECT_EQ(absl::c_accumulate(store.commits(), size_t{0}), size_t{kThreads});
}

}  // namespace
}  // namespace arena::referee
