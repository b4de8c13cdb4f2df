// Old records are removed after some time.
#include "referee/record_retention.h"

#include "tests/referee/matches/host_fixture.h"

namespace arena::referee {
namespace {

// With this age even a match that is just over counts as old.
constexpr absl::Duration kNone = -absl::Hours(1);

class RecordRetentionTest : public HostTest {
 protected:
  void AddOver(const std::string& id) {
    ASSERT_THAT(store_->matches().Insert(SampleMatch(id)), IsOk());
    ASSERT_THAT(store_->matches().Finish(SampleEnd(id)), IsOk());
  }
  bool HasRecord(const std::string& id) {
    return store_->records().Get(id).ok();
  }
};

TEST_F(RecordRetentionTest, OldRecordsAreRemovedAtTheStartHoweverMany) {
  for (int i = 0; i < 250; ++i) AddOver(absl::StrCat("m", i));
  const RecordRetention retention(*store_executor_, executor_, kNone);
  executor_.RunAll();
  for (int i = 0; i < 250; ++i) {
    EXPECT_FALSE(HasRecord(absl::StrCat("m", i))) << i;
  }
}

TEST_F(RecordRetentionTest, AndThenOnceAnHour) {
  const RecordRetention retention(*store_executor_, executor_, kNone);
  executor_.RunAll();
  AddOver("m1");
  executor_.Advance(absl::Minutes(59));
  EXPECT_TRUE(HasRecord("m1"));
  executor_.Advance(absl::Minutes(2));
  EXPECT_FALSE(HasRecord("m1"));
}

TEST_F(RecordRetentionTest, YoungRecordsStay) {
  AddOver("m1");
  const RecordRetention retention(*store_executor_, executor_, absl::Hours(24));
  executor_.RunAll();
  EXPECT_TRUE(HasRecord("m1"));
}

TEST_F(RecordRetentionTest, WithoutALimitTheyAreKeptForEver) {
  AddOver("m1");
  const RecordRetention retention(*store_executor_, executor_,
                                  absl::InfiniteDuration());
  executor_.RunAll();
  EXPECT_TRUE(HasRecord("m1"));
}

}  // namespace
}  // namespace arena::referee
