// A referee has begun anew or given matches away. The tests say which referee
// takes them over, and which bots have room.
#include <string>
#include <vector>

#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Referees a and b have matches between alpha and beta.
class UnfinishedMatchesTest : public StoreTest {
 protected:
  UnfinishedMatchesTest() : b_(Open("b")) {}
  Store& a() { return store(); }
  Store& b() { return *b_; }

  // Adds a match at referee a.
  void AddPending(const std::string& id,
                  const std::vector<std::string>& bots = {"alpha", "beta"}) {
    MatchRow match = SampleMatch(id);
    match.seats.clear();
    for (const std::string& bot : bots) match.seats.push_back(Bot(bot));
    Add(match);
  }
  void AddRunning(const std::string& id,
                  const std::vector<std::string>& bots = {"alpha", "beta"}) {
    AddPending(id, bots);
    EXPECT_THAT(a().matches().Start(id, {}), IsOk());
  }
  static std::vector<std::string> TakeOver(Store& store, const Rooms& rooms,
                                           int limit = 9) {
    return Ids(store.matches().TakeOver(rooms, kForever, limit));
  }
  static bool AnyLeft(Store& store, absl::Duration time) {
    const absl::StatusOr<bool> left = store.matches().AnyLeft(time);
    EXPECT_THAT(left, IsOk());
    return *left;
  }
  void StallA() {
    EXPECT_THAT(a().referees().RenewLease(absl::ZeroDuration()), IsOk());
  }

 private:
  std::unique_ptr<Store> b_;
};

// ---- A referee that begins anew ----

TEST_P(UnfinishedMatchesTest, ARefereeThatBeginsAnewHasNoMatchesUnderWay) {
  AddRunning("m1");
  AddPending("m2");
  Reopen();
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), ElementsAre("m2"));
}

TEST_P(UnfinishedMatchesTest, TheyGoWhereTheirBotsAre) {
  AddRunning("m1");
  ASSERT_THAT(AppendEntries(a(), "m1", 0, {"e"}), IsOk());
  Reopen();
  EXPECT_THAT(TakeOver(a(), {}), IsEmpty());
  EXPECT_THAT(TakeOver(a(), {{"alpha", 1}}), IsEmpty());
  EXPECT_THAT(TakeOver(b(), {{"alpha", 1}, {"beta", 1}}), ElementsAre("m1"));
  EXPECT_THAT(AppendEntries(b(), "m1", 1, {"f"}), IsOk());
}

TEST_P(UnfinishedMatchesTest, WithTheBotsTheyGoBackToTheirReferee) {
  AddRunning("m1");
  Reopen();
  EXPECT_THAT(TakeOver(a(), {{"alpha", 1}, {"beta", 1}}), ElementsAre("m1"));
  EXPECT_THAT(TakeOver(b(), {{"alpha", 1}, {"beta", 1}}), IsEmpty());
}

TEST_P(UnfinishedMatchesTest, WhatHasWaitedTooLongIsTakenAnywhere) {
  AddRunning("m1");
  Reopen();
  const absl::Duration none = -absl::Seconds(1);
  EXPECT_THAT(Ids(b().matches().TakeOver({}, absl::Hours(1), 9)), IsEmpty());
  EXPECT_THAT(Ids(b().matches().TakeOver({}, none, 9)), ElementsAre("m1"));
}

TEST_P(UnfinishedMatchesTest, NobodyWritesToThemMeanwhile) {
  AddRunning("m1");
  Reopen();
  EXPECT_THAT(AppendEntries(a(), "m1", 0, {"e"}), IsFailedPrecondition());
  EXPECT_THAT(a().matches().Finish(SampleEnd("m1")), IsFailedPrecondition());
}

TEST_P(UnfinishedMatchesTest, TheyAreShownAsLeftUntilTheyAreTaken) {
  AddRunning("m1");
  EXPECT_FALSE(Get("m1").left);
  Reopen();
  EXPECT_TRUE(Get("m1").left);
  TakeOver(b(), {{"alpha", 1}, {"beta", 1}});
  EXPECT_FALSE(Get("m1").left);
}

// ---- Whether there are any ----

TEST_P(UnfinishedMatchesTest, NoneAreLeftWhileLeasesLast) {
  AddRunning("m1");
  EXPECT_FALSE(AnyLeft(b(), absl::ZeroDuration()));
}

TEST_P(UnfinishedMatchesTest, OnesOwnAreNotLeft) {
  AddRunning("m1");
  StallA();
  EXPECT_FALSE(AnyLeft(a(), absl::ZeroDuration()));
}

TEST_P(UnfinishedMatchesTest, ThoseOfADeadRefereeAreLeft) {
  AddRunning("m1");
  StallA();
  EXPECT_TRUE(AnyLeft(b(), absl::ZeroDuration()));
}

TEST_P(UnfinishedMatchesTest, ALeaseThatIsAboutToRunOutIsToldBefore) {
  AddRunning("m1");
  ASSERT_THAT(a().referees().RenewLease(absl::Minutes(1)), IsOk());
  EXPECT_FALSE(AnyLeft(b(), absl::Seconds(1)));
  EXPECT_TRUE(AnyLeft(b(), absl::Minutes(2)));
}

TEST_P(UnfinishedMatchesTest, ThoseOfARefereeThatBeganAnewAreLeft) {
  AddRunning("m1");
  Reopen();
  EXPECT_TRUE(AnyLeft(a(), absl::ZeroDuration()));
  TakeOver(a(), {{"alpha", 1}, {"beta", 1}});
  EXPECT_FALSE(AnyLeft(a(), absl::ZeroDuration()));
}

// ---- Room ----

TEST_P(UnfinishedMatchesTest, AsManyAreTakenAsEachBotHasRoomFor) {
  AddRunning("m1");
  AddRunning("m2");
  AddRunning("m3", {"alpha", "gamma"});
  AddRunning("m4", {"gamma", "gamma"});
  Reopen();
  EXPECT_THAT(TakeOver(b(), {{"alpha", 2}, {"beta", 1}, {"gamma", 2}}),
              ElementsAre("m1", "m3", "m4"));
}

// The bots keep room for a match that is taken before they have room.
TEST_P(UnfinishedMatchesTest, WithoutRoomOneIsTakenThatWillHaveIt) {
  AddRunning("m1");
  AddRunning("m2");
  Reopen();
  EXPECT_THAT(TakeOver(b(), {{"alpha", 0}, {"beta", 3}}), ElementsAre("m1"));
}

// ---- Handing over ----

TEST_P(UnfinishedMatchesTest, AMatchIsHandedOverToWhereAllItsBotsAre) {
  AddPending("m1");
  ASSERT_THAT(b().referees().SetPresent({.bot = "alpha"}), IsOk());
  EXPECT_THAT(*a().matches().HandOver({{"m1"}}), IsEmpty());
  ASSERT_THAT(b().referees().SetPresent({.bot = "beta"}), IsOk());
  EXPECT_THAT(*a().matches().HandOver({{"m1"}}), ElementsAre("m1"));
  EXPECT_THAT(Ids(a().matches().ListUnfinished()), IsEmpty());
  EXPECT_THAT(TakeOver(b(), {{"alpha", 1}, {"beta", 1}}), ElementsAre("m1"));
}

TEST_P(UnfinishedMatchesTest, NothingIsHandedOverToItselfOrToTheDead) {
  AddPending("m1");
  for (const char* bot : {"alpha", "beta"}) {
    ASSERT_THAT(a().referees().SetPresent({.bot = bot}), IsOk());
    ASSERT_THAT(b().referees().SetPresent({.bot = bot}), IsOk());
  }
  ASSERT_THAT(b().referees().RenewLease(absl::ZeroDuration()), IsOk());
  EXPECT_THAT(*a().matches().HandOver({{"m1"}}), IsEmpty());
}

TEST_P(UnfinishedMatchesTest, WhatIsUnderWayOrAnothersIsNotHandedOver) {
  AddRunning("m1");
  AddPending("m2");
  for (const char* bot : {"alpha", "beta"}) {
    ASSERT_THAT(b().referees().SetPresent({.bot = bot}), IsOk());
  }
  EXPECT_THAT(*a().matches().HandOver({{"m1"}}), IsEmpty());
  EXPECT_THAT(*Open("c")->matches().HandOver({{"m2"}}), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, UnfinishedMatchesTest,
                         ::testing::ValuesIn(SharedDatabases()),
                         NameOfDatabase);

}  // namespace
}  // namespace arena::referee
