// Several referees on one store: leases, claims, and the matches of a referee
// that has stopped.
#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::UnorderedElementsAre;

// The bot alpha is here with room for many matches.
const Rooms kAlphaIsHere = {{"alpha", 99}};

// Referees a and b.
class RefereesTest : public StoreTest {
 protected:
  RefereesTest() : b_(Open("b")) {
    EXPECT_THAT(store().competitions().Insert(SampleCompetition("cup")),
                IsOk());
  }
  Store& a() { return store(); }
  Store& b() { return *b_; }

  // Adds matches of the competition between alpha and a built-in player.
  void AddToCup(int first, int count) {
    std::vector<MatchRow> matches;
    for (int i = first; i < first + count; ++i) {
      matches.push_back(MatchAt(absl::StrCat("m", i), "cup", i));
    }
    EXPECT_THAT(a().matches().Plan(matches), IsOk());
  }
  static std::vector<std::string> Claim(Store& store,
                                        const std::vector<std::string>& bots,
                                        int limit) {
    return Ids(store.matches().Claim(bots, limit));
  }
  // Ends the lease of referee a, as when a stands still for too long.
  void StallA() {
    EXPECT_THAT(a().referees().RenewLease(absl::ZeroDuration()), IsOk());
  }

 private:
  std::unique_ptr<Store> b_;
};

// ---- Claims ----

TEST_P(RefereesTest, OldestMatchesAreClaimedFirst) {
  AddToCup(0, 3);
  EXPECT_THAT(Claim(a(), {"alpha"}, 2), ElementsAre("m0", "m1"));
}

TEST_P(RefereesTest, ClaimedMatchBelongsToTheReferee) {
  AddToCup(0, 1);
  Claim(a(), {"alpha"}, 1);
  EXPECT_THAT(a().matches().Start("m0", {}), IsOk());
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("m0"));
}

TEST_P(RefereesTest, ClaimedMatchIsNotClaimedAgain) {
  AddToCup(0, 2);
  Claim(a(), {"alpha"}, 1);
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), ElementsAre("m1"));
}

// In this match alpha has both seats.
TEST_P(RefereesTest, MatchIsClaimedWhereItsBotHasEnoughSessions) {
  MatchRow match = MatchAt("m0", "cup", 0);
  match.isolation = v1::ISOLATION_SEATS;
  match.seats = {Bot("alpha"), Bot("alpha")};
  ASSERT_THAT(a().matches().Plan({match}), IsOk());
  ASSERT_THAT(a().referees().SetPresent({.bot = "alpha"}), IsOk());
  ASSERT_THAT(b().referees().SetPresent({.bot = "alpha", .instance = "2"}),
              IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), IsEmpty());
  ASSERT_THAT(b().referees().SetPresent({.bot = "alpha", .instance = "3"}),
              IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), IsEmpty());
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), ElementsAre("m0"));
}

TEST_P(RefereesTest, MatchForFreshSessionsIsClaimedWhereTheyAre) {
  MatchRow match = MatchAt("m0", "cup", 0);
  match.isolation = v1::ISOLATION_MATCHES;
  ASSERT_THAT(a().matches().Plan({match}), IsOk());
  ASSERT_THAT(a().referees().SetPresent({.bot = "alpha"}), IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), IsEmpty());
  ASSERT_THAT(a().referees().SetPresent(
                  {.bot = "alpha", .instance = "2", .fresh = true}),
              IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), ElementsAre("m0"));
}

// One row stands for several processes that can be started.
TEST_P(RefereesTest, MatchIsClaimedWhereEnoughProcessesCanBeStarted) {
  MatchRow match = MatchAt("m0", "cup", 0);
  match.isolation = v1::ISOLATION_MATCHES;
  match.seats = {Bot("alpha"), Bot("alpha")};
  ASSERT_THAT(a().matches().Plan({match}), IsOk());
  ASSERT_THAT(
      a().referees().SetPresent({.bot = "alpha", .fresh = true, .places = 1}),
      IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), IsEmpty());
  ASSERT_THAT(
      a().referees().SetPresent({.bot = "alpha", .fresh = true, .places = 4}),
      IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), ElementsAre("m0"));
}

TEST_P(RefereesTest, MatchOfAMissingBotIsNotClaimed) {
  AddToCup(0, 1);
  EXPECT_THAT(Claim(a(), {"beta", "alphabet", "al"}, 9), IsEmpty());
}

TEST_P(RefereesTest, MatchIsClaimedWhenAllItsBotsAreThere) {
  MatchRow match = MatchAt("m0", "cup", 0);
  match.seats = {Bot("alpha"), Bot("be\"ta")};
  ASSERT_THAT(a().matches().Plan({match}), IsOk());
  EXPECT_THAT(Claim(a(), {"alpha"}, 9), IsEmpty());
  EXPECT_THAT(Claim(a(), {"be\"ta", "alpha"}, 9), ElementsAre("m0"));
}

// The claim does not name submitted bots; they have places in the store.
TEST_P(RefereesTest, MatchIsClaimedWhereItsBotsHavePlaces) {
  MatchRow match = MatchAt("m0", "cup", 0);
  match.seats = {Bot("alpha"), Bot("beta")};
  ASSERT_THAT(a().matches().Plan({match}), IsOk());
  PresentSession place = {.bot = "alpha",
                          .instance = std::string(kPlacesOfBot)};
  ASSERT_THAT(a().referees().SetPresent(place), IsOk());
  // Bot beta connects by itself, so the claim names beta while beta has room.
  ASSERT_THAT(a().referees().SetPresent({.bot = "beta"}), IsOk());
  const auto claim = [](Store& store, const std::vector<std::string>& bots) {
    return Ids(store.matches().Claim(bots, 9, Matches::Among::kBotsAndPlaces));
  };
  EXPECT_THAT(claim(a(), {}), IsEmpty());
  EXPECT_THAT(claim(b(), {"beta"}), IsEmpty()) << "the places are elsewhere";
  EXPECT_THAT(Claim(a(), {"beta"}, 9), IsEmpty());
  EXPECT_THAT(claim(a(), {"beta"}), ElementsAre("m0"));
}

TEST_P(RefereesTest, ManyPlacesComeAndGoAtOnce) {
  const std::string instance(kPlacesOfBot);
  const std::vector<std::string> bots = {"x", "y"};
  ASSERT_THAT(a().referees().SetAllPresent(
                  {{.bot = "x", .instance = instance, .places = 4},
                   {.bot = "y", .instance = instance, .places = 4},
                   {.bot = "y", .instance = "other"}}),
              IsOk());
  EXPECT_EQ(a().referees().FindSessionsOf(bots)->size(), 2u);
  ASSERT_THAT(a().referees().SetAllAbsent(bots, instance), IsOk());
  const auto left = a().referees().FindSessionsOf(bots);
  ASSERT_EQ(left->size(), 1u);
  EXPECT_EQ(left->at("y").size(), 1u);
}

TEST_P(RefereesTest, MatchOfBuiltInPlayersNeedsNoBots) {
  MatchRow match = MatchAt("m0", "cup", 0);
  match.seats = {BuiltIn("random")};
  ASSERT_THAT(a().matches().Plan({match}), IsOk());
  EXPECT_THAT(Claim(a(), {}, 9), ElementsAre("m0"));
}

TEST_P(RefereesTest, InsertedMatchIsNobodyElses) {
  Add("m1");
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), IsEmpty());
}

TEST_P(RefereesTest, MatchOfAStoppedCompetitionIsNotClaimed) {
  AddToCup(0, 1);
  const absl::StatusOr<CompetitionRow> cup = a().competitions().Get("cup");
  ASSERT_THAT(cup, IsOk());
  CompetitionRow stopped = *cup;
  stopped.state = v1::Competition::STATE_STOPPED;
  ASSERT_THAT(a().competitions().Update(*cup, stopped, {}), IsOk());
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), IsEmpty());
}

TEST_P(RefereesTest, NothingCannotBeClaimed) {
  EXPECT_THAT(a().matches().Claim({{"alpha"}}, 0), IsInvalidArgument());
}

TEST_P(RefereesTest, ReleasedMatchesAreNobodysAgain) {
  AddToCup(0, 2);
  Claim(a(), {"alpha"}, 2);
  ASSERT_THAT(a().matches().GiveBack({{"m0"}}), IsOk());
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), ElementsAre("m0"));
}

TEST_P(RefereesTest, MatchesOfOthersAreNotReleased) {
  AddToCup(0, 1);
  Claim(a(), {"alpha"}, 1);
  ASSERT_THAT(b().matches().GiveBack({{"m0"}}), IsOk());
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("m0"));
}

TEST_P(RefereesTest, RunningMatchesAreNotReleased) {
  AddToCup(0, 1);
  Claim(a(), {"alpha"}, 1);
  ASSERT_THAT(a().matches().Start("m0", {}), IsOk());
  ASSERT_THAT(a().matches().GiveBack({{"m0"}}), IsOk());
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("m0"));
}

// A match without a competition would not be claimed again.
TEST_P(RefereesTest, MatchesOfNoCompetitionAreNotReleased) {
  Add("m1");
  ASSERT_THAT(a().matches().GiveBack({{"m1"}}), IsOk());
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("m1"));
}

TEST_P(RefereesTest, MatchesThatNobodyHasAreDropped) {
  AddToCup(0, 2);
  Claim(a(), {"alpha"}, 1);
  ASSERT_THAT(a().matches().DropUnclaimed("cup"), IsOk());
  EXPECT_THAT(a().matches().Get("m0"), IsOk());
  EXPECT_THAT(a().matches().Get("m1"), IsNotFound());
}

TEST_P(RefereesTest, MatchesOfOtherCompetitionsAreNotDropped) {
  AddToCup(0, 1);
  ASSERT_THAT(a().competitions().Insert(SampleCompetition("plate")), IsOk());
  ASSERT_THAT(a().matches().DropUnclaimed("plate"), IsOk());
  EXPECT_THAT(a().matches().Get("m0"), IsOk());
}

// ---- Who is there ----

TEST_P(RefereesTest, BotsAreThereUntilTheyLeave) {
  const std::vector<std::string> bots = {"gamma", "beta", "alpha"};
  ASSERT_THAT(a().referees().SetPresent({.bot = "beta"}), IsOk());
  ASSERT_THAT(a().referees().SetPresent({.bot = "beta"}), IsOk());
  ASSERT_THAT(b().referees().SetPresent({.bot = "alpha"}), IsOk());
  EXPECT_THAT(*a().referees().FindSessionsOf(bots),
              ElementsAre(Key("alpha"), Key("beta")));
  ASSERT_THAT(a().referees().SetAbsent("beta"), IsOk());
  EXPECT_THAT(*b().referees().FindSessionsOf(bots),
              ElementsAre(Key("alpha")));
}

TEST_P(RefereesTest, BotsOfADeadRefereeAreAway) {
  ASSERT_THAT(a().referees().SetPresent({.bot = "alpha"}), IsOk());
  StallA();
  EXPECT_THAT(*b().referees().FindSessionsOf({{"alpha"}}), IsEmpty());
}

// A bot may have moved while its old stream is not over yet.
TEST_P(RefereesTest, BotsOfTwoRefereesAreThereOnceAndUntilTheyLeaveBoth) {
  for (Store* store : {&a(), &b()}) {
    ASSERT_THAT(store->referees().SetPresent({.bot = "alpha"}), IsOk());
  }
  EXPECT_THAT(*a().referees().FindSessionsOf({{"alpha"}}),
              ElementsAre(Key("alpha")));
  ASSERT_THAT(a().referees().SetAbsent("alpha"), IsOk());
  EXPECT_THAT(*a().referees().FindSessionsOf({{"alpha"}}),
              ElementsAre(Key("alpha")));
}

// A referee that shares its store with no other need not renew its lease in
// time.
TEST_P(RefereesTest, BotsOfItsOwnAreThereWhateverTheLease) {
  ASSERT_THAT(a().referees().SetPresent({.bot = "alpha"}), IsOk());
  StallA();
  EXPECT_THAT(*a().referees().FindSessionsOf({{"alpha"}}),
              ElementsAre(Key("alpha")));
}

TEST_P(RefereesTest, WhatASessionCanDoIsKept) {
  ASSERT_THAT(a().referees().SetPresent({.bot = "alpha",
                                         .token_sha256 = "token",
                                         .fresh = true,
                                         .takes = false,
                                         .max_matches = 7,
                                         .places = 5,
                                         .plays = "ordo"}),
              IsOk());
  const auto sessions = b().referees().FindSessionsOf({{"alpha"}});
  ASSERT_EQ(sessions->at("alpha").size(), 1u);
  const AbleSession session = sessions->at("alpha").front();
  EXPECT_EQ(session.referee, a().referees().self());
  EXPECT_EQ(session.token_sha256, "token");
  EXPECT_TRUE(session.fresh);
  EXPECT_FALSE(session.takes);
  EXPECT_EQ(session.max_matches, 7);
  EXPECT_EQ(session.places, 5);
  EXPECT_EQ(*b().referees().ReadPlays(session.plays_sha256), "ordo");
  EXPECT_TRUE(absl::IsNotFound(b().referees().ReadPlays("other").status()));
}

// ---- What belongs to another ----

TEST_P(RefereesTest, OthersMatchesAreNotLoaded) {
  Add("m1");
  EXPECT_THAT(Ids(b().matches().ListUnfinished()), IsEmpty());
}

TEST_P(RefereesTest, OthersMatchesAreSeen) {
  Add("m1");
  EXPECT_EQ(b().matches().Get("m1")->match_id, "m1");
}

TEST_P(RefereesTest, OthersMatchIsNotStarted) {
  Add("m1");
  EXPECT_THAT(b().matches().Start("m1", {}), IsFailedPrecondition());
}

TEST_P(RefereesTest, OthersMatchIsNotEnded) {
  Add("m1");
  EXPECT_THAT(b().matches().Finish(SampleEnd("m1")), IsFailedPrecondition());
}

TEST_P(RefereesTest, OthersJournalIsNotWritten) {
  Add("m1");
  EXPECT_THAT(AppendEntries(b(), "m1", 0, {"a"}), IsFailedPrecondition());
}

TEST_P(RefereesTest, RequestOfAnotherRefereeIsRecognised) {
  MatchRow match = SampleMatch("m1");
  match.request_id = "q";
  Add(match);
  match.match_id = "m2";
  EXPECT_EQ(b().matches().Insert(match)->row.match_id, "m1");
}

// ---- Leases ----

TEST_P(RefereesTest, MatchesOfALastingLeaseStay) {
  Add("m1");
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
}

TEST_P(RefereesTest, RenewedLeaseLasts) {
  Add("m1");
  StallA();
  ASSERT_THAT(a().referees().RenewLease(absl::Seconds(60)), IsOk());
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
}

TEST_P(RefereesTest, UnfinishedMatchesAreTakenOver) {
  for (const char* id : {"m1", "m2", "m3"}) Add(id);
  ASSERT_THAT(a().matches().Start("m1", {}), IsOk());
  ASSERT_THAT(a().matches().Finish(SampleEnd("m2")), IsOk());
  StallA();
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              ElementsAre("m1", "m3"));
  EXPECT_THAT(Ids(b().matches().ListUnfinished()), ElementsAre("m1", "m3"));
}

TEST_P(RefereesTest, MatchesAreTakenOverOnce) {
  Add("m1");
  StallA();
  ASSERT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              ElementsAre("m1"));
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
  EXPECT_THAT(Ids(Open("c")->matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
}

TEST_P(RefereesTest, MatchIsTakenOverWhereItsBotsAre) {
  MatchRow match = SampleMatch("m1");
  match.seats = {Bot("alpha"), Bot("beta")};
  Add(match);
  StallA();
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
  const Rooms both = {{"alpha", 1}, {"beta", 1}};
  EXPECT_THAT(Ids(b().matches().TakeOver(both, kForever, 9)),
              ElementsAre("m1"));
}

TEST_P(RefereesTest, MatchThatHasWaitedTooLongIsTakenOverAnywhere) {
  Add("m1");
  ASSERT_THAT(a().referees().RenewLease(-absl::Seconds(5)), IsOk());
  EXPECT_THAT(Ids(b().matches().TakeOver({}, absl::Seconds(60), 9)), IsEmpty());
  EXPECT_THAT(Ids(b().matches().TakeOver({}, absl::Seconds(4), 9)),
              ElementsAre("m1"));
}

TEST_P(RefereesTest, OldestMatchesAreTakenOverFirst) {
  for (const char* id : {"m1", "m2", "m3"}) Add(id);
  StallA();
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 2)),
              ElementsAre("m1", "m2"));
}

TEST_P(RefereesTest, OwnMatchesAreNotTakenOver) {
  Add("m1");
  StallA();
  EXPECT_THAT(Ids(a().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
}

TEST_P(RefereesTest, PendingMatchOfACompetitionIsNobodysAgain) {
  AddToCup(0, 2);
  Claim(a(), {"alpha"}, 2);
  ASSERT_THAT(a().matches().Start("m0", {}), IsOk());
  StallA();
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              ElementsAre("m0"));
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), ElementsAre("m1"));
}

TEST_P(RefereesTest, PendingMatchOfALastingLeaseStays) {
  AddToCup(0, 1);
  Claim(a(), {"alpha"}, 1);
  ASSERT_THAT(b().matches().TakeOver(kAlphaIsHere, kForever, 9), IsOk());
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("m0"));
}

TEST_P(RefereesTest, MatchThatIsNobodysIsNotTakenOver) {
  AddToCup(0, 1);
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              IsEmpty());
}

TEST_P(RefereesTest, StoreThatIsClosedEndsItsLease) {
  {
    std::unique_ptr<Store> c = Open("c");
    ASSERT_THAT(c->matches().Insert(SampleMatch("m1")), IsOk());
  }
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              ElementsAre("m1"));
}

TEST_P(RefereesTest, NextOfTheNameHoldsWhatTheLastOneHeld) {
  Add("m1");
  ASSERT_TRUE(*a().competitions().Drive("cup"));
  Reopen();
  EXPECT_THAT(AppendEntries(a(), "m1", 0, {"a"}), IsOk());
  EXPECT_FALSE(*b().competitions().Drive("cup"));
}

TEST_P(RefereesTest, PlannedMatchesOfARefereeThatBeginsAnewAreNobodys) {
  AddToCup(0, 1);
  Claim(a(), {"alpha"}, 1);
  Add("alone");
  Reopen();
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("alone"));
  EXPECT_THAT(Claim(b(), {"alpha"}, 9), ElementsAre("m0"));
}

// ---- A referee that stalls and comes back ----

TEST_P(RefereesTest, LateJournalEntryIsRefused) {
  Add("m1");
  ASSERT_THAT(AppendEntries(a(), "m1", 0, {"a"}), IsOk());
  StallA();
  ASSERT_THAT(b().matches().TakeOver(kAlphaIsHere, kForever, 9), IsOk());
  EXPECT_THAT(AppendEntries(a(), "m1", 1, {"late"}), IsFailedPrecondition());
  ASSERT_THAT(AppendEntries(b(), "m1", 1, {"b"}), IsOk());
  EXPECT_THAT(Entries(b(), "m1"), ElementsAre("a", "b"));
}

TEST_P(RefereesTest, LateEndIsRefused) {
  Add("m1");
  StallA();
  ASSERT_THAT(b().matches().TakeOver(kAlphaIsHere, kForever, 9), IsOk());
  EXPECT_THAT(a().matches().Finish(SampleEnd("m1")), IsFailedPrecondition());
  EXPECT_EQ(Get("m1").state, v1::Match::STATE_PENDING);
}

TEST_P(RefereesTest, OtherEndComesTooLate) {
  Add("m1");
  StallA();
  ASSERT_THAT(b().matches().TakeOver(kAlphaIsHere, kForever, 9), IsOk());
  ASSERT_THAT(b().matches().Finish(SampleEnd("m1")), IsOk());
  FinishedMatch other = SampleEnd("m1");
  other.result.set_ranks(0, 2);
  EXPECT_THAT(a().matches().Finish(other), IsFailedPrecondition());
}

TEST_P(RefereesTest, MatchThatIsTakenOverHasOneResult) {
  AddToCup(0, 1);
  Claim(a(), {"alpha"}, 1);
  ASSERT_THAT(a().matches().Start("m0", {}), IsOk());
  StallA();
  ASSERT_THAT(b().matches().TakeOver(kAlphaIsHere, kForever, 9), IsOk());
  ASSERT_THAT(b().matches().Finish(SampleEnd("m0")), IsOk());
  a().matches().Finish(SampleEnd("m0")).IgnoreError();
  EXPECT_EQ(b().competitions().ReadResults("cup", 0, 9)->matches.size(), 1u);
}

TEST_P(RefereesTest, RefereeThatLostItsMatchesMayRenewItsLease) {
  Add("m1");
  StallA();
  ASSERT_THAT(b().matches().TakeOver(kAlphaIsHere, kForever, 9), IsOk());
  ASSERT_THAT(a().referees().RenewLease(absl::Seconds(60)), IsOk());
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), IsEmpty());
}

TEST_P(RefereesTest, OnlyTheNewestOfANameWorks) {
  Add("m1");
  StallA();
  std::unique_ptr<Store> next = Open("a");
  EXPECT_THAT(AppendEntries(a(), "m1", 0, {"late"}), IsFailedPrecondition());
  EXPECT_THAT(a().referees().RenewLease(absl::Seconds(60)),
              IsFailedPrecondition());
  EXPECT_THAT(AppendEntries(*next, "m1", 0, {"a"}), IsOk());
}

// The old referee adds a match when a new one of its name is already there.
TEST_P(RefereesTest, MatchOfARefereeThatIsNoMoreIsTakenOver) {
  StallA();
  std::unique_ptr<Store> next = Open("a");
  Add("m1");
  EXPECT_THAT(Ids(b().matches().TakeOver(kAlphaIsHere, kForever, 9)),
              ElementsAre("m1"));
}

// ---- Driving competitions ----

TEST_P(RefereesTest, OneRefereeDrivesACompetition) {
  EXPECT_TRUE(*a().competitions().Drive("cup"));
  EXPECT_FALSE(*b().competitions().Drive("cup"));
}

TEST_P(RefereesTest, DriverGoesOnDriving) {
  ASSERT_TRUE(*a().competitions().Drive("cup"));
  EXPECT_TRUE(*a().competitions().Drive("cup"));
}

TEST_P(RefereesTest, DriverThatStallsIsReplaced) {
  ASSERT_TRUE(*a().competitions().Drive("cup"));
  StallA();
  EXPECT_TRUE(*b().competitions().Drive("cup"));
  EXPECT_FALSE(*a().competitions().Drive("cup"));
}

TEST_P(RefereesTest, UnknownCompetitionIsNotDriven) {
  EXPECT_THAT(a().competitions().Drive("nope"), IsNotFound());
}

// ---- At the same time ----

constexpr int kReferees = 3;

// Runs a function for referees a, b and c, each on a thread of its own.
template <typename Function>
void InParallel(std::vector<Store*> stores, Function function) {
  std::vector<std::thread> threads;
  for (Store* store : stores) {
    threads.emplace_back([store, &function] { function(*store); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(RefereesTest, MatchesAreClaimedOnceByMany) {
  constexpr int kMatches = 60;
  AddToCup(0, kMatches);
  std::unique_ptr<Store> c = Open("c");
  Mutex mutex;
  std::vector<std::string> claimed;
  InParallel({&a(), &b(), c.get()}, [&](Store& store) {
    // A claim skips rows that another referee is claiming. A claim without a
    // result does not mean that no match is left.
    for (int i = 0; i < kMatches; ++i) {
      const std::vector<std::string> ids = Claim(store, {"alpha"}, 2);
      MutexLock lock(mutex);
      claimed.insert(claimed.end(), ids.begin(), ids.end());
    }
  });
  EXPECT_EQ(claimed.size(), static_cast<size_t>(kMatches));
  EXPECT_EQ(std::set<std::string>(claimed.begin(), claimed.end()).size(),
            claimed.size());
}

TEST_P(RefereesTest, ResultsOfManyHaveNoGapsAndAppearInOrder) {
  constexpr int kMatchesEach = 20;
  AddToCup(0, kReferees * kMatchesEach);
  std::unique_ptr<Store> c = Open("c");
  InParallel({&a(), &b(), c.get()}, [&](Store& store) {
    const std::vector<MatchRow> mine =
        *store.matches().Claim({{"alpha"}}, kMatchesEach);
    int64_t last = 0;
    for (const MatchRow& match : mine) {
      EXPECT_THAT(store.matches().Finish(SampleEnd(match.match_id)), IsOk());
      // Every page begins where the page before ended.
      const ResultPage page =
          *store.competitions().ReadResults("cup", last, 1000);
      EXPECT_EQ(page.last, last + static_cast<int64_t>(page.matches.size()));
      last = page.last;
    }
  });
  const ResultPage all = *a().competitions().ReadResults("cup", 0, 1000);
  EXPECT_EQ(all.last, static_cast<int64_t>(all.matches.size()));
  EXPECT_GE(all.last, kMatchesEach);
}

TEST_P(RefereesTest, ManyTakeOverEveryMatchOnce) {
  for (int i = 0; i < 30; ++i) Add(absl::StrCat("m", i));
  StallA();
  std::unique_ptr<Store> c = Open("c");
  Mutex mutex;
  std::vector<std::string> taken;
  InParallel({&b(), c.get()}, [&](Store& store) {
    const std::vector<std::string> ids =
        Ids(store.matches().TakeOver(kAlphaIsHere, kForever, 30));
    MutexLock lock(mutex);
    taken.insert(taken.end(), ids.begin(), ids.end());
  });
  EXPECT_EQ(taken.size(), 30u);
  EXPECT_EQ(std::set(taken.begin(), taken.end()).size(), 30u);
}

INSTANTIATE_TEST_SUITE_P(All, RefereesTest, ::testing::ValuesIn(AllDatabases()),
                         NameOfDatabase);

}  // namespace
}  // namespace arena::referee
