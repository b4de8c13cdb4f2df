// Old records are removed.
#include <string>

#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class RetentionTest : public StoreTest {
 protected:
  // Adds a match that was over so long ago.
  void AddOver(const std::string& id, absl::Duration ago) {
    Add(id);
    FinishedMatch end = SampleEnd(id);
    end.notes.push_back({.seat = 0, .decision = 1, .text = "a note"});
    ASSERT_THAT(store().matches().Finish(end), IsOk());
    database().Execute(absl::StrCat("UPDATE matches SET ended = ended - ",
                                    absl::ToInt64Microseconds(ago),
                                    " WHERE match_id = '", id, "'"));
  }
  int Remove(absl::Duration kept, int limit = 100) {
    return store().records().RemoveOld(kept, limit).value_or(-1);
  }
  void ExpectRemoved(const std::string& id) {
    const absl::Status status = store().records().Get(id).status();
    EXPECT_THAT(status, IsNotFound());
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("the record of match " + id + " was removed"));
    EXPECT_THAT(store().records().Notes(id), IsNotFound());
  }
};

TEST_P(RetentionTest, OldRecordsAreRemovedAndYoungOnesStay) {
  AddOver("old", absl::Hours(48));
  AddOver("young", absl::Hours(1));
  EXPECT_EQ(Remove(absl::Hours(24)), 1);
  ExpectRemoved("old");
  EXPECT_THAT(store().records().Get("young"), IsOk());
  EXPECT_EQ(store().records().Notes("young")->size(), 1u);
}

TEST_P(RetentionTest, TheResultStaysWithTheHashOfTheRecord) {
  AddOver("old", absl::Hours(48));
  const MatchRow before = Get("old");
  ASSERT_EQ(Remove(absl::Hours(24)), 1);
  EXPECT_EQ(Get("old").result->SerializeAsString(),
            before.result->SerializeAsString());
  EXPECT_EQ(Get("old").record_sha256, before.record_sha256);
}

TEST_P(RetentionTest, TheResultOfACompetitionCountsAsBefore) {
  ASSERT_THAT(store().competitions().Insert(SampleCompetition("cup")), IsOk());
  ASSERT_THAT(store().matches().Insert(MatchAt("m1", "cup", 0)), IsOk());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  ASSERT_EQ(Remove(-absl::Hours(1)), 1);
  const auto page = store().competitions().ReadResults("cup", 0, 10);
  ASSERT_THAT(page, IsOk());
  ASSERT_EQ(page->matches.size(), 1u);
  EXPECT_EQ(page->matches[0].result().termination(), v1::TERMINATION_NORMAL);
}

TEST_P(RetentionTest, AMatchWithoutARecordIsAnotherCase) {
  Add("m1");
  const absl::Status status = store().records().Get("m1").status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("there is no record of match m1"));
}

TEST_P(RetentionTest, AFewAtATimeTheOldestFirst) {
  for (const char* id : {"a", "b", "c"}) AddOver(id, absl::Hours(48));
  EXPECT_EQ(Remove(absl::Hours(24), 2), 2);
  ExpectRemoved("a");
  EXPECT_THAT(store().records().Get("c"), IsOk());
  EXPECT_EQ(Remove(absl::Hours(24), 2), 1);
  EXPECT_EQ(Remove(absl::Hours(24), 2), 0);
}

TEST_P(RetentionTest, MatchesFromBeforeTheirEndsWereNotedAreOld) {
  AddOver("old", absl::ZeroDuration());
  database().Execute("UPDATE matches SET ended = NULL");
  EXPECT_EQ(Remove(absl::Hours(24)), 1);
}

TEST_P(RetentionTest, TheEndOfAMatchMayStillBeRepeated) {
  AddOver("m1", absl::Hours(48));
  ASSERT_EQ(Remove(absl::Hours(24)), 1);
  EXPECT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  ExpectRemoved("m1");
}

INSTANTIATE_TEST_SUITE_P(Databases, RetentionTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

}  // namespace
}  // namespace arena::referee
