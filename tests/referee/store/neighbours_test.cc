// Programs of neighbouring versions use one database. The tests say which
// schema works with which program, and when a program may migrate.
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "referee/store/sql/postgres_connection.h"
#include "referee/store/sql/schema.h"
#include "referee/store/sql/sqlite_connection.h"
#include "tests/referee/store/next_release.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const int64_t kNewest = SchemaSteps().size();

// The parameter is the kind of database.
class NeighboursTest : public ::testing::TestWithParam<std::string> {
 protected:
  absl::StatusOr<std::unique_ptr<Store>> Open(const std::string& referee) {
    return OpenStore(url_, referee);
  }
  absl::Status Migrate(const std::vector<SchemaStep>& steps) {
    ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<SqlConnection> connection,
                           Connect());
    return referee::Migrate(
        *connection, steps,
        postgres() ? Sharing::kShared : Sharing::kAlone);
  }
  absl::StatusOr<std::unique_ptr<SqlConnection>> Connect() {
    if (postgres()) {
      return PostgresConnection::Open({.url = url_, .session = ""});
    }
    return SqliteConnection::Open(file_, SQLite::OPEN_READWRITE);
  }
  absl::Status Execute(const std::string& sql) {
    ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<SqlConnection> connection,
                           Connect());
    return Write(*connection, true, [&](SqlConnection& in) {
      in.Execute(sql);
      return absl::OkStatus();
    });
  }
  bool postgres() const { return GetParam() == "postgresql"; }

  TemporaryFolder folder_;
  const std::string file_ = folder_.File("store");
  const std::string url_ =
      postgres() ? PostgresServer::Shared().Url(
                       PostgresServer::Shared().NewSchema())
                 : "sqlite:" + file_;
};

TEST_P(NeighboursTest, ANewerSchemaThatOnlyAddsIsUsed) {
  { ASSERT_THAT(Open("a"), IsOk()); }
  ASSERT_THAT(Migrate(StepsOfNextRelease(kNewest)), IsOk());
  const auto store = Open("a");
  ASSERT_THAT(store, IsOk());
  EXPECT_THAT((*store)->matches().Insert(SampleMatch("m")), IsOk());
  EXPECT_THAT((*store)->matches().Get("m"), IsOk());
}

TEST_P(NeighboursTest, ANewerSchemaThatTakesAwayIsRefusedWithBothVersions) {
  { ASSERT_THAT(Open("a"), IsOk()); }
  ASSERT_THAT(Migrate(StepsOfNextRelease(kNewest + 1)), IsOk());
  const absl::Status status = Open("a").status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(StatusMessage(status),
              AllOf(HasSubstr(absl::StrCat("has schema version ", kNewest + 1)),
                    HasSubstr(absl::StrCat("knows versions up to ", kNewest))));
}

// A later step does not restore columns that an earlier step took away.
TEST_P(NeighboursTest, ALaterStepThatAddsDoesNotBringBackOlderPrograms) {
  { ASSERT_THAT(Open("a"), IsOk()); }
  std::vector<SchemaStep> steps = StepsOfNextRelease(kNewest + 1);
  steps.push_back({"CREATE TABLE later (x {int})", 1});
  ASSERT_THAT(Migrate(steps), IsOk());
  EXPECT_THAT(Open("a"), IsFailedPrecondition());
}

TEST_P(NeighboursTest, TheNextReleaseFindsItsOwnSchema) {
  { ASSERT_THAT(Open("a"), IsOk()); }
  ASSERT_THAT(Migrate(StepsOfNextRelease(kNewest)), IsOk());
  { ASSERT_THAT(Open("a"), IsOk()); }
  EXPECT_THAT(Migrate(StepsOfNextRelease(kNewest)), IsOk());
}

INSTANTIATE_TEST_SUITE_P(Databases, NeighboursTest,
                         ::testing::Values("sqlite", "postgresql"));

// ---- Referees at work ----

class RefereesAtWorkTest : public NeighboursTest {};

TEST_P(RefereesAtWorkTest, AStepThatAddsWaitsForNobody) {
  const auto store = Open("old");
  ASSERT_THAT(store, IsOk());
  ASSERT_THAT((*store)->matches().Insert(SampleMatch("before")), IsOk());
  ASSERT_THAT(Migrate(StepsOfNextRelease(kNewest)), IsOk());
  // The referee uses statements that it has prepared, and others.
  EXPECT_THAT((*store)->matches().Insert(SampleMatch("after")), IsOk());
  EXPECT_THAT((*store)->matches().Get("before"), IsOk());
  EXPECT_THAT((*store)->competitions().Insert(SampleCompetition("cup")),
              IsOk());
  EXPECT_THAT((*store)->referees().RenewLease(absl::Minutes(1)), IsOk());
}

TEST_P(RefereesAtWorkTest, AStepThatTakesAwayIsNotMadeWhileSomebodyNeedsIt) {
  const auto store = Open("old");
  ASSERT_THAT(store, IsOk());
  const absl::Status status = Migrate(StepsOfNextRelease(kNewest + 1));
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(StatusMessage(status),
              AllOf(HasSubstr("referee old"), HasSubstr("upgrade it first")));
  EXPECT_THAT((*store)->matches().Insert(SampleMatch("m")), IsOk());
}

TEST_P(RefereesAtWorkTest, AStepThatTakesAwayIsMadeWhenTheyAreGone) {
  { ASSERT_THAT(Open("old"), IsOk()); }
  EXPECT_THAT(Migrate(StepsOfNextRelease(kNewest + 1)), IsOk());
}

// Referees of version 12 and older do not tell their version.
TEST_P(RefereesAtWorkTest, AnOldRefereeIsNotTakenForANewOne) {
  const auto store = Open("old");
  ASSERT_THAT(store, IsOk());
  ASSERT_THAT(Execute("UPDATE referees SET schema_version = NULL"), IsOk());
  EXPECT_THAT(Migrate(StepsOfNextRelease(kFirstWithSupport)),
              IsFailedPrecondition());
  EXPECT_THAT(Migrate(StepsOfNextRelease(kFirstWithSupport - 1)), IsOk());
}

TEST_P(RefereesAtWorkTest, OneOfSeveralRefereesMigrates) {
  { ASSERT_THAT(Open("old"), IsOk()); }
  std::vector<absl::Status> done(4);
  std::vector<std::thread> threads;
  for (absl::Status& status : done) {
    threads.emplace_back(
        [&] { status = Migrate(StepsOfNextRelease(kNewest)); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& status : done) EXPECT_THAT(status, IsOk());
}

INSTANTIATE_TEST_SUITE_P(Databases, RefereesAtWorkTest,
                         ::testing::Values("postgresql"));

// ---- From version 12 ----

// A referee of version 12 has made the schema, and still uses it.
TEST(VersionTwelveTest, IsMigratedUnderARefereeThatGoesOn) {
  PostgresServer& server = PostgresServer::Shared();
  const std::string schema = server.NewSchema();
  const absl::Span<const SchemaStep> twelve =
      SchemaSteps().subspan(0, kFirstWithSupport - 1);
  {
    const auto connection = PostgresConnection::Open(
        {.url = server.Url(schema), .session = ""});
    ASSERT_THAT(connection, IsOk());
    ASSERT_THAT(Migrate(**connection, twelve, Sharing::kShared), IsOk());
  }
  server.Execute(schema,
                 "INSERT INTO referees (name, lease_until)"
                 " VALUES ('old', 9000000000000000)");
  EXPECT_THAT(OpenStore(server.Url(schema), "new"), IsOk());
}

}  // namespace
}  // namespace arena::referee
