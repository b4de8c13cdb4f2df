// Matches that cannot be restored are kept apart, tried again or voided.
#include <string>
#include <vector>

#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kReason[] = "journal entry 3 has format 15, not 1";

// Referee a has a running match m1 of no competition and a pending match m2 of
// a cup, and quarantines both.
class QuarantineTest : public StoreTest {
 protected:
  QuarantineTest() : b_(Open("b")) {
    EXPECT_THAT(store().competitions().Insert(SampleCompetition("cup")),
                IsOk());
    EXPECT_THAT(store().matches().Plan({MatchAt("m2", "cup", 1)}), IsOk());
    EXPECT_THAT(store().matches().Claim({{"alpha"}}, 9), IsOk());
    Add("m1");
    EXPECT_THAT(store().matches().Start("m1", {}), IsOk());
    EXPECT_THAT(AppendEntries(store(), "m1", 0, {"a", "b"}), IsOk());
    for (const char* match : {"m1", "m2"}) {
      EXPECT_THAT(store().matches().Quarantine(match, kReason), IsOk());
    }
  }
  Store& b() { return *b_; }
  void StallA() {
    EXPECT_THAT(store().referees().RenewLease(absl::ZeroDuration()), IsOk());
  }

 private:
  std::unique_ptr<Store> b_;
};

TEST_P(QuarantineTest, MatchTellsTheReason) {
  EXPECT_EQ(Get("m1").state, v1::Match::STATE_QUARANTINED);
  EXPECT_EQ(Get("m1").quarantine, kReason);
}

TEST_P(QuarantineTest, ReasonMayQuoteWhatIsNoText) {
  Add("m3");
  EXPECT_THAT(store().matches().Quarantine("m3", std::string("\xff\0", 2)),
              IsOk());
  EXPECT_EQ(Get("m3").quarantine, "\\xff\\u0000");
}

TEST_P(QuarantineTest, OneWithoutReasonIsRefused) {
  Add("m3");
  EXPECT_THAT(store().matches().Quarantine("m3", ""), IsInvalidArgument());
}

TEST_P(QuarantineTest, ListsTellItApart) {
  Add("m3");
  using v1::Match;
  EXPECT_THAT(List({.game = "", .state = Match::STATE_QUARANTINED}),
              ElementsAre("m1", "m2"));
  EXPECT_THAT(List({.game = "", .state = Match::STATE_RUNNING}), IsEmpty());
  EXPECT_THAT(List({.game = "", .state = Match::STATE_PENDING}),
              ElementsAre("m3"));
}

TEST_P(QuarantineTest, NobodyHasIt) {
  EXPECT_THAT(Ids(store().matches().ListUnfinished()), IsEmpty());
  EXPECT_THAT(Ids(b().matches().Claim({{"alpha"}}, 9)), IsEmpty());
  StallA();
  EXPECT_THAT(Ids(b().matches().TakeOver({{"alpha", 9}}, kForever, 9)),
              IsEmpty());
  Reopen();
  EXPECT_THAT(Ids(store().matches().ListUnfinished()), IsEmpty());
}

TEST_P(QuarantineTest, NobodyChangesIt) {
  const absl::Status finished = store().matches().Finish(SampleEnd("m1"));
  EXPECT_THAT(finished, IsFailedPrecondition());
  EXPECT_THAT(std::string(finished.message()),
              HasSubstr(std::string("is quarantined: ") + kReason));
  EXPECT_THAT(store().matches().Start("m1", {}), IsFailedPrecondition());
  EXPECT_THAT(AppendEntries(store(), "m1", 2, {"c"}), IsFailedPrecondition());
  EXPECT_THAT(store().matches().Quarantine("m1", "again"),
              IsFailedPrecondition());
}

TEST_P(QuarantineTest, OnlyItsRefereeQuarantinesAMatch) {
  Add("m3");
  EXPECT_THAT(b().matches().Quarantine("m3", kReason), IsFailedPrecondition());
}

TEST_P(QuarantineTest, MatchThatIsOverIsNotQuarantined) {
  Add("m3");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m3")), IsOk());
  EXPECT_THAT(store().matches().Quarantine("m3", kReason),
              IsFailedPrecondition());
}

TEST_P(QuarantineTest, ItsPlaceStaysOpen) {
  const auto open = store().competitions().ReadOpen("cup");
  ASSERT_THAT(open, IsOk());
  EXPECT_EQ(open->size(), 1u);
}

// ---- Retry ----

TEST_P(QuarantineTest, RetryGivesItToWhoeverAsks) {
  const absl::StatusOr<MatchRow> match = b().matches().Retry("m1");
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->state, v1::Match::STATE_RUNNING);
  EXPECT_EQ(match->quarantine, "");
  EXPECT_THAT(Ids(b().matches().ListUnfinished()), ElementsAre("m1"));
  EXPECT_THAT(Entries(b(), "m1"), ElementsAre("a", "b"));
}

TEST_P(QuarantineTest, PlannedOneIsClaimedAfterARetry) {
  ASSERT_THAT(b().matches().Retry("m2"), IsOk());
  EXPECT_THAT(Ids(b().matches().ListUnfinished()), IsEmpty());
  EXPECT_THAT(Ids(store().matches().Claim({{"alpha"}}, 9)), ElementsAre("m2"));
}

TEST_P(QuarantineTest, OnlyAQuarantinedMatchIsRetriedOrVoided) {
  Add("m3");
  EXPECT_THAT(store().matches().Retry("m3"), IsFailedPrecondition());
  EXPECT_THAT(store().matches().Void("m3"), IsFailedPrecondition());
  EXPECT_THAT(store().matches().Retry("m4"), IsNotFound());
  EXPECT_THAT(store().matches().Void("m4"), IsNotFound());
}

// ---- Void ----

TEST_P(QuarantineTest, VoidEndsItWithoutAResult) {
  const absl::StatusOr<MatchRow> match = b().matches().Void("m1");
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->state, v1::Match::STATE_FINISHED);
  EXPECT_EQ(match->result->termination(), v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_EQ(match->result->reason(), kReason);
  EXPECT_EQ(match->result->ranks_size(), 0);
  EXPECT_THAT(Entries(store(), "m1"), IsEmpty());
}

TEST_P(QuarantineTest, VoidedPlaceIsAResultWithoutRanks) {
  ASSERT_THAT(store().matches().Void("m2"), IsOk());
  EXPECT_THAT(*store().competitions().ReadOpen("cup"), IsEmpty());
  const auto page = store().competitions().ReadResults("cup", 0, 9);
  ASSERT_THAT(page, IsOk());
  ASSERT_EQ(page->matches.size(), 1u);
  EXPECT_EQ(page->matches[0].result().termination(),
            v1::TERMINATION_INFRASTRUCTURE);
}

// ---- Competitions ----

TEST_P(QuarantineTest, OnlyWhoDrivesACompetitionQuarantinesIt) {
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  EXPECT_FALSE(*b().competitions().Quarantine("cup", kReason));
  EXPECT_TRUE(*store().competitions().Quarantine("cup", kReason));
  EXPECT_EQ(b().competitions().Get("cup")->quarantine, kReason);
  EXPECT_FALSE(*store().competitions().Quarantine("cup", "again"));
  EXPECT_EQ(b().competitions().Get("cup")->quarantine, kReason);
}

TEST_P(QuarantineTest, NobodyChangesAQuarantinedCompetition) {
  const CompetitionRow before = *store().competitions().Get("cup");
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  ASSERT_TRUE(*store().competitions().Quarantine("cup", kReason));
  CompetitionRow after = before;
  after.state = v1::Competition::STATE_STOPPED;
  EXPECT_THAT(b().competitions().Update(before, after, {}),
              IsFailedPrecondition());
}

TEST_P(QuarantineTest, AnyRefereeEndsTheQuarantineOfACompetition) {
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  EXPECT_THAT(b().competitions().Retry("cup"), IsFailedPrecondition());
  EXPECT_THAT(b().competitions().GiveUp("cup"), IsFailedPrecondition());
  EXPECT_THAT(b().competitions().Retry("none"), IsNotFound());
  ASSERT_TRUE(*store().competitions().Quarantine("cup", kReason));
  ASSERT_THAT(b().competitions().Retry("cup"), IsOk());
  EXPECT_EQ(store().competitions().Get("cup")->quarantine, "");
}

TEST_P(QuarantineTest, ACompetitionThatIsGivenUpIsOverAndKeepsTheReason) {
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  ASSERT_TRUE(*store().competitions().Quarantine("cup", kReason));
  ASSERT_THAT(b().competitions().GiveUp("cup"), IsOk());
  EXPECT_THAT(*store().competitions().ListUnfinished(), IsEmpty());
  EXPECT_EQ(store().competitions().Get("cup")->quarantine, kReason);
}

TEST_P(QuarantineTest, AMatchLosesItsResultOnlyIfItsCompetitionIsQuarantined) {
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  ASSERT_THAT(store().matches().Plan({MatchAt("m3", "cup", 2)}), IsOk());
  ASSERT_THAT(store().matches().Claim({{"alpha"}}, 9), IsOk());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m3")), IsOk());
  EXPECT_THAT(b().matches().Void("m3"), IsFailedPrecondition());
  ASSERT_TRUE(*store().competitions().Quarantine("cup", kReason));
  const absl::StatusOr<MatchRow> match = b().matches().Void("m3");
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->result->termination(), v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_EQ(match->result->reason(), kReason);
  const auto page = store().competitions().ReadResults("cup", 0, 9);
  ASSERT_THAT(page, IsOk());
  ASSERT_EQ(page->matches.size(), 1u);
  EXPECT_EQ(page->matches[0].match_id(), "m3");
}

INSTANTIATE_TEST_SUITE_P(All, QuarantineTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

}  // namespace
}  // namespace arena::referee
