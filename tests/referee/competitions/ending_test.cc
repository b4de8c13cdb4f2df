// How competitions go on and end: their pace, the person who stopped them, and
// the rest of a deleted competition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/referee/competitions/running_competitions_fixture.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class EndingTest : public CompetitionHostTest {
 protected:
  absl::Status Delete(const std::string& name = "cup") {
    absl::Status status = absl::UnknownError("no answer");
    host_->Delete(name,
                  [&](const auto& deleted) { status = deleted.status(); });
    executor_.RunAll();
    return status;
  }
  absl::Status Find(const std::string& name = "cup") {
    absl::Status status;
    host_->Get(name, [&](const auto& found) { status = found.status(); });
    executor_.RunAll();
    return status;
  }
  // Entrant a is a bot that never comes, so the competition cannot end.
  void CreateEndless() {
    v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
    spec.mutable_entrants(0)->mutable_players(0)->set_bot("missing");
    ASSERT_THAT(Create(spec), IsOk());
  }
  void Restart() {
    Crash();
    Start();
    executor_.RunAll();
  }
};

// ---- Stopped ----

TEST_F(EndingTest, WhatPlaysToItsEndWasNotStopped) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::Competition over = Get();
  EXPECT_EQ(over.state(), v1::Competition::STATE_FINISHED);
  EXPECT_FALSE(over.stopped());
  EXPECT_GT(over.create_time().seconds(), 0);
  EXPECT_GE(over.end_time().seconds(), over.create_time().seconds());
}

TEST_F(EndingTest, WhatSomebodyStoppedSaysSoForEver) {
  CreateEndless();
  EXPECT_FALSE(Get().stopped());
  EXPECT_FALSE(Get().has_end_time());
  Stop();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  EXPECT_TRUE(Get().stopped());
  EXPECT_TRUE(Get().has_end_time());
  Restart();
  EXPECT_TRUE(Get().stopped());
  EXPECT_TRUE(Get().has_end_time());
}

TEST_F(EndingTest, CancelledMatchesAreCounted) {
  CreateEndless();
  const auto claimed = store_->matches().Claim({{"missing"}}, 1);
  ASSERT_EQ(claimed->size(), 1u);
  Cancel(claimed->front());
  EXPECT_EQ(Get().progress().cancelled_matches(), 1u);
}

// ---- Pace ----

class PaceTest : public EndingTest {
 protected:
  void SetUp() override {
    v1::CompetitionSpec spec = Spec(4, v1::FORMAT_ROUND_ROBIN);
    spec.set_max_matches_per_minute(3);
    ASSERT_THAT(Create(spec), IsOk());
  }
  int Played() { return Results().matches_size(); }
};

TEST_F(PaceTest, NoMinuteHasMoreMatchesThanAllowed) {
  for (const int expected : {3, 6, 9, 12}) {
    executor_.Advance(absl::Seconds(1));
    EXPECT_EQ(Played(), expected);
    executor_.Advance(absl::Seconds(58));
    EXPECT_EQ(Played(), expected);
    executor_.Advance(absl::Seconds(1));
  }
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
}

TEST_F(PaceTest, ARestartMakesNoneBeginEarlier) {
  ASSERT_EQ(Played(), 3);
  executor_.Advance(absl::Seconds(30));
  Restart();
  executor_.Advance(absl::Seconds(59));
  EXPECT_EQ(Played(), 3);
  executor_.Advance(absl::Seconds(2));
  EXPECT_EQ(Played(), 6);
}

TEST_F(PaceTest, StoppedItEndsWithoutThoseThatWait) {
  Stop();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  EXPECT_EQ(Played(), 3);
}

// ---- Deleted ----

TEST_F(EndingTest, NothingIsLeftOfADeletedCompetition) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const std::string match = Results().matches(0).match_id();
  ASSERT_THAT(store_->records().Get(match), IsOk());
  EXPECT_THAT(Delete(), IsOk());
  EXPECT_THAT(Find(), StatusIs(absl::StatusCode::kNotFound, _));
  EXPECT_THAT(store_->matches().Get(match),
              StatusIs(absl::StatusCode::kNotFound, _));
  EXPECT_THAT(store_->records().Get(match),
              StatusIs(absl::StatusCode::kNotFound, _));
  EXPECT_THAT(*store_->competitions().ListDeleted(), IsEmpty());
  EXPECT_THAT(Delete(), StatusIs(absl::StatusCode::kNotFound, _));
}

TEST_F(EndingTest, ItsNameIsFree) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  ASSERT_THAT(Delete(), IsOk());
  ASSERT_THAT(Create(Spec(4, v1::FORMAT_ROUND_ROBIN)), IsOk());
  EXPECT_EQ(Get().progress().sets_over(), 6u);
}

TEST_F(EndingTest, OnlyWhatIsOverIsDeleted) {
  CreateEndless();
  EXPECT_THAT(Delete(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                 HasSubstr("stop it first")));
  EXPECT_THAT(Find(), IsOk());
  Stop();
  EXPECT_THAT(Delete(), IsOk());
}

TEST_F(EndingTest, AHalfDeletedCompetitionGoesOnToDisappear) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  ASSERT_THAT(store_->competitions().BeginDeletion("cup"), IsOk());
  ASSERT_FALSE(store_->competitions().DeletePart("cup", 1).value());
  Crash();
  Start();
  EXPECT_THAT(store_->competitions().Insert(Spec(3, v1::FORMAT_SWISS)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("is being deleted")));
  executor_.RunAll();
  EXPECT_THAT(*store_->competitions().ListDeleted(), IsEmpty());
  EXPECT_THAT(store_->competitions().Insert(Spec(3, v1::FORMAT_SWISS)), IsOk());
}

TEST_F(EndingTest, OthersAreNotTouched) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  v1::CompetitionSpec other = Spec(3, v1::FORMAT_ROUND_ROBIN);
  other.set_name("other");
  ASSERT_THAT(Create(other), IsOk());
  ASSERT_THAT(Delete("other"), IsOk());
  EXPECT_EQ(Results().matches_size(), 6);
}

}  // namespace
}  // namespace arena::referee
