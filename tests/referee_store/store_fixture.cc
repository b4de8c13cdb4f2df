#include "tests/referee_store/store_fixture.h"

#include "referee/store/postgres_store.h"
#include "tests/referee_store/postgres_server.h"

namespace arena::referee {
namespace {

class SqliteDatabase : public TestDatabase {
 public:
  absl::StatusOr<std::unique_ptr<Store>> Open(
      const std::string& referee) override {
    return OpenSqliteStore(folder_.File("store.sqlite"),
                           Durability::kProcessKill, referee);
  }

 private:
  TemporaryFolder folder_;
};

class PostgresDatabase : public TestDatabase {
 public:
  absl::StatusOr<std::unique_ptr<Store>> Open(
      const std::string& referee) override {
    return OpenPostgresStore(url_, referee);
  }

 private:
  const std::string url_ =
      PostgresServer::Shared().Url(PostgresServer::Shared().NewSchema());
};

template <typename Database>
std::unique_ptr<TestDatabase> Make() {
  return std::make_unique<Database>();
}

}  // namespace

std::vector<DatabaseKind> AllDatabases() {
  return {{"Sqlite", &Make<SqliteDatabase>},
          {"Postgres", &Make<PostgresDatabase>}};
}

}  // namespace arena::referee
