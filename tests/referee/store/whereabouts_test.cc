// The places of bots, and their matches that wait for them to meet.
#include <string>
#include <vector>

#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Pair;

constexpr char kSession[] = "0123456789abcdef0123456789abcdef";

// Referees a and b; a asks the questions.
class WhereaboutsTest : public StoreTest {
 protected:
  WhereaboutsTest() : b_(Open("b")) {
    EXPECT_THAT(store().competitions().Insert(SampleCompetition("cup")),
                IsOk());
  }
  Store& a() { return store(); }
  Store& b() { return *b_; }

  static void Arrive(Store& store, const std::vector<std::string>& bots,
                     bool moves = true) {
    for (const std::string& bot : bots) {
      EXPECT_THAT(store.referees().SetPresent({.bot = bot, .moves = moves}),
                  IsOk());
    }
  }
  static MatchRow Between(const std::string& id, const std::string& first,
                          const std::string& second) {
    MatchRow match = SampleMatch(id);
    match.seats = {Bot(first), Bot(second)};
    return match;
  }
  void Plan(const std::string& id, const std::string& first,
            const std::string& second) {
    MatchRow match = Between(id, first, second);
    match.place = MatchAt(id, "cup", ++planned_).place;
    EXPECT_THAT(a().matches().Plan({match}), IsOk());
  }
  // Begins a match with the session of x.
  static void Play(Store& store, const std::string& id) {
    EXPECT_THAT(store.matches().Insert(Between(id, "x", "y")), IsOk());
    const std::vector<std::string> sessions = {kSession, ""};
    EXPECT_THAT(store.matches().Start(id, sessions), IsOk());
  }
  static auto Of(const std::string& first, const std::string& second) {
    return ::testing::Field(&Whereabouts::ApartMatch::bots,
                            ElementsAre(first, second));
  }
  Whereabouts Locate(const std::vector<std::string>& bots) {
    absl::StatusOr<Whereabouts> found = a().referees().Locate(bots);
    EXPECT_TRUE(found.ok()) << found.status();
    return *std::move(found);
  }

 private:
  std::unique_ptr<Store> b_;
  uint32_t planned_ = 0;
};

TEST_P(WhereaboutsTest, RefereesStandWhereMostBotsAreFirst) {
  Arrive(b(), {"x", "y"});
  Arrive(a(), {"z"});
  ASSERT_THAT(b().referees().Advertise("b:1"), IsOk());
  const Whereabouts found = Locate({"z"});
  ASSERT_EQ(found.places.size(), 2u);
  EXPECT_EQ(found.places[0].name, "b");
  EXPECT_EQ(found.places[0].address, "b:1");
  EXPECT_EQ(found.places[0].bots, 2);
  EXPECT_EQ(found.places[1].name, "a");
  EXPECT_EQ(found.places[1].address, "");
  EXPECT_EQ(found.self, a().referees().self());
}

TEST_P(WhereaboutsTest, SeveralSessionsOfABotCountOnce) {
  Arrive(a(), {"y", "z"});
  for (const char* instance : {"1", "2", "3"}) {
    ASSERT_THAT(b().referees().SetPresent({.bot = "x", .instance = instance}),
                IsOk());
  }
  const Whereabouts found = Locate({});
  EXPECT_EQ(found.places[0].name, "a");
  EXPECT_EQ(found.places[1].bots, 1);
}

TEST_P(WhereaboutsTest, OfEqualOnesTheOlderIsFirst) {
  EXPECT_EQ(Locate({}).places[0].name, "a");
  Reopen();
  EXPECT_EQ(Locate({}).places[0].name, "b");
}

TEST_P(WhereaboutsTest, DeadRefereesAreNowhere) {
  ASSERT_THAT(b().referees().RenewLease(absl::ZeroDuration()), IsOk());
  EXPECT_EQ(Locate({}).places.size(), 1u);
}

TEST_P(WhereaboutsTest, AnAddressIsThatOfTheProcess) {
  ASSERT_THAT(a().referees().Advertise("a:1"), IsOk());
  Reopen();
  EXPECT_EQ(Locate({}).places[1].address, "");
}

TEST_P(WhereaboutsTest, MatchesOfBotsAtSeveralRefereesAreFoundOldestFirst) {
  Arrive(a(), {"x"});
  Arrive(b(), {"y"}, /*moves=*/false);
  Plan("m1", "x", "y");
  Plan("m2", "y", "x");
  const Whereabouts found = Locate({"x"});
  EXPECT_THAT(found.matches, ElementsAre(Of("x", "y"), Of("y", "x")));
  ASSERT_EQ(found.guests.size(), 2u);
  EXPECT_EQ(found.guests[0].bot, "x");
  EXPECT_TRUE(found.guests[0].moves);
  EXPECT_EQ(found.guests[0].referee, a().referees().self());
  EXPECT_EQ(found.guests[1].bot, "y");
  EXPECT_FALSE(found.guests[1].moves);
  EXPECT_EQ(found.guests[1].referee, b().referees().self());
}

TEST_P(WhereaboutsTest, ABotMovesIfAllOfItsSessionsDo) {
  for (const char* instance : {"1", "2"}) {
    const bool moves = instance == std::string("1");
    ASSERT_THAT(a().referees().SetPresent(
                    {.bot = "x", .instance = instance, .moves = moves}),
                IsOk());
  }
  Arrive(b(), {"y"});
  Plan("m1", "x", "y");
  const Whereabouts found = Locate({"x"});
  ASSERT_EQ(found.guests.size(), 2u);
  EXPECT_EQ(found.guests[0].bot, "x");
  EXPECT_FALSE(found.guests[0].moves);
}

TEST_P(WhereaboutsTest, AMatchTellsWhetherItIsAnonymous) {
  MatchRow match = Between("m1", "x", "y");
  match.anonymous = true;
  ASSERT_THAT(b().matches().Insert(match), IsOk());
  ASSERT_THAT(b().matches().Insert(Between("m2", "x", "y")), IsOk());
  const Whereabouts found = Locate({"x"});
  ASSERT_EQ(found.matches.size(), 2u);
  EXPECT_TRUE(found.matches[0].anonymous);
  EXPECT_FALSE(found.matches[1].anonymous);
}

TEST_P(WhereaboutsTest, MatchesOfOthersAndOfThoseTogetherAreNot) {
  Plan("m1", "y", "z");
  Plan("m2", "x", "w");
  EXPECT_THAT(Locate({"x", "w"}).matches, IsEmpty());
}

TEST_P(WhereaboutsTest, MatchesThatAreOverOrQuarantinedAreNot) {
  ASSERT_THAT(a().matches().Insert(Between("m1", "x", "y")), IsOk());
  ASSERT_THAT(a().matches().Insert(Between("m2", "x", "y")), IsOk());
  ASSERT_THAT(a().matches().Finish(SampleEnd("m1")), IsOk());
  ASSERT_THAT(a().matches().Quarantine("m2", "damaged"), IsOk());
  EXPECT_THAT(Locate({"x"}).matches, IsEmpty());
}

TEST_P(WhereaboutsTest, MatchesThatWaitAtAnyRefereeAre) {
  ASSERT_THAT(b().matches().Insert(Between("m1", "x", "y")), IsOk());
  EXPECT_THAT(Locate({"x"}).matches, ElementsAre(Of("x", "y")));
}

TEST_P(WhereaboutsTest, MatchesUnderWayAreNotUntilTheyAreLeft) {
  Play(a(), "m1");
  EXPECT_THAT(Locate({"x"}).matches, IsEmpty());
  Reopen();
  EXPECT_THAT(Locate({"x"}).matches, ElementsAre(Of("x", "y")));
}

TEST_P(WhereaboutsTest, ASeatWhoseSessionIsNotThereIsEmpty) {
  Play(b(), "m1");
  // The bot has another process there.
  ASSERT_THAT(b().referees().SetPresent({.bot = "x", .instance = "2"}), IsOk());
  const Whereabouts found = Locate({"x", "y"});
  ASSERT_EQ(found.empty_seats.size(), 1u);
  EXPECT_EQ(found.empty_seats[0].bot, "x");
  EXPECT_EQ(found.empty_seats[0].session, kSession);
  EXPECT_EQ(found.empty_seats[0].referee, b().referees().self());
}

// The session is sent back to the match.
TEST_P(WhereaboutsTest, ASeatWhoseSessionIsAtAnotherRefereeIsEmpty) {
  Play(b(), "m1");
  ASSERT_THAT(a().referees().SetPresent({.bot = "x", .token_sha256 = kSession}),
              IsOk());
  const Whereabouts found = Locate({"x"});
  ASSERT_EQ(found.empty_seats.size(), 1u);
  EXPECT_EQ(found.empty_seats[0].session, kSession);
}

// That referee may not have noticed yet that the bot has gone, or may be dead.
TEST_P(WhereaboutsTest, ASeatWhoseSessionIsStillThereIsNot) {
  Play(b(), "m1");
  ASSERT_THAT(b().referees().SetPresent({.bot = "x", .token_sha256 = kSession}),
              IsOk());
  EXPECT_THAT(Locate({"x"}).empty_seats, IsEmpty());
}

TEST_P(WhereaboutsTest, SeatsOfTheDeadAndOnesOwnAreNot) {
  Play(b(), "m1");
  Play(a(), "m2");
  std::unique_ptr<Store> c = Open("c");
  ASSERT_THAT(b().referees().RenewLease(absl::ZeroDuration()), IsOk());
  EXPECT_THAT(Locate({"x"}).empty_seats, IsEmpty());
}

TEST_P(WhereaboutsTest, BotsHaveTheNamesOfTheirReferees) {
  Arrive(a(), {"x"});
  Arrive(b(), {"x", "y"});
  std::unique_ptr<Store> c = Open("c");
  Arrive(*c, {"z"});
  ASSERT_THAT(c->referees().RenewLease(absl::ZeroDuration()), IsOk());
  EXPECT_THAT(*a().referees().FindRefereesOf({{"x", "y", "z"}}),
              ElementsAre(Pair("x", ElementsAre(Key("a"), Key("b"))),
                          Pair("y", ElementsAre(Key("b")))));
}

TEST_P(WhereaboutsTest, OnlySessionsThatTakeMatchesAreCounted) {
  ASSERT_THAT(a().referees().SetPresent(
                  {.bot = "x", .instance = "1", .takes = false}),
              IsOk());
  ASSERT_THAT(a().referees().SetPresent(
                  {.bot = "x", .instance = "2", .fresh = true}),
              IsOk());
  const auto found = a().referees().FindRefereesOf({{"x"}});
  EXPECT_EQ(found->at("x").at("a").sessions, 1);
  EXPECT_EQ(found->at("x").at("a").fresh, 1);
}

INSTANTIATE_TEST_SUITE_P(All, WhereaboutsTest,
                         ::testing::ValuesIn(SharedDatabases()),
                         NameOfDatabase);

}  // namespace
}  // namespace arena::referee
