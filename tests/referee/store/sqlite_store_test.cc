// Behaviour that only SQLite files have: schema versions, strange files, and a
// process that is killed.
#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "arena/core/rng.h"
#include "referee/store/open_store.h"
#include "referee/store/sql/schema.h"
#include "referee/store/sql/sqlite_connection.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/killed_process.h"

namespace arena::referee {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

int ReadWrite() { return SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE; }

std::string ContentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class SqliteStoreTest : public ::testing::Test {
 protected:
  // Runs SQL as another program would.
  void Execute(const std::string& sql) {
    SQLite::Database(path_, ReadWrite()).exec(sql);
  }
  int64_t Ask(const std::string& sql) {
    return SQLite::Database(path_).execAndGet(sql).getInt64();
  }
  std::unique_ptr<SqliteConnection> Connect() {
    return *SqliteConnection::Open(path_, ReadWrite());
  }
  absl::Status OpenStatus() { return OpenStore("sqlite:" + path_).status(); }

  TemporaryFolder folder_;
  const std::string path_ = folder_.File("store.sqlite");
};

// ---- Files ----

TEST_F(SqliteStoreTest, FileThatIsNoDatabaseIsNamed) {
  std::ofstream(path_) << std::string(5000, 'x');
  const absl::Status status = OpenStatus();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()),
              HasSubstr(path_ + " is not an SQLite database"));
}

TEST_F(SqliteStoreTest, DatabaseOfAnotherProgramIsNamed) {
  Execute("CREATE TABLE t (x)");
  const absl::Status status = OpenStatus();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()), HasSubstr("another program"));
}

TEST_F(SqliteStoreTest, DatabaseOfAnotherProgramIsNotTouched) {
  Execute("CREATE TABLE t (x)");
  const std::string before = ContentsOf(path_);
  ASSERT_FALSE(OpenStatus().ok());
  EXPECT_EQ(ContentsOf(path_), before);
}

TEST_F(SqliteStoreTest, FileInAMissingFolderIsNamed) {
  const std::string path = folder_.File("missing/store.sqlite");
  const absl::Status status = OpenStore("sqlite:" + path).status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr(path));
}

TEST_F(SqliteStoreTest, BrokenTableIsAnErrorAndNoException) {
  std::unique_ptr<Store> store = OpenOrDie(path_);
  Execute("DROP TABLE journal");
  EXPECT_THAT(store->journal().Append({{"m1", 0, "a"}}),
              HasCode(absl::StatusCode::kInternal));
}

TEST_F(SqliteStoreTest, WhoWasThereIsForgottenWithTheRefereeItWasAt) {
  ASSERT_TRUE(OpenOrDie(path_)->referees().SetPresent({.bot = "alpha"}).ok());
  ASSERT_EQ(Ask("SELECT count(*) FROM presence"), 1);
  OpenOrDie(path_);
  EXPECT_EQ(Ask("SELECT count(*) FROM presence"), 0);
}

TEST_F(SqliteStoreTest, MissingJournalEntryIsDataLoss) {
  std::unique_ptr<Store> store = OpenOrDie(path_);
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  ASSERT_THAT(AppendEntries(*store, "m1", 0, {"a", "b", "c"}), IsOk());
  Execute("DELETE FROM journal WHERE sequence = 1");
  EXPECT_THAT(store->journal().Read("m1"),
              HasCode(absl::StatusCode::kDataLoss));
}

TEST_F(SqliteStoreTest, PowerLossDurabilityWorksAlike) {
  absl::StatusOr<std::unique_ptr<Store>> store =
      OpenStore("sqlite:" + path_, kDefaultReferee, Durability::kPowerLoss);
  ASSERT_THAT(store, IsOk());
  ASSERT_THAT((*store)->matches().Insert(SampleMatch("m1")), IsOk());
  EXPECT_THAT(AppendEntries(**store, "m1", 0, {"a"}), IsOk());
}

// A transaction holds the write lock, and ends after the read.
TEST_F(SqliteStoreTest, ReadsDoNotWaitForWrites) {
  std::unique_ptr<Store> store = OpenOrDie(path_);
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  SQLite::Database writer(path_, ReadWrite());
  SQLite::Transaction transaction(writer,
                                  SQLite::TransactionBehavior::IMMEDIATE);
  writer.exec("UPDATE matches SET label = 'other'");
  EXPECT_EQ(store->matches().Get("m1")->label, "round 1");
}

// ---- Schema versions ----

TEST_F(SqliteStoreTest, NewFileHasTheNewestVersion) {
  OpenOrDie(path_);
  EXPECT_EQ(Ask("PRAGMA user_version"),
            static_cast<int64_t>(SchemaSteps().size()));
}

TEST_F(SqliteStoreTest, NewerVersionIsRefusedByName) {
  OpenOrDie(path_);
  Execute(
      "PRAGMA user_version = 99; UPDATE schema_support SET works_with = 99");
  const absl::Status status = OpenStatus();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()),
              HasSubstr(path_ + " has schema version 99"));
}

// The file has the bytes that the first version wrote.
TEST_F(SqliteStoreTest, VersionOneFileIsReadWithItsContents) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_1.sql")));
  std::unique_ptr<Store> store = OpenOrDie(path_);
  EXPECT_EQ(store->matches().Get("m1")->seats[1].built_in(), "random");
  EXPECT_EQ(*store->records().Get("m1"), "record");
  EXPECT_THAT(Entries(*store, "m2"), ElementsAre("a", "b"));
  EXPECT_EQ(store->sessions().Find(std::string(32, 'a'))->bot, "alpha");
}

TEST_F(SqliteStoreTest, UnfinishedMatchOfVersionOneGoesOn) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_1.sql")));
  std::unique_ptr<Store> store = OpenOrDie(path_);
  ASSERT_EQ(store->matches().ListUnfinished()->size(), 1u);
  EXPECT_THAT(AppendEntries(*store, "m2", 2, {"c"}), IsOk());
}

TEST_F(SqliteStoreTest, SeatOfVersionOneBelongsToTheSessionOfItsBot) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_1.sql")));
  EXPECT_THAT(OpenOrDie(path_)->matches().Get("m2")->sessions,
              Contains(std::string(32, 'a')));
}

TEST_F(SqliteStoreTest, MatchOfVersionOneHasNoPlace) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_1.sql")));
  EXPECT_FALSE(OpenOrDie(path_)->matches().Get("m1")->place.has_value());
}

TEST_F(SqliteStoreTest, VersionOneFileTakesNewMatches) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_1.sql")));
  std::unique_ptr<Store> store = OpenOrDie(path_);
  EXPECT_THAT(store->matches().Insert(SampleMatch("m3")), IsOk());
}

TEST_F(SqliteStoreTest, FaultsOfVersionTwoHaveNoTimes) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_2.sql")));
  const absl::StatusOr<v1::Bot> bot = OpenOrDie(path_)->bots().Get("alpha");
  ASSERT_TRUE(bot.ok()) << bot.status();
  ASSERT_EQ(bot->faults_size(), 1);
  EXPECT_EQ(bot->faults(0).fault().decision(), 3u);
  EXPECT_FALSE(bot->faults(0).has_charged());
}

TEST_F(SqliteStoreTest, ResultsOfVersionTwoAreJudged) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_2.sql")));
  const absl::StatusOr<CompetitionRow> cup =
      OpenOrDie(path_)->competitions().Get("cup");
  ASSERT_TRUE(cup.ok()) << cup.status();
  EXPECT_EQ(cup->judged, 7);
  EXPECT_THAT(cup->benched, ElementsAre(1));
}

TEST_F(SqliteStoreTest, NoMatchOfVersionThreeIsQuarantined) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_3.sql")));
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  EXPECT_EQ(store->matches().Get("m2")->state, v1::Match::STATE_RUNNING);
  EXPECT_THAT(store->matches().Quarantine("m2", "damaged"), IsOk());
  EXPECT_EQ(store->matches().Get("m1")->state, v1::Match::STATE_FINISHED);
}

TEST_F(SqliteStoreTest, MatchesOfVersionFourGoOnWithoutIsolation) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_4.sql")));
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  const absl::StatusOr<MatchRow> match = store->matches().Get("m2");
  ASSERT_TRUE(match.ok()) << match.status();
  EXPECT_EQ(match->isolation, v1::ISOLATION_NONE);
  EXPECT_THAT(match->instances, ElementsAre("", ""));
  const absl::StatusOr<SessionRow> session =
      store->sessions().Find(std::string(32, 'a'));
  ASSERT_TRUE(session.ok()) << session.status();
  EXPECT_EQ(session->instance, "");
  EXPECT_FALSE(session->one_match);
  EXPECT_TRUE(session->seated);
  EXPECT_THAT(*store->referees().FindSessionsOf({{"alpha"}}), IsEmpty());
}

TEST_F(SqliteStoreTest, MatchesOfVersionElevenAskForNoVersion) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_11.sql")));
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  const absl::StatusOr<MatchRow> match = store->matches().Get("m2");
  ASSERT_TRUE(match.ok()) << match.status();
  EXPECT_EQ(match->seats[0].bot(), "alpha");
  EXPECT_EQ(match->seats[0].version(), "");
  EXPECT_EQ(store->bots().Get("alpha")->active_version(), "");
  EXPECT_THAT(store->versions().ReadPlayable()->present, IsEmpty());
}

TEST_F(SqliteStoreTest, VersionsOfVersionTwelveCanPlay) {
  Execute(ContentsOf(testing::InSources("tests/referee/store/version_12.sql")));
  const std::unique_ptr<Store> store = OpenOrDie(path_);
  const auto playable = store->versions().ReadPlayable();
  ASSERT_TRUE(playable.ok()) << playable.status();
  ASSERT_EQ(playable->present.size(), 2u) << "the third has failed";
  EXPECT_FALSE(playable->present[0].active);
  EXPECT_TRUE(playable->present[1].active);
  ASSERT_THAT(store->versions().Activate("alpha", "1"), IsOk());
  EXPECT_EQ(store->versions().ReadPlayable(playable->last)->present.size(), 2u);
}

TEST_F(SqliteStoreTest, MissingStepsAreMadeInOrder) {
  const std::unique_ptr<SqliteConnection> connection = Connect();
  const SchemaStep first[] = {{"CREATE TABLE t (x)"}};
  const SchemaStep all[] = {{"CREATE TABLE t (x)"},
                            {"ALTER TABLE t ADD COLUMN y"},
                            {"INSERT INTO t (x, y) VALUES (1, 2)"}};
  ASSERT_THAT(Migrate(*connection, first), IsOk());
  ASSERT_THAT(Migrate(*connection, all), IsOk());
  EXPECT_EQ(Ask("SELECT y FROM t"), 2);
}

TEST_F(SqliteStoreTest, StepsAreMadeOnce) {
  const std::unique_ptr<SqliteConnection> connection = Connect();
  const SchemaStep steps[] = {{"CREATE TABLE t (x)"},
                              {"INSERT INTO t VALUES (1)"}};
  ASSERT_THAT(Migrate(*connection, steps), IsOk());
  ASSERT_THAT(Migrate(*connection, steps), IsOk());
  EXPECT_EQ(Ask("SELECT count(*) FROM t"), 1);
}

TEST_F(SqliteStoreTest, FailingStepLeavesTheVersionBefore) {
  const std::unique_ptr<SqliteConnection> connection = Connect();
  const SchemaStep steps[] = {{"CREATE TABLE t (x)"},
                              {"INSERT INTO t VALUES (1); nonsense"}};
  EXPECT_THAT(Migrate(*connection, steps),
              HasCode(absl::StatusCode::kInternal));
  EXPECT_EQ(Ask("PRAGMA user_version"), 1);
  EXPECT_EQ(Ask("SELECT count(*) FROM t"), 0);
}

// ---- Killed at any instant ----

constexpr int kMatches = 3;

std::string EntryOf(int match, int64_t sequence) {
  return absl::StrCat("entry ", match, ".", sequence);
}

// Appends to all matches in turn until it is killed, and reports every
// acknowledged batch.
void AppendUntilKilled(const std::string& path,
                       const testing::WorkReport& report) {
  std::unique_ptr<Store> store = OpenOrDie(path);
  std::vector<int64_t> next(kMatches);
  for (int match = 0; match < kMatches; ++match) {
    next[match] = Entries(*store, absl::StrCat("m", match)).size();
  }
  for (uint8_t match = 0;; match = (match + 1) % kMatches) {
    const int64_t first = next[match];
    next[match] += 1 + first % 3;
    std::vector<std::string> entries;
    for (int64_t i = first; i < next[match]; ++i) {
      entries.push_back(EntryOf(match, i));
    }
    const absl::Status status =
        AppendEntries(*store, absl::StrCat("m", match), first, entries);
    ARENA_CHECK(status.ok(), status.ToString());
    report.Send(match, next[match]);
  }
}

TEST_F(SqliteStoreTest, KilledProcessLosesNothingAcknowledged) {
  std::vector<int64_t> acknowledged(kMatches);
  for (int match = 0; match < kMatches; ++match) {
    ASSERT_THAT(OpenOrDie(path_)->matches().Insert(
                    SampleMatch(absl::StrCat("m", match))),
                IsOk());
  }
  Rng rng("killed");
  for (int round = 0; round < 60; ++round) {
    testing::RunAndKill(
        [&](const auto& report) { AppendUntilKilled(path_, report); },
        rng.Below(100), rng.Below(200000), acknowledged);
    std::unique_ptr<Store> store = OpenOrDie(path_);
    for (int match = 0; match < kMatches; ++match) {
      const std::vector<std::string> entries =
          Entries(*store, absl::StrCat("m", match));
      ASSERT_GE(static_cast<int64_t>(entries.size()), acknowledged[match]);
      for (size_t i = 0; i < entries.size(); ++i) {
        ASSERT_EQ(entries[i], EntryOf(match, i));
      }
    }
  }
}

// ---- Threads ----

TEST_F(SqliteStoreTest, ManyThreadsShareOneStore) {
  std::unique_ptr<Store> store = OpenOrDie(path_);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&store, thread] {
      const std::string id = absl::StrCat("m", thread);
      EXPECT_THAT(store->matches().Insert(SampleMatch(id)), IsOk());
      for (int i = 0; i < 50; ++i) {
        EXPECT_THAT(AppendEntries(*store, id, i, {"a"}), IsOk());
        EXPECT_EQ(Entries(*store, id).size(), static_cast<size_t>(i) + 1);
      }
      EXPECT_THAT(store->matches().Finish(SampleEnd(id)), IsOk());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(store->matches().ListUnfinished()->empty());
}

}  // namespace
}  // namespace arena::referee
