#include "tests/referee_store/store_fixture.h"

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

}  // namespace

std::vector<DatabaseKind> AllDatabases() {
  return {{"Sqlite",
           [] { return std::unique_ptr<TestDatabase>(new SqliteDatabase); }}};
}

}  // namespace arena::referee
