// The fixture of tests that every kind of store must pass.
#ifndef TESTS_REFEREE_STORE_STORE_FIXTURE_H_
#define TESTS_REFEREE_STORE_STORE_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "referee/store/store.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {

inline constexpr absl::Duration kForever = absl::InfiniteDuration();

// An empty database that lives as long as the object.
class TestDatabase {
 public:
  virtual ~TestDatabase() = default;
  // Opens the store in this database for a referee of this name.
  virtual absl::StatusOr<std::unique_ptr<Store>> Open(
      const std::string& referee) = 0;
  // Runs SQL as another program would.
  virtual void Execute(const std::string& sql) = 0;
};

// A kind of database, as the parameter of tests.
struct DatabaseKind {
  const char* name;
  std::unique_ptr<TestDatabase> (*make)();
};
inline void PrintTo(const DatabaseKind& kind, std::ostream* out) {
  *out << kind.name;
}
std::vector<DatabaseKind> AllDatabases();
// Returns the kinds that several referees may use at once: PostgreSQL, and a
// file that referees share only in tests.
std::vector<DatabaseKind> SharedDatabases();
inline std::string NameOfDatabase(
    const testing::TestParamInfo<DatabaseKind>& info) {
  return info.param.name;
}

class StoreTest : public ::testing::TestWithParam<DatabaseKind> {
 protected:
  StoreTest() : database_(GetParam().make()), store_(Open("a")) {}

  // Opens the store of another referee on the same database.
  std::unique_ptr<Store> Open(const std::string& referee) {
    absl::StatusOr<std::unique_ptr<Store>> store = database_->Open(referee);
    ARENA_CHECK(store.ok(), store.status().ToString());
    return *std::move(store);
  }
  void Reopen() {
    store_.reset();
    store_ = Open("a");
  }
  TestDatabase& database() { return *database_; }
  // The store of referee a.
  Store& store() { return *store_; }

  // Adds a sample match.
  MatchRow Add(const std::string& match_id) {
    return Add(SampleMatch(match_id));
  }
  MatchRow Add(const MatchRow& match) {
    absl::StatusOr<InsertedMatch> inserted = store().matches().Insert(match);
    EXPECT_TRUE(inserted.ok()) << inserted.status();
    return inserted->row;
  }
  MatchRow Get(const std::string& match_id) {
    absl::StatusOr<MatchRow> match = store().matches().Get(match_id);
    EXPECT_TRUE(match.ok()) << match.status();
    return *match;
  }
  // Returns the ids of a page.
  std::vector<std::string> List(const MatchFilter& filter, int limit = 100,
                                int64_t before = 0) {
    return Ids(store().matches().List(filter, limit, before));
  }
  static std::vector<std::string> Ids(
      const absl::StatusOr<std::vector<MatchRow>>& rows) {
    EXPECT_TRUE(rows.ok()) << rows.status();
    std::vector<std::string> ids;
    for (const MatchRow& row : *rows) ids.push_back(row.match_id);
    return ids;
  }

 private:
  const std::unique_ptr<TestDatabase> database_;
  std::unique_ptr<Store> store_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_STORE_FIXTURE_H_
