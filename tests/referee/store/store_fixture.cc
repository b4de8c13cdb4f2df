#include "tests/referee/store/store_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <utility>

#include "referee/store/open_store.h"
#include "tests/referee/store/postgres_server.h"

namespace arena::referee {
namespace {

class SqliteDatabase : public TestDatabase {
 public:
  absl::StatusOr<std::unique_ptr<Store>> Open(
      const std::string& referee) override {
    return OpenStore("sqlite:" + path_, referee);
  }
  void Execute(const std::string& sql) override {
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql);
  }

 protected:
  TemporaryFolder folder_;
  const std::string path_ = folder_.File("store.sqlite");
};

class SharedSqliteDatabase : public SqliteDatabase {
 public:
  absl::StatusOr<std::unique_ptr<Store>> Open(
      const std::string& referee) override {
    ARENA_ASSIGN_OR_RETURN(Connections connections,
                           ConnectToSqlite(path_, Durability::kProcessKill));
    connections.shared = true;
    return Store::Open(std::move(connections), referee);
  }
};

// Making the tables takes longer than most tests. A schema is therefore emptied
// and used again.
class PostgresDatabase : public TestDatabase {
 public:
  PostgresDatabase() : schema_(Pool().empty() ? NewSchema() : Pool().back()) {
    if (!Pool().empty()) Pool().pop_back();
  }
  ~PostgresDatabase() override {
    Execute(
        "DELETE FROM journal; DELETE FROM records; DELETE FROM seats;"
        " DELETE FROM sessions; DELETE FROM tokens; DELETE FROM bot_versions;"
        " DELETE FROM bot_faults; DELETE FROM match_faults; DELETE FROM notes;"
        " DELETE FROM bench_reports; DELETE FROM seat_reports;"
        " DELETE FROM versions; DELETE FROM archive_chunks;"
        " DELETE FROM archives; DELETE FROM process_secret;"
        " DELETE FROM bots;"
        " DELETE FROM matches; DELETE FROM competitions; DELETE FROM presence;"
        " DELETE FROM referees");
    Pool().push_back(schema_);
  }

  absl::StatusOr<std::unique_ptr<Store>> Open(
      const std::string& referee) override {
    return OpenStore(PostgresServer::Shared().Url(schema_), referee);
  }
  void Execute(const std::string& sql) override {
    PostgresServer::Shared().Execute(schema_, sql);
  }

 private:
  static std::string NewSchema() {
    return PostgresServer::Shared().NewSchema();
  }
  static std::vector<std::string>& Pool() {
    static std::vector<std::string> pool;
    return pool;
  }

  const std::string schema_;
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

std::vector<DatabaseKind> SharedDatabases() {
  return {{"SharedSqlite", &Make<SharedSqliteDatabase>},
          {"Postgres", &Make<PostgresDatabase>}};
}

}  // namespace arena::referee
