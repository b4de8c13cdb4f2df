// A referee is gone, and another referee takes over its matches when bots of
// the same names are connected there.
#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Another host begins matches on the same store and dies. The host of the
// fixture outlives it.
class TakeoverTest : public HostTest {
 protected:
  // Plays matches between x and y to some point, on a referee that then ends.
  // Returns their ids.
  std::vector<std::string> LeaveMatchesBehind(int count = 1) {
    RestartAs("gone");
    Connect("x", 9);
    Connect("y", 9);
    std::vector<std::string> ids;
    for (int i = 0; i < count; ++i) {
      ids.push_back(Create(Request({"bot:x", "bot:y"})));
    }
    for (int i = 0; i < 9; ++i) Step();
    token_of_x_ = bots_[0].token;
    RestartAs("next");
    return ids;
  }
  // Waits until the referee has looked for left matches again.
  void PassALease() {
    executor_.Advance(options_.lease);
    executor_.RunAll();
  }

  std::string token_of_x_;
};

TEST_F(TakeoverTest, BotsOfTheSameNamesPlayOn) {
  const std::string id = LeaveMatchesBehind()[0];
  Connect("x");
  Connect("y");
  PassALease();
  PlayToTheEnd();
  const v1::Match match = Get(id);
  EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_THAT(match.result().faults(), IsEmpty());
}

TEST_F(TakeoverTest, ItEndsLikeAnUndisturbedMatch) {
  const std::string id = LeaveMatchesBehind()[0];
  FakeBot& x = Connect("x");
  Connect("y");
  PassALease();
  // The match was begun before, so only one start counts.
  EXPECT_EQ(x.Starts(), 1);
  PlayToTheEnd();
  v1::CreateMatchRequest again = Request({"bot:x", "bot:y"});
  const std::string undisturbed = Create(again);
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().ShortDebugString(),
            Get(undisturbed).result().ShortDebugString());
}

TEST_F(TakeoverTest, NobodyIsSentAway) {
  LeaveMatchesBehind();
  FakeBot& x = Connect("x");
  FakeBot& y = Connect("y");
  PassALease();
  EXPECT_TRUE(x.open());
  EXPECT_TRUE(y.open());
}

TEST_F(TakeoverTest, ABotThatMovesWithItsTokenPlaysOn) {
  const std::string id = LeaveMatchesBehind()[0];
  Resume("x", token_of_x_);
  Connect("y");
  PassALease();
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(TakeoverTest, ItWaitsInTheStoreWhileABotIsMissing) {
  const std::string id = LeaveMatchesBehind()[0];
  FakeBot& x = Connect("x");
  PassALease();
  EXPECT_EQ(x.Starts(), 0);
  Connect("y");
  PassALease();
  EXPECT_EQ(x.Starts(), 1);
}

TEST_F(TakeoverTest, ABotGetsNoMoreMatchesThanItHasRoomFor) {
  const std::vector<std::string> ids = LeaveMatchesBehind(5);
  FakeBot& x = Connect("x", 2);
  Connect("y", 9);
  x.plays = false;
  PassALease();
  EXPECT_EQ(x.Starts(), 2);
  x.plays = true;
  for (int i = 0; i < 3; ++i) {
    PlayToTheEnd();
    PassALease();
  }
  for (const std::string& id : ids) {
    EXPECT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
  }
}

// Bots that always have something to play would never have room at the same
// time otherwise.
TEST_F(TakeoverTest, BusyBotsPlayWhatIsLeftBeforeAnythingNew) {
  const std::string left = LeaveMatchesBehind()[0];
  FakeBot& x = Connect("x");
  const std::string under_way = Create(Request({"bot:x", "first"}));
  for (int i = 0; i < 4; ++i) Step();
  Connect("y");
  const std::string fresh = Create(Request({"bot:x", "bot:y"}));
  PassALease();
  EXPECT_EQ(x.Starts(), 1) << "x has no room";
  while (StateOf(under_way) != v1::Match::STATE_FINISHED && Step()) {
  }
  EXPECT_EQ(StateOf(left), v1::Match::STATE_RUNNING);
  EXPECT_EQ(StateOf(fresh), v1::Match::STATE_PENDING);
  PlayToTheEnd();
  EXPECT_EQ(Get(left).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(Get(fresh).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(TakeoverTest, ABotThatLeavesWhatWaitsForItHasTimeToComeBack) {
  const std::string left = LeaveMatchesBehind()[0];
  Connect("x");
  FakeBot& y = Connect("y");
  Create(Request({"bot:x", "first"}));
  for (int i = 0; i < 4; ++i) Step();
  PassALease();
  EXPECT_NE(StateOf(left), v1::Match::STATE_FINISHED);
  HangUp(y);
  EXPECT_EQ(StateOf(left), v1::Match::STATE_RUNNING);
  Resume("y", y.token);
  PlayToTheEnd();
  EXPECT_EQ(Get(left).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(TakeoverTest, WhatWaitsForRoomCanBeCancelled) {
  const std::string left = LeaveMatchesBehind()[0];
  Connect("x");
  Connect("y");
  Create(Request({"bot:x", "first"}));
  for (int i = 0; i < 4; ++i) Step();
  PassALease();
  const absl::StatusOr<v1::Match> match = Cancel(left);
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->result().termination(), v1::TERMINATION_CANCELLED);
}

TEST_F(TakeoverTest, TheSeatIsTheNewSessionsAfterARestart) {
  const std::string id = LeaveMatchesBehind()[0];
  const std::string token_of_x = Connect("x").token;
  const std::string token_of_y = Connect("y").token;
  PassALease();
  StopHost();
  StartHost();
  Resume("x", token_of_x);
  Resume("y", token_of_y);
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(TakeoverTest, ItEndsAnywhereWhenItsBotsHadTimeToCome) {
  const std::string id = LeaveMatchesBehind()[0];
  StopHost();
  options_.limits.resume_grace = absl::ZeroDuration();
  StartHost();
  PassALease();
  EXPECT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
}

// ---- Leases ----

class LeaseTest : public TakeoverTest {
 protected:
  SQLite::Database database_{folder_.File("store"), SQLite::OPEN_READWRITE};
};

// The renewal may come late twice, and the lease still lasts.
TEST_F(LeaseTest, ItIsRenewedThreeTimesWhileItLasts) {
  executor_.RunAll();
  for (int i = 0; i < 3; ++i) {
    database_.exec("UPDATE referees SET lease_until = 0");
    executor_.Advance(options_.lease / 3 + absl::Seconds(1));
    EXPECT_GT(
        database_.execAndGet("SELECT lease_until FROM referees").getInt64(), 0)
        << i;
  }
}

TEST_F(LeaseTest, ADamagedMatchIsQuarantinedAndTheNextOneTakenOver) {
  const std::vector<std::string> ids = LeaveMatchesBehind(2);
  database_.exec(
      "UPDATE journal SET entry = x'ffff' WHERE sequence = 3 AND"
      " match = (SELECT min(match) FROM journal)");
  Connect("x", 9);
  Connect("y", 9);
  PassALease();
  PlayToTheEnd();
  EXPECT_TRUE(failure_.ok()) << failure_;
  EXPECT_EQ(StateOf(ids[0]), v1::Match::STATE_QUARANTINED);
  EXPECT_EQ(Get(ids[1]).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(LeaseTest, ARefereeThatStopsTakesNothingOver) {
  LeaveMatchesBehind();
  database_.exec("UPDATE referees SET lease_until = 9000000000000000000");
  PassALease();
  FakeBot& x = Connect("x");
  Connect("y");
  host_->Drain(absl::Minutes(1), [] {});
  database_.exec("UPDATE referees SET lease_until = 0");
  PassALease();
  EXPECT_EQ(x.Starts(), 0);
}

TEST_F(LeaseTest, ARefereeWhoseNameIsTakenStops) {
  const std::unique_ptr<Store> next = OpenOrDie(folder_.File("store"));
  PassALease();
  EXPECT_EQ(failure_.code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(TakeoverTest, AMatchOfAnotherRefereeCannotBeCancelledHere) {
  const std::string id = LeaveMatchesBehind()[0];
  EXPECT_THAT(Cancel(id), StatusIs(absl::StatusCode::kFailedPrecondition,
                                   HasSubstr("another referee on")));
}

TEST_F(TakeoverTest, AMatchOfAnotherRefereeCannotBeWatchedHere) {
  const std::string id = LeaveMatchesBehind()[0];
  absl::Status status;
  requests_->WatchMatch(id, std::make_shared<FakeSpectator>(),
                        [&](const auto& match) { status = match.status(); });
  executor_.RunAll();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kFailedPrecondition,
                               HasSubstr("played at another referee")));
}

// ---- From the other side ----

// The lease of the fixture's host runs out, and another referee takes the
// matches that have not begun.
class LateLeaseTest : public HostTest {
 protected:
  void LoseWhatWaits(const Rooms& bots) {
    other_ = *OpenStore("sqlite:" + folder_.File("store"), "other");
    ASSERT_TRUE(store_->referees().RenewLease(absl::ZeroDuration()).ok());
    ASSERT_TRUE(
        other_->matches().TakeOver(bots, absl::InfiniteDuration(), 9).ok());
  }

  std::unique_ptr<Store> other_;
  SQLite::Database database_{folder_.File("store"), SQLite::OPEN_READWRITE};
};

TEST_F(LateLeaseTest, AMatchThatIsLostIsNotBegun) {
  Create(Request({"bot:x", "first"}));
  LoseWhatWaits({{"x", 9}});
  EXPECT_EQ(Connect("x").Starts(), 0);
  EXPECT_TRUE(failure_.ok()) << failure_;
}

TEST_F(LateLeaseTest, ItsSpectatorsAreTold) {
  const auto spectator = std::make_shared<FakeSpectator>();
  requests_->WatchMatch(Create(Request({"bot:x", "first"})), spectator,
                        [](const auto&) {});
  LoseWhatWaits({{"x", 9}});
  Connect("x");
  EXPECT_THAT(spectator->lost,
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("belongs to another referee")));
}

TEST_F(LateLeaseTest, ItsPlaceIsFree) {
  StopHost();
  options_.max_matches = 1;
  StartHost();
  Create(Request({"bot:x", "first"}));
  LoseWhatWaits({{"x", 9}});
  Connect("x");
  EXPECT_THAT(TryCreate(Request({"bot:x", "first"})), IsOk());
}

TEST_F(LateLeaseTest, AMatchThatIsLostAtOnceIsShownAsItWas) {
  Connect("x");
  database_.exec(
      "CREATE TRIGGER late AFTER INSERT ON seats BEGIN"
      " UPDATE matches SET referee = -1 WHERE number = NEW.match; END");
  const absl::StatusOr<v1::Match> match =
      TryCreate(Request({"bot:x", "first"}));
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->state(), v1::Match::STATE_PENDING);
  EXPECT_EQ(metrics_->matches_pending().Value(), 0);
}

TEST_F(LateLeaseTest, AStoreThatFailsAtABeginningIsReported) {
  Connect("x");
  database_.exec(
      "CREATE TRIGGER broken AFTER UPDATE OF state ON matches BEGIN"
      " DELETE FROM nowhere; END");
  Create(Request({"bot:x", "first"}));
  EXPECT_THAT(failure_,
              StatusIs(absl::StatusCode::kInternal, HasSubstr("nowhere")));
}

}  // namespace
}  // namespace arena::referee
