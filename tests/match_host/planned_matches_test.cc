// Matches that a competition has planned: who may cancel them, and what becomes
// of them when their bots leave.
#include "absl/strings/str_cat.h"
#include "referee/match_request.h"
#include "tests/match_host/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PlannedMatchTest : public HostTest {
 protected:
  // Plans matches between x and y; they are claimed when both are there.
  void Plan(int count) {
    ASSERT_TRUE(store_->InsertCompetition(SampleCompetition("cup")).ok());
    std::vector<MatchRow> rows;
    for (int i = 0; i < count; ++i) {
      const std::string id = absl::StrCat("m", i);
      absl::StatusOr<MatchRow> row =
          RowForRequest(Request({"bot:x", "bot:y"}), ClockSettings(), id);
      ASSERT_TRUE(row.ok()) << row.status();
      row->place = MatchAt(id, "cup", i).place;
      rows.push_back(*std::move(row));
    }
    ASSERT_TRUE(store_->InsertCompetitionMatches(rows).ok());
  }
  // How the host answers a spectator.
  absl::Status Watch(const std::string& id,
                     const std::shared_ptr<FakeSpectator>& spectator) {
    absl::Status status;
    host_->WatchMatch(id, spectator,
                      [&](const auto& match) { status = match.status(); });
    executor_.RunAll();
    return status;
  }
  // How many matches this referee has.
  size_t Held() { return store_->LoadUnfinished()->size(); }
};

TEST_F(PlannedMatchTest, OnlyAnAdminCancelsIt) {
  Plan(1);
  Connect("x");
  Connect("y");
  ASSERT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  for (const char* bot : {"x", "y"}) {
    v1::Bot mine;
    mine.set_name(bot);
    mine.set_author("ada");
    mine.set_status(v1::Bot::STATUS_ACTIVE);
    ASSERT_TRUE(store_->InsertBot(mine, absl::UnixEpoch()).ok());
  }
  const Caller ada{
      .role = v1::ROLE_AUTHOR, .owner = "ada", .token_id = "t", .author = ""};
  EXPECT_EQ(Cancel("m0", ada).status().code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  EXPECT_TRUE(Cancel("m0").ok());
}

TEST_F(PlannedMatchTest, ItIsGivenBackWhenABotLeaves) {
  Plan(3);
  FakeBot& x = Connect("x", 1);
  Connect("y", 9);
  ASSERT_EQ(Held(), 3u);
  HangUp(x);
  EXPECT_EQ(Held(), 1u);
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
}

TEST_F(PlannedMatchTest, ItIsGivenBackWhoeverWatchesIt) {
  Plan(2);
  FakeBot& x = Connect("x", 1);
  Connect("y", 9);
  const auto spectator = std::make_shared<FakeSpectator>();
  ASSERT_THAT(Watch("m1", spectator), IsOk());
  HangUp(x);
  EXPECT_EQ(Held(), 1u);
  EXPECT_THAT(spectator->lost, StatusIs(absl::StatusCode::kFailedPrecondition,
                                        HasSubstr("m1 waits until all")));
}

TEST_F(PlannedMatchTest, ItCannotBeWatchedBeforeItsBotsAreThere) {
  Plan(1);
  Connect("x");
  EXPECT_THAT(Watch("m0", std::make_shared<FakeSpectator>()),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("m0 waits until all its bots")));
}

TEST_F(PlannedMatchTest, WhatWaitsIsGivenBackOnRequest) {
  Plan(3);
  Connect("x", 1);
  Connect("y", 9);
  std::vector<std::string> told;
  host_->set_on_result([&](const std::string& name) { told.push_back(name); });
  host_->ReleaseWaitingOf("cup");
  executor_.RunAll();
  EXPECT_EQ(Held(), 1u);
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  EXPECT_THAT(told, ElementsAre("cup", "cup"));
}

TEST_F(PlannedMatchTest, WhatWaitsForOtherCompetitionsStays) {
  Plan(3);
  Connect("x", 1);
  Connect("y", 9);
  host_->ReleaseWaitingOf("league");
  executor_.RunAll();
  EXPECT_EQ(Held(), 3u);
}

TEST_F(PlannedMatchTest, ItKeepsItsSpectatorsWhenItIsClaimedAgain) {
  Plan(1);
  v1::Hello choosy = HelloOf("x");
  choosy.add_games("ordo");
  FakeBot& x = Connect(choosy);
  Connect("y");
  const auto spectator = std::make_shared<FakeSpectator>();
  ASSERT_THAT(Watch("m0", spectator), IsOk());
  // As another referee does when the lease of this one has run out.
  ASSERT_TRUE(store_->ReleaseMatches({{"m0"}}).ok());
  Connect("z");
  ASSERT_EQ(Held(), 1u);
  HangUp(x);
  EXPECT_FALSE(spectator->lost.ok());
  EXPECT_EQ(metrics_->matches_pending().Value(), 0);
}

}  // namespace
}  // namespace arena::referee
