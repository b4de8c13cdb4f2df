// Behaviour that only PostgreSQL has: URLs, servers, other sessions, lost
// connections.

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "arena/core/rng.h"
#include "referee/store/open_store.h"
#include "referee/store/sql/postgres_connection.h"
#include "referee/store/sql/schema.h"
#include "tests/referee/store/postgres_proxy.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr bool kAtCommit = true;
constexpr absl::Duration kPatience = absl::Seconds(60);
// Enough patience for a server that answers.
constexpr absl::Duration kLittlePatience = absl::Milliseconds(500);

class PostgresStoreTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<Store>> TryOpen(
      const std::string& referee = "a") {
    return OpenStore(url_, referee);
  }
  std::unique_ptr<Store> Open() {
    absl::StatusOr<std::unique_ptr<Store>> store = TryOpen();
    ARENA_CHECK(store.ok(), store.status().ToString());
    return *std::move(store);
  }
  // Opens the store through a proxy.
  std::unique_ptr<Store> Open(const PostgresProxy& proxy,
                              absl::Duration patience = kPatience) {
    auto store = OpenStore(server_.UrlThrough(proxy.folder(), schema_), "a",
                           Durability::kProcessKill, patience);
    ARENA_CHECK(store.ok(), store.status().ToString());
    return *std::move(store);
  }
  std::string Execute(const std::string& sql) {
    return server_.Execute(schema_, sql);
  }
  // Ends all other sessions, and waits for their ends.
  void EndSessions() {
    Execute(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
        " WHERE application_name = 'pentathlon'");
  }
  // Runs PL/pgSQL the first time that a row is added to a table. A sequence
  // counts the times, as no rollback resets it.
  void OnInsert(const std::string& table, bool at_commit,
                const std::string& code) {
    Execute(absl::StrCat(
        "CREATE SEQUENCE tries; CREATE FUNCTION trip()"
        " RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF"
        " nextval('tries') <= 1 THEN ",
        code, "; END IF; RETURN NULL; END $$; CREATE",
        at_commit ? " CONSTRAINT" : "", " TRIGGER trip AFTER INSERT ON ", table,
        at_commit ? " DEFERRABLE INITIALLY DEFERRED" : "",
        " FOR EACH ROW EXECUTE FUNCTION trip()"));
  }

  PostgresServer& server_ = PostgresServer::Shared();
  const std::string schema_ = server_.NewSchema();
  const std::string url_ = server_.Url(schema_);
};

// ---- URLs and servers ----

TEST_F(PostgresStoreTest, UrlThatIsNoneIsRefusedWithoutItsPassword) {
  const absl::Status status =
      OpenStore("postgresql://ann:secret@host:port/db?x", "a").status();
  EXPECT_THAT(status, IsInvalidArgument());
  EXPECT_THAT(StatusMessage(status),
              AllOf(HasSubstr("postgresql://ann@host:port/db is not a URL"),
                    Not(HasSubstr("secret"))));
}

TEST_F(PostgresStoreTest, MissingServerIsNamedWithoutPassword) {
  TemporaryFolder folder;
  const std::string nowhere = folder.File("nowhere");
  const absl::Status status =
      OpenStore(absl::StrCat("postgresql://ann:secret@/db?host=", nowhere), "a")
          .status();
  EXPECT_THAT(status, HasCode(absl::StatusCode::kUnavailable));
  EXPECT_THAT(StatusMessage(status),
              AllOf(HasSubstr(nowhere), Not(HasSubstr("secret"))));
}

TEST_F(PostgresStoreTest, MissingDatabaseIsNamed) {
  std::string url = url_;
  url.replace(url.find("/postgres?"), 10, "/nope?");
  const absl::Status status = OpenStore(url, "a").status();
  EXPECT_THAT(status, HasCode(absl::StatusCode::kUnavailable));
  EXPECT_THAT(StatusMessage(status),
              HasSubstr("database \"nope\" does not exist"));
}

TEST_F(PostgresStoreTest, FlagOpensIt) {
  EXPECT_THAT(OpenStore(url_, "a"), IsOk());
}

TEST_F(PostgresStoreTest, PowerLossDurabilityWorksAlike) {
  absl::StatusOr<std::unique_ptr<Store>> store =
      OpenStore(url_, "a", Durability::kPowerLoss);
  ASSERT_THAT(store, IsOk());
  EXPECT_THAT((*store)->matches().Insert(SampleMatch("m1")), IsOk());
}

// ---- Schemas ----

TEST_F(PostgresStoreTest, TablesOfAnotherProgramAreRefused) {
  Execute("CREATE TABLE t (x int)");
  const absl::Status status = TryOpen().status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(StatusMessage(status), HasSubstr("another program"));
}

TEST_F(PostgresStoreTest, TablesOfAnotherProgramStayAlone) {
  Execute("CREATE TABLE t (x int)");
  ASSERT_FALSE(TryOpen().ok());
  EXPECT_EQ(Execute("SELECT count(*) FROM pg_tables WHERE schemaname ="
                    " current_schema()"),
            "1");
}

TEST_F(PostgresStoreTest, NewerSchemaIsRefused) {
  Open();
  Execute(
      "UPDATE pentathlon_schema SET version = 99;"
      " UPDATE schema_support SET works_with = 99");
  const absl::Status status = TryOpen().status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(StatusMessage(status), HasSubstr("has schema version 99"));
}

TEST_F(PostgresStoreTest, NewSchemaHasTheNewestVersion) {
  Open();
  EXPECT_EQ(Execute("SELECT version FROM pentathlon_schema"),
            absl::StrCat(SchemaSteps().size()));
}

// ---- Names ----

TEST_F(PostgresStoreTest, NameWhoseLeaseLastsIsRefused) {
  std::unique_ptr<Store> first = Open();
  const absl::Status status = TryOpen().status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(StatusMessage(status), HasSubstr("has its lease until 20"));
}

TEST_F(PostgresStoreTest, NameOfAnEndedLeaseIsFree) {
  std::unique_ptr<Store> first = Open();
  ASSERT_THAT(first->referees().RenewLease(absl::ZeroDuration()), IsOk());
  EXPECT_THAT(TryOpen(), IsOk());
}

TEST_F(PostgresStoreTest, RefusedNameChangesNothing) {
  std::unique_ptr<Store> first = Open();
  ASSERT_FALSE(TryOpen().ok());
  EXPECT_THAT(first->referees().RenewLease(absl::Seconds(60)), IsOk());
}

// ---- Lost connections ----

TEST_F(PostgresStoreTest, LostConnectionIsReplacedForAWrite) {
  std::unique_ptr<Store> store = Open();
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  ASSERT_THAT(AppendEntries(*store, "m1", 0, {"a"}), IsOk());
  EndSessions();
  EXPECT_THAT(AppendEntries(*store, "m1", 1, {"b"}), IsOk());
  EXPECT_THAT(Entries(*store, "m1"), ElementsAre("a", "b"));
}

TEST_F(PostgresStoreTest, LostConnectionIsReplacedForARead) {
  std::unique_ptr<Store> store = Open();
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  ASSERT_THAT(store->matches().Get("m1"), IsOk());
  EndSessions();
  EXPECT_THAT(store->matches().Get("m1"), IsOk());
}

TEST_F(PostgresStoreTest, CommitThatIsLostIsRepeated) {
  std::unique_ptr<Store> store = Open();
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  OnInsert("journal", kAtCommit,
           "PERFORM pg_terminate_backend(pg_backend_pid())");
  EXPECT_THAT(AppendEntries(*store, "m1", 0, {"a"}), IsOk());
  EXPECT_THAT(Entries(*store, "m1"), ElementsAre("a"));
}

TEST_F(PostgresStoreTest, CommitThatWasUndoneIsRepeated) {
  std::unique_ptr<Store> store = Open();
  OnInsert("matches", kAtCommit,
           "PERFORM pg_terminate_backend(pg_backend_pid())");
  EXPECT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
}

TEST_F(PostgresStoreTest, CommitWhoseAnswerIsLostIsNotRepeated) {
  PostgresProxy proxy(server_.folder());
  std::unique_ptr<Store> store = Open(proxy);
  // The next commit is then prepared in a session of its own.
  EndSessions();
  proxy.LoseAnswerTo(std::string("COMMIT\0", 7));
  const auto inserted = store->matches().Insert(SampleMatch("m1"));
  ASSERT_THAT(inserted, IsOk());
  EXPECT_TRUE(inserted->inserted);
  EXPECT_EQ(Execute("SELECT count(*) FROM matches"), "1");
  EXPECT_EQ(absl::StrCat(inserted->row.number),
            Execute("SELECT number FROM matches"));
}

TEST_F(PostgresStoreTest, SessionThatIsCancelledGoesOn) {
  std::unique_ptr<Store> store = Open();
  OnInsert("matches", !kAtCommit,
           "PERFORM pg_cancel_backend(pg_backend_pid())");
  EXPECT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
}

// ---- Silence ----

TEST_F(PostgresStoreTest, ServerThatDoesNotAnswerIsAFailureOfTheStore) {
  PostgresProxy proxy(server_.folder());
  std::unique_ptr<Store> store = Open(proxy, kLittlePatience);
  proxy.Hold();
  const absl::Status renewed = store->referees().RenewLease(absl::Minutes(1));
  const absl::Status read = store->matches().Get("m1").status();
  proxy.Release();
  EXPECT_THAT(renewed, HasCode(absl::StatusCode::kUnavailable));
  EXPECT_THAT(StatusMessage(renewed), HasSubstr("no answer for 500ms"));
  EXPECT_THAT(read, HasCode(absl::StatusCode::kUnavailable));
}

TEST_F(PostgresStoreTest, StoreWorksOnAfterASilence) {
  PostgresProxy proxy(server_.folder());
  std::unique_ptr<Store> store = Open(proxy, kLittlePatience);
  proxy.Hold();
  ASSERT_FALSE(store->matches().Insert(SampleMatch("m1")).ok());
  proxy.Release();
  EXPECT_THAT(store->matches().Insert(SampleMatch("m2")), IsOk());
}

TEST_F(PostgresStoreTest, SilenceThatEndsInTimeIsOnlySlow) {
  PostgresProxy proxy(server_.folder());
  std::unique_ptr<Store> store = Open(proxy);
  proxy.Hold();
  std::thread slow(
      [&] { EXPECT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk()); });
  proxy.AwaitHeld();
  proxy.Release();
  slow.join();
}

TEST_F(PostgresStoreTest, LeaseWaitsForNoOtherWrite) {
  std::unique_ptr<Store> store = Open();
  OnInsert("matches", !kAtCommit, "PERFORM pg_advisory_lock(1)");
  const auto lock =
      PostgresConnection::Open({.url = url_,
                                .session = "SELECT pg_advisory_lock(1)",
                                .patience = kPatience});
  ASSERT_THAT(lock, IsOk());
  std::thread writer(
      [&] { EXPECT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk()); });
  while (Execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
                 " AND NOT granted") == "0") {
  }
  EXPECT_THAT(store->referees().RenewLease(absl::Minutes(1)), IsOk());
  Execute(
      "SELECT pg_terminate_backend(pid) FROM pg_locks"
      " WHERE locktype = 'advisory' AND granted");
  writer.join();
}

TEST_F(PostgresStoreTest, NobodyWaitsForLongInAHurry) {
  PostgresProxy proxy(server_.folder());
  std::unique_ptr<Store> store = Open(proxy);
  proxy.Hold();
  std::thread waiting([&] {
    EXPECT_THAT(store->matches().Insert(SampleMatch("m1")),
                HasCode(absl::StatusCode::kUnavailable));
  });
  proxy.AwaitHeld();
  store->HurryUp();
  waiting.join();
  EXPECT_THAT(store->matches().Get("m1"),
              HasCode(absl::StatusCode::kUnavailable));
  proxy.Release();
  EXPECT_THAT(store->matches().Get("m1"), IsNotFound());
}

// ---- Many ends ----

// Returns how often the sessions of the store are ended.
// PENTATHLON_TERMINATIONS can set the number.
int Terminations() {
  const char* const wanted = getenv("PENTATHLON_TERMINATIONS");
  int number = 30;
  if (wanted != nullptr) ARENA_CHECK(absl::SimpleAtoi(wanted, &number), wanted);
  return number;
}

TEST_F(PostgresStoreTest, SessionsThatEndAtAnyTimeLoseAndDoubleNothing) {
  std::unique_ptr<Store> store = Open();
  std::atomic<int> inserted = 0;
  std::atomic<bool> over = false;
  std::thread writer([&] {
    while (!over) {
      const absl::Status status =
          store->matches()
              .Insert(SampleMatch(absl::StrCat("m", inserted.load())))
              .status();
      ASSERT_THAT(status, IsOk()) << status;
      ++inserted;
    }
  });
  Rng rng("terminations");
  for (int i = 0; i < Terminations() && !over; ++i) {
    // The sessions end at a random time after the last insertion.
    const int before = inserted;
    while (inserted == before) std::this_thread::yield();
    std::atomic<uint32_t> spun = 0;
    const uint32_t spins = rng.Below(400000);
    while (spun < spins) ++spun;
    EndSessions();
  }
  over = true;
  writer.join();
  EXPECT_EQ(Execute("SELECT count(*) FROM matches"),
            absl::StrCat(inserted.load()));
}

TEST_F(PostgresStoreTest, ServerThatIsGoneIsAFailureOfTheStore) {
  Execute(absl::StrCat("CREATE ROLE ", schema_,
                       "_guest LOGIN; GRANT ALL ON"
                       " SCHEMA ",
                       schema_, " TO ", schema_, "_guest"));
  absl::StatusOr<std::unique_ptr<Store>> store =
      OpenStore(server_.Url(schema_, schema_ + "_guest"), "a",
                Durability::kProcessKill, kLittlePatience);
  ASSERT_THAT(store, IsOk());
  Execute(absl::StrCat("ALTER ROLE ", schema_, "_guest NOLOGIN"));
  EndSessions();
  const absl::Status status =
      (*store)->referees().RenewLease(absl::Seconds(60));
  EXPECT_THAT(status, HasCode(absl::StatusCode::kUnavailable));
}

// Tests of one connection with a table of its own and long transactions.
class PostgresTransactionTest : public PostgresStoreTest {
 protected:
  PostgresTransactionTest() {
    Execute("CREATE TABLE notes (note TEXT NOT NULL)");
    auto connection =
        PostgresConnection::Open({.url = url_,
                                  .session = "SET synchronous_commit = off",
                                  .patience = kPatience});
    ARENA_CHECK(connection.ok(), connection.status().ToString());
    connection_ = *std::move(connection);
  }
  // Adds notes so long that each statement is sent without the next one.
  void PostNotes() {
    const std::string note(100'000, 'x');
    for (int i = 0; i < 8; ++i) {
      Query(*connection_, "INSERT INTO notes VALUES ($1)", note).Post();
    }
  }
  // Loses the connection in the middle of a transaction.
  void LoseTheRest() {
    connection_->BeginCall();
    connection_->Begin(/*repeatable=*/false);
    PostNotes();
    EndSessions();
    PostNotes();
    connection_->Commit();
  }
  std::string Notes() { return Execute("SELECT count(*) FROM notes"); }

  std::unique_ptr<PostgresConnection> connection_;
};

TEST_F(PostgresTransactionTest, ConnectionLostWithinItIsAnError) {
  LoseTheRest();
  EXPECT_THAT(connection_->error(), HasCode(absl::StatusCode::kUnavailable));
}

TEST_F(PostgresTransactionTest, ConnectionLostWithinItStoresNothing) {
  LoseTheRest();
  EXPECT_EQ(Notes(), "0");
}

TEST_F(PostgresTransactionTest, WhatWasNotCommittedMayBeRepeated) {
  LoseTheRest();
  EXPECT_TRUE(connection_->MayRepeat(1));
}

TEST_F(PostgresTransactionTest, NextOneWorksAfterALostConnection) {
  LoseTheRest();
  connection_->TakeError().IgnoreError();
  connection_->BeginCall();
  connection_->Begin(/*repeatable=*/true);
  PostNotes();
  connection_->Commit();
  EXPECT_THAT(connection_->error(), IsOk());
  EXPECT_EQ(Notes(), "8");
}

TEST_F(PostgresTransactionTest, WriteWhoseConnectionIsLostIsDoneOnce) {
  bool lost = false;
  EXPECT_THAT(Write(*connection_, /*repeatable=*/false,
                    [&](SqlConnection&) -> absl::Status {
                      PostNotes();
                      if (!std::exchange(lost, true)) EndSessions();
                      PostNotes();
                      return absl::OkStatus();
                    }),
              IsOk());
  EXPECT_EQ(Notes(), "16");
}

// ---- Conflicts and errors ----

TEST_F(PostgresStoreTest, TransactionThatMeetsAnotherIsRepeated) {
  std::unique_ptr<Store> store = Open();
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  OnInsert("journal", !kAtCommit, "RAISE SQLSTATE '40001'");
  EXPECT_THAT(AppendEntries(*store, "m1", 0, {"a"}), IsOk());
  EXPECT_THAT(Entries(*store, "m1"), ElementsAre("a"));
}

TEST_F(PostgresStoreTest, MissingTableIsAnError) {
  std::unique_ptr<Store> store = Open();
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  Execute("DROP TABLE journal");
  EXPECT_THAT(AppendEntries(*store, "m1", 0, {"a"}),
              HasCode(absl::StatusCode::kInternal));
}

TEST_F(PostgresStoreTest, StoreWorksOnAfterAnError) {
  std::unique_ptr<Store> store = Open();
  ASSERT_THAT(store->matches().Insert(SampleMatch("m1")), IsOk());
  Execute("ALTER TABLE journal RENAME TO hidden");
  ASSERT_FALSE(AppendEntries(*store, "m1", 0, {"a"}).ok());
  Execute("ALTER TABLE hidden RENAME TO journal");
  EXPECT_THAT(AppendEntries(*store, "m1", 0, {"a"}), IsOk());
}

TEST_F(PostgresStoreTest, TextThatIsNoUtf8IsRefused) {
  std::unique_ptr<Store> store = Open();
  MatchRow match = SampleMatch("m1");
  match.label = "\xff";
  EXPECT_THAT(store->matches().Insert(match), IsInvalidArgument());
}

}  // namespace
}  // namespace arena::referee
