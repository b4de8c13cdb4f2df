#include "referee/competitions/competition_cache.h"

#include <gmock/gmock.h>

#include "arena/competition/planning/spec.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

class Watcher final : public CompetitionWatcher {
 public:
  bool OnProgress(const v1::Competition&) override { return true; }
  void OnOver() override {}
};

class CompetitionCacheTest : public ::testing::Test {
 protected:
  CompetitionCacheTest() : store_(OpenOrDie(folder_.File("store"))) {}

  // Adds a competition that is over.
  void AddOver(const std::string& name) {
    v1::CompetitionSpec spec;
    spec.set_name(name);
    spec.set_game("octrix");
    spec.set_seats(2);
    spec.set_seed(std::string(32, 's'));
    spec.set_format(v1::FORMAT_ROUND_ROBIN);
    for (const char* player : {"greedy", "random"}) {
      v1::Entrant& entrant = *spec.add_entrants();
      entrant.set_name(player);
      entrant.add_players()->set_built_in(player);
    }
    const auto row =
        store_->competitions().Insert(*competition::Complete(spec));
    ASSERT_THAT(row, IsOk());
    Change(name, [](CompetitionRow& row) {
      row.state = v1::Competition::STATE_FINISHED;
    });
  }
  template <typename Edit>
  void Change(const std::string& name, Edit edit) {
    const CompetitionRow before = *store_->competitions().Get(name);
    CompetitionRow after = before;
    edit(after);
    ASSERT_THAT(store_->competitions().Update(before, after, {}), IsOk());
  }
  // Returns whether the cache ignores a change of the stored competition.
  bool IsKept(const std::string& name) {
    Change(name, [](CompetitionRow& row) { row.benched = {1}; });
    return shelf_.Show(*store_, name)->benched().empty();
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  CompetitionCache shelf_{/*most_messages=*/2};
};

TEST_F(CompetitionCacheTest, WhatIsOverIsReadOnce) {
  AddOver("a");
  ASSERT_THAT(shelf_.Show(*store_, "a"), IsOk());
  EXPECT_EQ(shelf_.AtHand("a"), nullptr);
  EXPECT_TRUE(IsKept("a"));
}

TEST_F(CompetitionCacheTest, TheLatestMessagesHaveRoom) {
  for (const char* name : {"a", "b", "c"}) {
    AddOver(name);
    ASSERT_THAT(shelf_.Show(*store_, name), IsOk());
  }
  EXPECT_TRUE(IsKept("b"));
  EXPECT_TRUE(IsKept("c"));
  EXPECT_FALSE(IsKept("a"));
}

TEST_F(CompetitionCacheTest, WhatIsWatchedStays) {
  AddOver("a");
  const auto found = shelf_.Find(*store_, "a");
  ASSERT_THAT(found, IsOk());
  (*found)->AddWatcher(std::make_shared<Watcher>());
  shelf_.Tidy();
  EXPECT_EQ(shelf_.AtHand("a"), *found);
}

}  // namespace
}  // namespace arena::referee
