// Several processes of one bot: their names, and how much each may see.
#include <set>

#include "referee/lobby/match_message.h"
#include "referee/lobby/match_request.h"
#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class IsolationTest : public HostTest {
 protected:
  FakeBot& Enter(const std::string& name, const std::string& instance,
                 const std::string& token = "") {
    v1::Hello hello = HelloOf(name);
    hello.set_instance(instance);
    hello.set_resume_token(token);
    return Connect(hello);
  }
  FakeBot& EnterForOneMatch(const std::string& name,
                            const std::string& instance,
                            const std::string& token = "") {
    v1::Hello hello = HelloOf(name, 9);
    hello.set_instance(instance);
    hello.set_one_match(true);
    hello.set_resume_token(token);
    return Connect(hello);
  }
  static v1::CreateMatchRequest Isolated(const std::vector<std::string>& seats,
                                         v1::Isolation isolation) {
    v1::CreateMatchRequest request = Request(seats);
    request.set_isolation(isolation);
    return request;
  }
  std::string CreateSeats(const std::vector<std::string>& seats) {
    return Create(Isolated(seats, v1::ISOLATION_SEATS));
  }
  std::string CreateMatches(const std::vector<std::string>& seats) {
    return Create(Isolated(seats, v1::ISOLATION_MATCHES));
  }
  // Makes the first announcement of a prompt; returns false if there is none.
  bool GiveSign(FakeBot& bot, const v1::Prompt& prompt) {
    if (prompt.announcements().empty()) return false;
    v1::PlayRequest request;
    v1::Announce& sign = *request.mutable_announce();
    sign.set_match_id(prompt.match_id());
    sign.set_seat(prompt.seat());
    sign.set_decision(prompt.decision());
    sign.set_id(prompt.announcements(0).id());
    Send(bot, request);
    return true;
  }
  // Returns the seats whose hands of Ordago a stream has been shown.
  static std::set<uint32_t> HandsSeen(const FakeBot& bot) {
    std::set<uint32_t> seats;
    for (const v1::PlayResponse& message : bot.stream->received()) {
      const v1::OrdagoObservation& table =
          message.prompt().observation().ordago();
      if (table.own_hand().ranks_size() > 0) {
        seats.insert(message.prompt().seat());
      }
    }
    return seats;
  }
  // Returns the seats that a stream has heard of, in any match.
  static std::set<uint32_t> SeatsSeen(const FakeBot& bot) {
    std::set<uint32_t> seats;
    for (const v1::PlayResponse& message : bot.stream->received()) {
      if (message.has_match_start()) seats.insert(message.match_start().seat());
      if (message.has_prompt()) seats.insert(message.prompt().seat());
      if (message.has_events()) seats.insert(message.events().seat());
      if (message.has_match_end()) seats.insert(message.match_end().seat());
    }
    return seats;
  }
};

// ---- Names ----

TEST_F(IsolationTest, ProcessesOfOneBotHaveInstances) {
  EXPECT_TRUE(Enter("x", "1").open());
  EXPECT_TRUE(Enter("x", "2").open());
  EXPECT_TRUE(Enter("x", "").open());
  FakeBot& again = Enter("x", "2");
  EXPECT_EQ(again.Error(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_THAT(again.stream->received()[0].error().message(),
              HasSubstr("\"x\", instance \"2\""));
}

TEST_F(IsolationTest, AnInstanceIsAName) {
  FakeBot& bot = Enter("x", "number 1");
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_BAD_HELLO);
  EXPECT_THAT(bot.stream->received()[0].error().message(),
              HasSubstr("hello.instance (--instance)"));
}

TEST_F(IsolationTest, ATokenIsGoodForItsInstanceOnly) {
  const std::string token = Enter("x", "1").token;
  EXPECT_EQ(Enter("x", "2", token).Error(), v1::ERROR_REASON_UNKNOWN_TOKEN);
  StopHost();
  StartHost();
  EXPECT_EQ(Enter("x", "2", token).Error(), v1::ERROR_REASON_UNKNOWN_TOKEN);
  EXPECT_TRUE(Enter("x", "1", token).open());
}

TEST_F(IsolationTest, EachInstanceHasRoomOfItsOwn) {
  Enter("x", "1").plays = false;
  Enter("x", "2").plays = false;
  EXPECT_EQ(StateOf(Create(Request({"bot:x", "first"}))), kRunning);
  EXPECT_EQ(StateOf(Create(Request({"bot:x", "first"}))), kRunning);
  EXPECT_EQ(StateOf(Create(Request({"bot:x", "first"}))), kPending);
  EXPECT_THAT(bots_[0].Starts(), 1);
  EXPECT_THAT(bots_[1].Starts(), 1);
}

TEST_F(IsolationTest, AMatchGoesToTheInstanceWithMostRoom) {
  for (const char* instance : {"1", "2"}) {
    v1::Hello hello = HelloOf("x", 2);
    hello.set_instance(instance);
    Connect(hello).plays = false;
  }
  Create(Request({"bot:x", "first"}));
  Create(Request({"bot:x", "first"}));
  EXPECT_EQ(bots_[0].Starts(), 1);
  EXPECT_EQ(bots_[1].Starts(), 1);
}

// ---- Isolation ----

TEST_F(IsolationTest, ByDefaultSecretsStayWithTheirSeat) {
  EXPECT_EQ(Get(Create(Request({"bot:x", "bot:x"}))).isolation(),
            v1::ISOLATION_NONE);
  const v1::CreateMatchRequest hidden =
      testing::MatchRequest("seconds", {"bot:x", "bot:x", "first", "first"});
  EXPECT_EQ(Get(Create(hidden)).isolation(), v1::ISOLATION_SEATS);
}

TEST_F(IsolationTest, AnUnknownIsolationIsRefused) {
  const auto match =
      TryCreate(Isolated({"bot:x", "first"}, static_cast<v1::Isolation>(7)));
  EXPECT_EQ(match.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(match.status().message(), HasSubstr("isolation is 7"));
}

TEST_F(IsolationTest, WithoutItASessionHasAllSeatsOfItsBot) {
  Enter("x", "1");
  Enter("x", "2");
  Create(Isolated({"bot:x", "bot:x"}, v1::ISOLATION_NONE));
  PlayToTheEnd();
  EXPECT_THAT(SeatsSeen(bots_[0]), ElementsAre(0, 1));
  EXPECT_THAT(SeatsSeen(bots_[1]), IsEmpty());
}

TEST_F(IsolationTest, NoSessionHasTwoSeatsOfAMatch) {
  Enter("x", "1");
  const std::string id = CreateSeats({"bot:x", "bot:x"});
  EXPECT_EQ(StateOf(id), kPending);
  EXPECT_EQ(Get(id).waits_for(),
            "bot x has 1 instance connected; isolation seats needs 2");
  Enter("x", "2");
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(SeatsSeen(bots_[0]).size(), 1u);
  EXPECT_EQ(SeatsSeen(bots_[1]).size(), 1u);
  EXPECT_NE(SeatsSeen(bots_[0]), SeatsSeen(bots_[1]));
}

TEST_F(IsolationTest, BuiltInPlayersAreNeverMissing) {
  Enter("x", "1");
  EXPECT_EQ(StateOf(CreateSeats({"bot:x", "first"})), kRunning);
  EXPECT_NE(StateOf(CreateSeats({"random", "first"})), kPending);
}

// Partners who saw both hands would need no signs.
TEST_F(IsolationTest, PartnersOfOrdagoSeeOneHandEachAndGiveSigns) {
  v1::CreateMatchRequest request =
      testing::MatchRequest("ordago", {"bot:x", "first", "bot:x", "first"});
  (*request.mutable_options())["signs"] = "full";
  (*request.mutable_options())["set_target"] = "5";
  (*request.mutable_options())["sets_to_win"] = "1";
  Enter("x", "1");
  const std::string id = Create(request);
  EXPECT_EQ(Get(id).waits_for(),
            "bot x has 1 instance connected; isolation seats needs 2");
  Enter("x", "2");
  int signs = 0;
  for (bool something = true; something;) {
    for (FakeBot& bot : bots_) {
      // Signs are given before Step answers the prompt.
      const size_t end = bot.stream->received().size();
      for (size_t i = bot.seen; i < end; ++i) {
        signs += GiveSign(bot, bot.stream->received()[i].prompt());
      }
    }
    something = Step();
  }
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(Get(id).result().faults_size(), 0);
  EXPECT_GT(signs, 0);
  std::set<uint32_t> seats;
  for (const FakeBot& bot : bots_) {
    EXPECT_EQ(HandsSeen(bot).size(), 1u);
    EXPECT_EQ(HandsSeen(bot), SeatsSeen(bot));
    seats.merge(HandsSeen(bot));
  }
  EXPECT_THAT(seats, ElementsAre(0, 2));
}

TEST_F(IsolationTest, AMatchWaitsForNobodyIfOneRefereeHasAll) {
  const MatchRow row = *RowForRequest(
      Isolated({"bot:x", "bot:x"}, v1::ISOLATION_SEATS), ClockSettings(), "m");
  EXPECT_EQ(WaitsFor(row, {{"x", {{"a", {2, 0}}, {"b", {1, 0}}}}}), "");
  EXPECT_EQ(WaitsFor(row, {{"x", {{"a", {1, 0}}, {"b", {2, 0}}}}}), "");
}

TEST_F(IsolationTest, ASessionThatTakesNoMatchesIsNoInstance) {
  const MatchRow row = *RowForRequest(
      Isolated({"bot:x", "random"}, v1::ISOLATION_NONE),
      ClockSettings(), "m");
  EXPECT_EQ(WaitsFor(row, {{"x", {{"a", {0, 0}}}}}),
            "bot x has no instance connected that takes new matches");
  EXPECT_EQ(WaitsFor(row, {{"x", {{"a", {1, 0}}}}}), "");
}

TEST_F(IsolationTest, ABotMayWaitAtTwoReferees) {
  const MatchRow row = *RowForRequest(
      Isolated({"bot:x", "bot:y"}, v1::ISOLATION_SEATS), ClockSettings(), "m");
  EXPECT_EQ(WaitsFor(row, {{"x", {{"a", {1, 0}}, {"b", {1, 0}}}},
                           {"y", {{"c", {1, 0}}}}}),
            "x is at referee a and b, y is at referee c");
}

// ---- One match ----

TEST_F(IsolationTest, ASessionForOneMatchLeavesAfterIt) {
  FakeBot& x = EnterForOneMatch("x", "1");
  const std::string first = CreateMatches({"bot:x", "first"});
  const std::string second = CreateMatches({"bot:x", "first"});
  PlayToTheEnd();
  EXPECT_EQ(StateOf(first), kFinished);
  EXPECT_EQ(StateOf(second), kPending);
  EXPECT_EQ(x.Closed(), absl::StatusCode::kOk);
  EXPECT_EQ(x.Starts(), 1);
}

TEST_F(IsolationTest, ASessionForOneMatchPlaysOneOfAnyKind) {
  FakeBot& x = EnterForOneMatch("x", "1");
  Create(Request({"bot:x", "first"}));
  Create(Request({"bot:x", "first"}));
  PlayToTheEnd();
  EXPECT_EQ(x.Starts(), 1);
}

TEST_F(IsolationTest, SessionsThatPlayMoreGetNoSuchMatch) {
  Enter("x", "1");
  const std::string id = CreateMatches({"bot:x", "first"});
  EXPECT_EQ(StateOf(id), kPending);
  EXPECT_EQ(Get(id).waits_for(),
            "bot x has 1 instance connected, 0 of them for one match "
            "(Hello.one_match) that has not begun; isolation matches needs 1");
  EnterForOneMatch("x", "2");
  EXPECT_EQ(StateOf(id), kRunning);
}

TEST_F(IsolationTest, SessionsForOneMatchAreSparedWhereOthersDo) {
  FakeBot& once = EnterForOneMatch("x", "1");
  FakeBot& often = Enter("x", "2");
  Create(Request({"bot:x", "first"}));
  EXPECT_EQ(once.Starts(), 0);
  EXPECT_EQ(often.Starts(), 1);
}

// The bot could come back with its token and ask for another match.
TEST_F(IsolationTest, ASessionThatHasHadItsMatchGetsNoOther) {
  FakeBot& x = EnterForOneMatch("x", "1");
  CreateMatches({"bot:x", "first"});
  PlayToTheEnd();
  HangUp(x);
  CreateMatches({"bot:x", "first"});
  FakeBot& again = EnterForOneMatch("x", "1", x.token);
  EXPECT_EQ(again.Starts(), 0);
  EXPECT_EQ(again.Error(), v1::ERROR_REASON_UNKNOWN_TOKEN);
  const std::string token = x.token;
  StopHost();
  StartHost();
  EXPECT_EQ(EnterForOneMatch("x", "1", token).Error(),
            v1::ERROR_REASON_UNKNOWN_TOKEN);
}

// A hello without one_match does not change that.
TEST_F(IsolationTest, ASessionForOneMatchStaysOne) {
  FakeBot& x = EnterForOneMatch("x", "1");
  x.plays = false;
  CreateMatches({"bot:x", "first"});
  FakeBot& again = Enter("x", "1", x.token);
  PlayToTheEnd();
  EXPECT_EQ(again.Ends(), 1);
  EXPECT_EQ(again.Closed(), absl::StatusCode::kOk);
}

TEST_F(IsolationTest, ItHearsHowItsMatchEndedWhenItComesBack) {
  FakeBot& x = EnterForOneMatch("x", "1");
  const std::string id = CreateMatches({"bot:x", "first"});
  HangUp(x);
  EXPECT_TRUE(Cancel(id).ok());
  FakeBot& again = EnterForOneMatch("x", "1", x.token);
  EXPECT_EQ(again.Ends(), 1);
  EXPECT_EQ(again.Closed(), absl::StatusCode::kOk);
}

// The token does not become valid again when the bot hears of the end.
TEST_F(IsolationTest, WhoHasHeardHowItsMatchEndedGetsNoOther) {
  FakeBot& x = EnterForOneMatch("x", "1");
  const std::string id = CreateMatches({"bot:x", "first"});
  HangUp(x);
  EXPECT_TRUE(Cancel(id).ok());
  HangUp(EnterForOneMatch("x", "1", x.token));
  const std::string token = x.token;
  StopHost();
  StartHost();
  EXPECT_EQ(EnterForOneMatch("x", "1", token).Error(),
            v1::ERROR_REASON_UNKNOWN_TOKEN);
}

// The first match still goes on.
TEST_F(IsolationTest, ASessionWithItsMatchIsNoneForAnotherOne) {
  EnterForOneMatch("x", "1").plays = false;
  CreateMatches({"bot:x", "first"});
  EXPECT_EQ(Get(CreateMatches({"bot:x", "first"})).waits_for(),
            "bot x has 1 instance connected, 0 of them for one match "
            "(Hello.one_match) that has not begun; isolation matches needs 1");
}

TEST_F(IsolationTest, AfterARestartItGoesOnWithItsMatchAlone) {
  const std::string token = EnterForOneMatch("x", "1").token;
  const std::string id = CreateMatches({"bot:x", "first"});
  const std::string other = CreateMatches({"bot:x", "first"});
  StopHost();
  StartHost();
  FakeBot& again = EnterForOneMatch("x", "1", token);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(id), kFinished);
  EXPECT_EQ(StateOf(other), kPending);
  EXPECT_EQ(again.Closed(), absl::StatusCode::kOk);
}

TEST_F(IsolationTest, NorDoesItPlayMoreAfterARestart) {
  const std::string token = EnterForOneMatch("x", "1").token;
  const std::string id = CreateMatches({"bot:x", "first"});
  const std::string other = Create(Request({"bot:x", "first"}));
  StopHost();
  StartHost();
  FakeBot& again = Enter("x", "1", token);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(id), kFinished);
  EXPECT_EQ(StateOf(other), kPending);
  EXPECT_EQ(again.Closed(), absl::StatusCode::kOk);
}

// The session knows what it has seen in other matches.
TEST_F(IsolationTest, ASessionThatPlaysMoreDoesNotBecomeOneForOneMatch) {
  FakeBot& x = Enter("x", "1");
  Create(Request({"bot:x", "first"}));
  PlayToTheEnd();
  HangUp(x);
  EXPECT_TRUE(EnterForOneMatch("x", "1", x.token).open());
  EXPECT_EQ(StateOf(CreateMatches({"bot:x", "first"})), kPending);
}

// ---- The order of matches ----

// The two instances might never have room at the same time otherwise.
TEST_F(IsolationTest, AMatchOfTwoInstancesGoesBeforeYoungerOnes) {
  Enter("x", "1");
  Enter("x", "2");
  bots_[0].plays = bots_[1].plays = false;
  const std::string one = Create(Request({"bot:x", "first"}));
  const std::string two = Create(Request({"bot:x", "first"}));
  const std::string both = CreateSeats({"bot:x", "bot:x"});
  const std::string younger = Create(Request({"bot:x", "first"}));
  EXPECT_TRUE(Cancel(one).ok());
  EXPECT_EQ(StateOf(younger), kPending);
  EXPECT_TRUE(Cancel(two).ok());
  EXPECT_EQ(StateOf(both), kRunning);
  EXPECT_TRUE(Cancel(both).ok());
  EXPECT_EQ(StateOf(younger), kRunning);
}

TEST_F(IsolationTest, WhatCannotBePlayedKeepsNobodyWaiting) {
  Enter("x", "1");
  CreateSeats({"bot:x", "bot:x"});
  EXPECT_EQ(StateOf(Create(Request({"bot:x", "first"}))), kRunning);
}

TEST_F(IsolationTest, TwoSeatsOfOneSessionKeepNobodyWaiting) {
  Enter("y", "1").plays = false;
  Create(Request({"bot:y", "first"}));
  Enter("x", "1");
  v1::CreateMatchRequest request =
      testing::MatchRequest("seconds", {"bot:x", "bot:x", "bot:y", "first"});
  request.set_isolation(v1::ISOLATION_NONE);
  EXPECT_EQ(StateOf(Create(request)), kPending);
  EXPECT_EQ(StateOf(Create(Request({"bot:x", "first"}))), kRunning);
}

TEST_F(IsolationTest, YoungerMatchesGoOnWhenAnInstanceLeaves) {
  Enter("x", "1").plays = false;
  FakeBot& second = Enter("x", "2");
  second.plays = false;
  const std::string one = Create(Request({"bot:x", "first"}));
  Create(Request({"bot:x", "first"}));
  CreateSeats({"bot:x", "bot:x"});
  const std::string younger = Create(Request({"bot:x", "first"}));
  EXPECT_TRUE(Cancel(one).ok());
  EXPECT_EQ(StateOf(younger), kPending);
  HangUp(second);
  EXPECT_EQ(StateOf(younger), kRunning);
}

TEST_F(IsolationTest, MatchesThatShareInstancesArePlayedOneAfterTheOther) {
  for (const char* bot : {"x", "y"}) {
    for (const char* instance : {"1", "2"}) Enter(bot, instance);
  }
  std::vector<std::string> ids;
  for (int i = 0; i < 6; ++i) {
    v1::CreateMatchRequest request = testing::MatchRequest(
        "ordago",
        i % 2 == 0
            ? std::vector<std::string>{"bot:x", "bot:y", "bot:x", "bot:y"}
            : std::vector<std::string>{"bot:y", "bot:x", "bot:y", "bot:x"});
    (*request.mutable_options())["set_target"] = "5";
    (*request.mutable_options())["sets_to_win"] = "1";
    ids.push_back(Create(request));
  }
  PlayToTheEnd();
  for (const std::string& id : ids) EXPECT_EQ(StateOf(id), kFinished);
}

// ---- After a restart, and at another referee ----

TEST_F(IsolationTest, AfterARestartEachInstanceHasItsSeat) {
  const std::string token_1 = Enter("x", "1").token;
  const std::string token_2 = Enter("x", "2").token;
  const std::string id = CreateSeats({"bot:x", "bot:x"});
  for (int i = 0; i < 4; ++i) Step();
  const auto seats_1 = SeatsSeen(bots_[0]);
  const auto seats_2 = SeatsSeen(bots_[1]);
  StopHost();
  StartHost();
  // The instances come back in the other order.
  FakeBot& second = Enter("x", "2", token_2);
  FakeBot& first = Enter("x", "1", token_1);
  PlayToTheEnd();
  EXPECT_EQ(Get(id).result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(SeatsSeen(first), seats_1);
  EXPECT_EQ(SeatsSeen(second), seats_2);
}

}  // namespace
}  // namespace arena::referee
