// Matches that a competition has planned: the referee that claims them, the
// callers that may cancel them, and their fate when a bot leaves.
#include "absl/strings/str_cat.h"
#include "referee/lobby/match_request.h"
#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;

class PlannedMatchTest : public HostTest {
 protected:
  // Plans matches between two bots; they are claimed when both are there.
  void Plan(int count, int first = 0,
            const std::vector<std::string>& bots = {"bot:x", "bot:y"}) {
    ASSERT_TRUE(store_->competitions().Insert(SampleCompetition("cup")).ok());
    std::vector<MatchRow> rows;
    for (int i = first; i < first + count; ++i) {
      const std::string id = absl::StrCat("m", i);
      absl::StatusOr<MatchRow> row =
          RowForRequest(Request(bots), ClockSettings(), id);
      ASSERT_TRUE(row.ok()) << row.status();
      row->place = MatchAt(id, "cup", i).place;
      rows.push_back(*std::move(row));
    }
    ASSERT_TRUE(store_->matches().Plan(rows).ok());
  }
  // Returns the host's answer to a spectator.
  absl::Status Watch(const std::string& id,
                     const std::shared_ptr<FakeSpectator>& spectator) {
    absl::Status status;
    requests_->WatchMatch(id, spectator,
                          [&](const auto& match) { status = match.status(); });
    executor_.RunAll();
    return status;
  }
  // Returns how many matches, planned or not, this referee has.
  size_t Held() { return store_->matches().ListUnfinished()->size(); }
  void OnResult(const std::string& competition) override {
    told_.push_back(competition);
  }

  // The competitions that were told of a result.
  std::vector<std::string> told_;
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
    ASSERT_TRUE(store_->bots().Insert(mine, absl::UnixEpoch()).ok());
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

// The match waits at this referee, as x has no room for it yet.
TEST_F(PlannedMatchTest, WhatAnotherRefereeHasBegunIsNotGivenBack) {
  Plan(1);
  RestartAs("gone");
  Connect("x");
  Connect("y");
  ASSERT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  RestartAs("next");
  Connect("x");
  Create(Request({"bot:x", "first"}));
  for (int i = 0; i < 4; ++i) Step();
  FakeBot& y = Connect("y");
  executor_.Advance(options_.lease);
  executor_.RunAll();
  HangUp(y);
  Resume("y", y.token);
  PlayToTheEnd();
  EXPECT_EQ(Get("m0").result().termination(), v1::TERMINATION_NORMAL);
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
  told_.clear();
  host_->GiveBackPlannedOf("cup");
  executor_.RunAll();
  EXPECT_EQ(Held(), 1u);
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  EXPECT_THAT(told_, ElementsAre("cup"));
}

TEST_F(PlannedMatchTest, WhatWaitsForOtherCompetitionsStays) {
  Plan(3);
  Connect("x", 1);
  Connect("y", 9);
  host_->GiveBackPlannedOf("league");
  executor_.RunAll();
  EXPECT_EQ(Held(), 3u);
}

TEST_F(PlannedMatchTest, ItKeepsItsSpectatorsWhenItIsClaimedAgain) {
  Plan(1);
  v1::Hello choosy = HelloOf("x");
  choosy.clear_plays();
  choosy.add_plays()->set_game("ordo");
  FakeBot& x = Connect(choosy);
  Connect("y");
  const auto spectator = std::make_shared<FakeSpectator>();
  ASSERT_THAT(Watch("m0", spectator), IsOk());
  // Another referee does this when the lease of this referee has run out.
  ASSERT_TRUE(store_->matches().GiveBack({{"m0"}}).ok());
  Connect("z");
  ASSERT_EQ(Held(), 1u);
  HangUp(x);
  EXPECT_FALSE(spectator->lost.ok());
  EXPECT_EQ(metrics_->matches_pending().Value(), 0);
}

TEST_F(PlannedMatchTest, TheCompetitionIsToldWhenItIsGivenBack) {
  Plan(2);
  FakeBot& x = Connect("x", 1);
  Connect("y", 9);
  ASSERT_EQ(Held(), 2u);
  told_.clear();
  HangUp(x);
  EXPECT_THAT(told_, ElementsAre("cup"));
}

TEST_F(PlannedMatchTest, TheCompetitionIsToldWhenItIsCancelledBeforeItBegins) {
  Plan(2);
  Connect("x", 1);
  Connect("y", 9);
  ASSERT_EQ(StateOf("m1"), v1::Match::STATE_PENDING);
  told_.clear();
  ASSERT_THAT(Cancel("m1"), IsOk());
  EXPECT_THAT(told_, ElementsAre("cup"));
}

// The referee that planned the match knows a game that this referee does not
// know.
TEST_F(PlannedMatchTest, TheCompetitionIsToldWhenItCannotBePlayed) {
  ASSERT_THAT(store_->competitions().Insert(SampleCompetition("cup")), IsOk());
  MatchRow row = MatchAt("m0", "cup", 0);
  row.game = "chess";
  row.seats = {BuiltIn("first"), BuiltIn("first")};
  ASSERT_THAT(store_->matches().Plan({row}), IsOk());
  host_->ClaimMatches();
  executor_.RunAll();
  EXPECT_THAT(told_, ElementsAre("cup"));
  EXPECT_EQ(store_->matches().Get("m0")->result->termination(),
            v1::TERMINATION_INFRASTRUCTURE);
}

TEST_F(PlannedMatchTest, ItIsPlayedWhenTheBotComesBack) {
  Plan(2);
  FakeBot& x = Connect("x", 1);
  Connect("y", 9);
  HangUp(x);
  Resume("x", x.token);
  PlayToTheEnd();
  EXPECT_EQ(StateOf("m1"), v1::Match::STATE_FINISHED);
}

TEST_F(PlannedMatchTest, MatchesOfNoCompetitionWaitForABotThatLeaves) {
  const std::string id = Create(Request({"bot:x", "bot:y"}));
  HangUp(Connect("x"));
  Connect("x");
  Connect("y");
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
}

// ---- Claims ----

TEST_F(PlannedMatchTest, TheNextIsClaimedWhenOneIsOver) {
  Plan(2);
  Connect("x", 1);
  Connect("y", 1);
  ASSERT_EQ(Held(), 1u);
  PlayToTheEnd();
  EXPECT_EQ(StateOf("m1"), v1::Match::STATE_FINISHED);
}

TEST_F(PlannedMatchTest, ARefereeClaimsNoMoreThanItHolds) {
  StopHost();
  options_.max_matches = 2;
  StartHost();
  Plan(3);
  Connect("x", 9);
  Connect("y", 9);
  EXPECT_EQ(Held(), 2u);
}

TEST_F(PlannedMatchTest, BotsWithoutRoomForMoreDoNotHoldUpTheOthers) {
  for (const char* bot : {"x", "y", "u", "v"}) Connect(bot, 1);
  Plan(1);
  Plan(1, /*first=*/1, {"bot:u", "bot:v"});
  host_->ClaimMatches();
  executor_.RunAll();
  EXPECT_EQ(Held(), 2u);
}

TEST_F(PlannedMatchTest, ARefereeThatStopsClaimsNothing) {
  Connect("x");
  Connect("y");
  host_->Drain(absl::Minutes(1), [] {});
  executor_.RunAll();
  Plan(1);
  host_->ClaimMatches();
  executor_.RunAll();
  EXPECT_EQ(Held(), 0u);
}

TEST_F(PlannedMatchTest, ItIsNotClaimedForABotThatIsAway) {
  FakeBot& x = Connect("x", 9);
  Create(Request({"bot:x", "first"}));
  HangUp(x);
  Plan(1);
  Connect("y", 9);
  EXPECT_EQ(Held(), 1u);
}

TEST_F(PlannedMatchTest, ItIsNotClaimedForABotThatIsLeaving) {
  FakeBot& x = Connect("x", 9);
  Create(Request({"bot:x", "first"}));
  Leave(x);
  Plan(1);
  Connect("y", 9);
  EXPECT_EQ(Held(), 1u);
}

TEST_F(PlannedMatchTest, ItIsNotClaimedForABotWhoseEarlierSessionPlays) {
  FakeBot& earlier = Connect("x", 9);
  Create(Request({"bot:x", "first"}));
  HangUp(earlier);
  Connect("x", 9);
  Plan(1);
  Connect("y", 9);
  EXPECT_EQ(Held(), 1u);
}

// ---- Present bots ----

TEST_F(PlannedMatchTest, ABotIsThereFromItsHelloUntilItsStreamIsOver) {
  FakeBot& x = Connect("x");
  EXPECT_THAT(*store_->referees().FindSessionsOf({{"x"}}),
              ElementsAre(Key("x")));
  HangUp(x);
  EXPECT_THAT(*store_->referees().FindSessionsOf({{"x"}}), IsEmpty());
}

TEST_F(PlannedMatchTest, ABotIsThereWhenAnotherSessionOfTheNameIsOver) {
  FakeBot& x = Connect("x");
  Create(Request({"bot:x", "first"}));
  HangUp(x);
  FakeBot& stranger = Connect("x");
  Resume("x", x.token);
  ASSERT_EQ(stranger.Error(), v1::ERROR_REASON_NAME_IN_USE);
  HangUp(stranger);
  EXPECT_THAT(*store_->referees().FindSessionsOf({{"x"}}),
              ElementsAre(Key("x")));
}

}  // namespace
}  // namespace arena::referee
