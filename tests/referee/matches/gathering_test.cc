// Two referees on one store, and bots that are at different referees.
#include <set>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "referee/lobby/match_request.h"
#include "tests/referee/competitions/shared_store.h"
#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The host of the fixture is referee "one". `Elsewhere` runs a function at the
// other referee on the same store.
class GatheringTest : public HostTest {
 protected:
  template <typename Function>
  decltype(auto) Elsewhere(Function function) {
    const auto swap = [this] {
      std::swap(store_, other_.store);
      std::swap(journal_, other_.journal);
      std::swap(metrics_, other_.metrics);
      std::swap(store_executor_, other_.store_executor);
      std::swap(host_, other_.host);
      std::swap(requests_, other_.requests);
    };
    swap();
    const absl::Cleanup swap_back = swap;
    return function();
  }
  GatheringTest() {
    StopHost();
    store_ = OpenShared(folder_.File("store"), "one");
    StartHost();
    Elsewhere([this] { StartOther(); });
  }
  ~GatheringTest() override { executor_.DropAll(); }

  void StartOther() {
    store_ = OpenShared(folder_.File("store"), "other");
    StartHost();
  }
  // Ends the other referee's lease and silences its bots. The rest of its work
  // is in vain.
  void KillOther() {
    ASSERT_THAT(other_.store->referees().RenewLease(absl::ZeroDuration()),
                IsOk());
    for (FakeBot& bot : bots_) bot.plays = false;
    dead_ = std::exchange(other_, {});
  }
  void AdvertiseBoth() {
    host_->Advertise("one:1");
    Elsewhere([this] { host_->Advertise("other:1"); });
    executor_.RunAll();
  }
  // Connects a bot that follows redirects.
  FakeBot& Enter(const std::string& name, const std::string& token = "") {
    v1::Hello hello = HelloOf(name);
    hello.add_capabilities(v1::CAPABILITY_REDIRECT);
    hello.set_resume_token(token);
    return Connect(hello);
  }
  FakeBot& EnterElsewhere(const std::string& name,
                          const std::string& token = "") {
    return Elsewhere([&]() -> FakeBot& { return Enter(name, token); });
  }
  // Connects a process of x to the host of the fixture.
  FakeBot& EnterAs(const std::string& instance, const std::string& token = "") {
    v1::Hello hello = HelloOf("x");
    hello.set_instance(instance);
    hello.set_resume_token(token);
    return Connect(hello);
  }
  FakeBot& ConnectForOneMatch(const std::string& instance,
                              const std::string& token = "") {
    v1::Hello hello = HelloOf("x");
    hello.set_instance(instance);
    hello.set_one_match(true);
    hello.set_resume_token(token);
    return Connect(hello);
  }
  static v1::CreateMatchRequest RequestForOneMatch() {
    v1::CreateMatchRequest request = Request({"bot:x", "first"});
    request.set_isolation(v1::ISOLATION_MATCHES);
    return request;
  }
  // Returns the seats that a bot has heard of.
  static std::set<uint32_t> SeatsOf(const FakeBot& bot) {
    std::set<uint32_t> seats;
    for (const v1::PlayResponse& message : bot.stream->received()) {
      if (message.has_match_start()) seats.insert(message.match_start().seat());
      if (message.has_prompt()) seats.insert(message.prompt().seat());
    }
    return seats;
  }
  // A match between two processes of x begins at the other referee, which then
  // dies. The struct has the match and what each process knows.
  struct LeftBehind {
    std::string id;
    std::set<uint32_t> seats_of_1;
    std::string token_of_1;
    std::string token_of_2;
  };
  LeftBehind LeaveBehindTwoInstances() {
    LeftBehind left;
    Elsewhere([&] {
      FakeBot& first = EnterAs("1");
      FakeBot& second = EnterAs("2");
      v1::CreateMatchRequest request = Request({"bot:x", "bot:x"});
      request.set_isolation(v1::ISOLATION_SEATS);
      left.id = Create(request);
      for (int i = 0; i < 4; ++i) Step();
      left.seats_of_1 = SeatsOf(first);
      left.token_of_1 = first.token;
      left.token_of_2 = second.token;
    });
    KillOther();
    return left;
  }
  // Plans matches; by default their bots are x and y.
  void Plan(const std::vector<std::string>& ids,
            const std::vector<std::string>& seats = {"bot:x", "bot:y"}) {
    ASSERT_THAT(store_->competitions().Insert(SampleCompetition("cup")),
                IsOk());
    std::vector<MatchRow> rows;
    for (const std::string& id : ids) {
      rows.push_back(*RowForRequest(Request(seats), ClockSettings(), id));
      rows.back().place =
          MatchAt(id, "cup", static_cast<uint32_t>(rows.size())).place;
    }
    ASSERT_THAT(store_->matches().Plan(rows), IsOk());
  }
  // Returns the address that a bot was sent to; empty if there is none.
  static std::string SentTo(const FakeBot& bot) {
    for (const v1::PlayResponse& message : bot.stream->received()) {
      if (message.has_redirect()) return message.redirect().address();
    }
    return "";
  }
  static std::vector<std::string> Complaints(const FakeBot& bot) {
    std::vector<std::string> complaints;
    for (const v1::PlayResponse& message : bot.stream->received()) {
      if (message.error().reason() == v1::ERROR_REASON_ELSEWHERE) {
        complaints.push_back(message.error().message());
      }
    }
    return complaints;
  }
  // The bot leaves as it was told, and connects to the other referee.
  FakeBot& Follow(FakeBot& bot) {
    HangUp(bot);
    return EnterElsewhere(bot.name, bot.token);
  }
  // Waits until both referees have looked again and renewed their leases.
  void PassALook() {
    executor_.Advance(options_.lease / 3 + absl::Seconds(1));
    executor_.RunAll();
  }

  // The parts of a referee, as in the fixture.
  struct Referee {
    std::unique_ptr<Store> store;
    std::unique_ptr<Journal> journal;
    std::unique_ptr<Metrics> metrics;
    std::unique_ptr<StoreExecutor> store_executor;
    std::unique_ptr<MatchPipeline> host;
    std::unique_ptr<MatchRequests> requests;
  };
  Referee other_;
  Referee dead_;
};

// ---- Bots that are apart ----

TEST_F(GatheringTest, ABotAloneGoesToWhereTheOthersAreAndPlays) {
  AdvertiseBoth();
  EnterElsewhere("y");
  EnterElsewhere("z");
  FakeBot& x = Enter("x");
  const std::string id = Create(Request({"bot:x", "bot:y"}));
  PassALook();
  EXPECT_EQ(SentTo(x), "other:1");
  EXPECT_EQ(x.Closed(), absl::StatusCode::kUnavailable);
  Follow(x);
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_THAT(Get(id).result().faults(), IsEmpty());
}

TEST_F(GatheringTest, OnlyOneOfTwoIsSent) {
  AdvertiseBoth();
  FakeBot& y = EnterElsewhere("y");
  FakeBot& x = Enter("x");
  Create(Request({"bot:x", "bot:y"}));
  PassALook();
  EXPECT_NE(SentTo(x).empty(), SentTo(y).empty());
}

TEST_F(GatheringTest, ABotPlaysItsMatchHereBeforeItGoes) {
  AdvertiseBoth();
  EnterElsewhere("y");
  EnterElsewhere("z");
  FakeBot& x = Enter("x");
  const std::string here = Create(Request({"bot:x", "first"}));
  Create(Request({"bot:x", "bot:y"}));
  PassALook();
  EXPECT_EQ(SentTo(x), "");
  ASSERT_EQ(StateOf(here), v1::Match::STATE_RUNNING);
  PlayToTheEnd();
  EXPECT_EQ(Get(here).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(SentTo(x), "other:1");
}

TEST_F(GatheringTest, ABotThatWillGoBeginsNothingNewHere) {
  AdvertiseBoth();
  EnterElsewhere("y");
  EnterElsewhere("z");
  FakeBot& x = Enter("x");
  Create(Request({"bot:x", "first"}));
  const std::string next = Create(Request({"bot:x", "first"}));
  Create(Request({"bot:x", "bot:y"}));
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(SentTo(x), "other:1");
  EXPECT_EQ(StateOf(next), v1::Match::STATE_PENDING);
}

TEST_F(GatheringTest, BotsThatAreTogetherStay) {
  AdvertiseBoth();
  EnterElsewhere("y");
  EnterElsewhere("z");
  FakeBot& x = Enter("x");
  Enter("w");
  Create(Request({"bot:x", "bot:w"}));
  PassALook();
  PlayToTheEnd();
  PassALook();
  EXPECT_TRUE(x.open());
}

TEST_F(GatheringTest, WithoutAnAddressTheyAreToldWhyOnceAndNoAddress) {
  EnterElsewhere("y");
  FakeBot& x = Enter("x");
  const std::string id = Create(Request({"bot:x", "bot:y"}));
  PassALook();
  PassALook();
  EXPECT_TRUE(x.open());
  ASSERT_EQ(Complaints(x).size(), 1u);
  EXPECT_THAT(Complaints(x)[0],
              AllOf(HasSubstr("x is at one, y is at other"),
                    HasSubstr("no address"), Not(HasSubstr(":1"))));
}

TEST_F(GatheringTest, BotsThatFollowNoRedirectAreToldOnceAndNoAddress) {
  AdvertiseBoth();
  Elsewhere([this] { Connect("y"); });
  FakeBot& x = Connect("x");
  Create(Request({"bot:x", "bot:y"}));
  PassALook();
  PassALook();
  EXPECT_TRUE(x.open());
  ASSERT_EQ(Complaints(x).size(), 1u);
  EXPECT_THAT(Complaints(x)[0], Not(HasSubstr(":1")));
}

TEST_F(GatheringTest, TheMatchTellsWhatItWaitsFor) {
  EnterElsewhere("y");
  Enter("x");
  const std::string apart = Create(Request({"bot:x", "bot:y"}));
  const std::string missing = Create(Request({"bot:x", "bot:z"}));
  EXPECT_EQ(Get(apart).waits_for(),
            "x is at referee one, y is at referee other");
  EXPECT_EQ(Get(missing).waits_for(),
            "x is at referee one, z is not connected");
  v1::ListMatchesResponse list;
  requests_->ListMatches({}, [&](auto page) { list = *page; });
  executor_.RunAll();
  EXPECT_EQ(list.matches(1).waits_for(), Get(apart).waits_for());
}

TEST_F(GatheringTest, WhoComesAnewIsToldAgain) {
  EnterElsewhere("y");
  FakeBot& x = Enter("x");
  Create(Request({"bot:x", "bot:y"}));
  PassALook();
  HangUp(x);
  FakeBot& again = Enter("x");
  PassALook();
  EXPECT_EQ(Complaints(again).size(), 1u);
}

TEST_F(GatheringTest, WhoIsNoLongerWantedElsewhereStays) {
  AdvertiseBoth();
  EnterElsewhere("y");
  EnterElsewhere("z");
  FakeBot& x = Enter("x");
  x.plays = false;
  Create(Request({"bot:x", "first"}));
  const std::string apart = Create(Request({"bot:x", "bot:y"}));
  PassALook();
  const std::string next = Create(Request({"bot:x", "first"}));
  EXPECT_TRUE(Cancel(apart).ok());
  PassALook();
  x.plays = true;
  PlayToTheEnd();
  EXPECT_TRUE(x.open());
  EXPECT_EQ(StateOf(next), v1::Match::STATE_FINISHED);
}

TEST_F(GatheringTest, WhoIsSentAwayLeavesNoPlannedMatchBehind) {
  AdvertiseBoth();
  for (const char* other : {"u", "v", "w"}) EnterElsewhere(other);
  Plan({"m0", "m1"});
  Enter("x");
  Connect("y", 9);
  ASSERT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  ASSERT_EQ(metrics_->matches_pending().Value(), 1);
  Elsewhere([this] { Create(Request({"bot:x", "bot:w"})); });
  PassALook();
  EXPECT_EQ(metrics_->matches_pending().Value(), 0);
}

// ---- Matches that are elsewhere ----

TEST_F(GatheringTest, AMatchGoesToAnotherRefereeWhereItsBotsAre) {
  const std::string id = Create(Request({"bot:x", "bot:y"}));
  EnterElsewhere("x");
  EnterElsewhere("y");
  PassALook();
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(metrics_->matches_pending().Value(), 0);
}

TEST_F(GatheringTest, ABotComesBackToItsMatchByWayOfTheWrongReferee) {
  AdvertiseBoth();
  FakeBot& x = EnterElsewhere("x");
  EnterElsewhere("y");
  const std::string id = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  Elsewhere([&] { HangUp(x); });
  FakeBot& astray = Enter("x", x.token);
  EXPECT_EQ(SentTo(astray), "other:1") << "at once";
  Follow(astray);
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_THAT(Get(id).result().faults(), IsEmpty());
}

TEST_F(GatheringTest, AnotherSessionOfTheNameIsNotSentToThatMatch) {
  AdvertiseBoth();
  FakeBot& x = EnterElsewhere("x");
  EnterElsewhere("y");
  Elsewhere([&] { Create(Request({"bot:x", "bot:y"})); });
  for (int i = 0; i < 6; ++i) Step();
  Elsewhere([&] { HangUp(x); });
  EXPECT_TRUE(Enter("x").open());
}

TEST_F(GatheringTest, WhatARestartedRefereeHadGoesOnWhereItsBotsAre) {
  FakeBot& x = EnterElsewhere("x");
  FakeBot& y = EnterElsewhere("y");
  const std::string id = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  KillOther();
  Enter("x", x.token);
  Enter("y", y.token);
  Elsewhere([this] { StartOther(); });
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_THAT(Get(id).result().faults(), IsEmpty());
}

// A new hello counts for later matches, not for the match that was left.
TEST_F(GatheringTest, ALeftMatchGoesOnWithBotsThatPlayOtherGamesNow) {
  FakeBot& x = EnterElsewhere("x");
  FakeBot& y = EnterElsewhere("y");
  const std::string id = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  KillOther();
  for (const FakeBot* bot : {&x, &y}) {
    v1::Hello hello = HelloOf(bot->name);
    hello.clear_plays();
    hello.add_plays()->set_game("ordo");
    hello.set_resume_token(bot->token);
    Connect(hello);
  }
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(GatheringTest, ARestartedRefereeWhoseBotsComeBackGoesOnItself) {
  FakeBot& x = EnterElsewhere("x");
  FakeBot& y = EnterElsewhere("y");
  const std::string id = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  KillOther();
  Elsewhere([this] { StartOther(); });
  EnterElsewhere("x", x.token);
  EnterElsewhere("y", y.token);
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
}

// A planned match for every match that ends would keep busy bots from having
// room at the same time.
TEST_F(GatheringTest, WhatADeadRefereeHadGoesBeforeWhatIsPlanned) {
  FakeBot& x = EnterElsewhere("x");
  FakeBot& y = EnterElsewhere("y");
  const std::string left = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  Plan({"m0", "m1", "m2"});
  for (FakeBot& bot : bots_) bot.plays = false;
  Enter("x", x.token);
  Enter("y", y.token);
  ASSERT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  KillOther();
  bots_[2].plays = bots_[3].plays = true;
  PassALook();
  while (StateOf("m0") != v1::Match::STATE_FINISHED && Step()) {
  }
  EXPECT_EQ(StateOf(left), v1::Match::STATE_RUNNING);
  EXPECT_EQ(StateOf("m1"), v1::Match::STATE_PENDING);
  PlayToTheEnd();
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(left).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(Get("m2").result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(GatheringTest, WhoWaitsForALeftMatchBeginsNothingPlanned) {
  FakeBot& x = EnterElsewhere("x");
  FakeBot& y = EnterElsewhere("y");
  const std::string left = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  KillOther();
  Enter("x", x.token);
  Create(Request({"bot:x", "first"}));
  Enter("y", y.token);
  PassALook();
  Plan({"m0"}, {"bot:y", "first"});
  PassALook();
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_PENDING);
  PlayToTheEnd();
  EXPECT_EQ(Get(left).result().termination(), v1::TERMINATION_NORMAL);
}

// The match would be taken over once more, with its bots at two referees.
TEST_F(GatheringTest, WhoHasALeftMatchHereIsNotSentAway) {
  FakeBot& x = EnterElsewhere("x");
  FakeBot& y = EnterElsewhere("y");
  const std::string left = Elsewhere([&] {
    return Create(Request({"bot:x", "bot:y"}));
  });
  for (int i = 0; i < 6; ++i) Step();
  KillOther();
  FakeBot& here = Enter("x", x.token);
  const std::string under_way = Create(Request({"bot:x", "first"}));
  ASSERT_EQ(StateOf(under_way), v1::Match::STATE_RUNNING);
  Enter("y", y.token);
  PassALook();
  // The strands of the dead referee still run, and have renewed its lease.
  ASSERT_THAT(dead_.store->referees().RenewLease(absl::ZeroDuration()), IsOk());
  Elsewhere([this] { StartOther(); });
  AdvertiseBoth();
  for (const char* other : {"u", "v", "w"}) EnterElsewhere(other);
  Create(Request({"bot:x", "bot:w"}));
  PassALook();
  ASSERT_EQ(StateOf(under_way), v1::Match::STATE_RUNNING);
  while (StateOf(under_way) != v1::Match::STATE_FINISHED && Step()) {
  }
  EXPECT_EQ(SentTo(here), "");
  while (StateOf(left) != v1::Match::STATE_FINISHED && Step()) {
  }
  EXPECT_EQ(Get(left).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(GatheringTest, ARefereeThatDrainsIsNoPlaceToMeet) {
  AdvertiseBoth();
  EnterElsewhere("y");
  EnterElsewhere("z");
  Elsewhere([this] { host_->Drain(absl::Minutes(1), [] {}); });
  executor_.RunAll();
  FakeBot& x = Enter("x");
  Create(Request({"bot:x", "bot:y"}));
  PassALook();
  EXPECT_EQ(SentTo(x), "");
}

// ---- Several processes of one bot ----

TEST_F(GatheringTest, AMatchGoesToWhereASessionForItIs) {
  ConnectForOneMatch("1");
  Create(RequestForOneMatch());
  const std::string id = Create(RequestForOneMatch());
  Elsewhere([&] { ConnectForOneMatch("2"); });
  PassALook();
  PassALook();
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
}

// The session's only match goes on at the other referee.
TEST_F(GatheringTest, ASessionForOneMatchGetsNoOtherElsewhere) {
  std::string token;
  Elsewhere([&] {
    FakeBot& x = ConnectForOneMatch("1");
    Create(RequestForOneMatch());
    ASSERT_EQ(x.Starts(), 1);
    HangUp(x);
    token = x.token;
  });
  FakeBot& here = ConnectForOneMatch("1", token);
  ASSERT_TRUE(here.open());
  EXPECT_EQ(StateOf(Create(RequestForOneMatch())), v1::Match::STATE_PENDING);
  EXPECT_EQ(StateOf(Create(Request({"bot:x", "first"}))),
            v1::Match::STATE_PENDING);
}

// A process that has seen the hand of one seat must not get the other seat.
TEST_F(GatheringTest, EachInstanceKeepsItsSeatAtAnotherReferee) {
  const LeftBehind left = LeaveBehindTwoInstances();
  ASSERT_EQ(left.seats_of_1.size(), 1u);
  FakeBot& second = EnterAs("2", left.token_of_2);
  FakeBot& first = EnterAs("1", left.token_of_1);
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(left.id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(SeatsOf(first), left.seats_of_1);
  EXPECT_EQ(SeatsOf(second).size(), 1u);
  EXPECT_NE(SeatsOf(second), left.seats_of_1);
}

TEST_F(GatheringTest, AnInstanceThatBeginsAnewHasTheSeatOfItsName) {
  const LeftBehind left = LeaveBehindTwoInstances();
  FakeBot& stranger = EnterAs("3");
  FakeBot& first = EnterAs("1");
  PassALook();
  PlayToTheEnd();
  EXPECT_EQ(Get(left.id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(SeatsOf(first), left.seats_of_1);
  EXPECT_NE(SeatsOf(stranger), left.seats_of_1);
}

TEST_F(GatheringTest, AMatchOfTwoInstancesIsTakenWhereBothAre) {
  const LeftBehind left = LeaveBehindTwoInstances();
  FakeBot& first = EnterAs("1", left.token_of_1);
  PassALook();
  EXPECT_EQ(first.Starts(), 0);
  // The strands of the dead referee still run, and have renewed its lease.
  ASSERT_THAT(dead_.store->referees().RenewLease(absl::ZeroDuration()), IsOk());
  EnterAs("2", left.token_of_2);
  PassALook();
  EXPECT_EQ(first.Starts(), 1);
}

}  // namespace
}  // namespace arena::referee
