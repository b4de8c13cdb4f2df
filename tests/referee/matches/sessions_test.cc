// How bots connect, come back and leave, and the fate of silent bots.
#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

// ---- Hello ----

TEST_F(HostTest, AWelcomeComesFirstAndCarriesAToken) {
  FakeBot& bot = Connect("a");
  ASSERT_FALSE(bot.stream->received().empty());
  EXPECT_TRUE(bot.stream->received()[0].has_welcome());
  EXPECT_EQ(bot.token.size(), 32u);
}

TEST_F(HostTest, ANameWithASpaceIsABadHello) {
  FakeBot& bot = Connect("a b");
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_BAD_HELLO);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(bot.stream->received()[0].error().message(), HasSubstr("a b"));
}

TEST_F(HostTest, ANameThatMeansSomethingElseIsABadHello) {
  for (const char* name : {"admin", "Referee", "greedy", "-rf", ".hidden"}) {
    FakeBot& bot = Connect(name);
    EXPECT_EQ(bot.Error(), v1::ERROR_REASON_BAD_HELLO) << name;
    EXPECT_THAT(bot.stream->received()[0].error().message(), HasSubstr(name));
  }
}

TEST_F(HostTest, AnOverlongVersionIsABadHello) {
  v1::Hello hello = HelloOf("a");
  hello.set_version(std::string(65, 'v'));
  EXPECT_EQ(Connect(hello).Error(), v1::ERROR_REASON_BAD_HELLO);
}

TEST_F(HostTest, ANameInUseIsRefused) {
  Connect("a");
  FakeBot& second = Connect("a");
  EXPECT_EQ(second.Error(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_EQ(second.Closed(), absl::StatusCode::kAlreadyExists);
}

TEST_F(HostTest, ANameIsFreeAgainWhenItsStreamIsOver) {
  HangUp(Connect("a"));
  EXPECT_NE(Connect("a").session, nullptr);
}

TEST_F(HostTest, AnUnknownTokenIsRefused) {
  FakeBot& bot = Resume("a", "no such token");
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_UNKNOWN_TOKEN);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kUnauthenticated);
}

TEST_F(HostTest, ATokenIsGoodForItsNameOnly) {
  const std::string token = Connect("a").token;
  EXPECT_EQ(Resume("b", token).Error(), v1::ERROR_REASON_UNKNOWN_TOKEN);
}

TEST_F(HostTest, ANewerStreamReplacesTheOlder) {
  FakeBot& older = Connect("a");
  FakeBot& newer = Resume("a", older.token);
  EXPECT_EQ(older.Error(), v1::ERROR_REASON_SESSION_REPLACED);
  EXPECT_EQ(older.Closed(), absl::StatusCode::kAborted);
  EXPECT_TRUE(newer.stream->received()[0].welcome().resumed());
}

TEST_F(HostTest, TheEndOfAReplacedStreamChangesNothing) {
  FakeBot& older = Connect("a");
  FakeBot& newer = Resume("a", older.token);
  HangUp(older);
  EXPECT_TRUE(newer.session->attached());
}

TEST_F(HostTest, ATokenIsGoodAfterARestart) {
  const std::string token = Connect("a").token;
  StopHost();
  StartHost();
  EXPECT_NE(Resume("a", token).session, nullptr);
}

// ---- Capacity ----

TEST_F(HostTest, ABotPlaysAsManyMatchesAsItAskedFor) {
  FakeBot& bot = Connect("a", 2);
  for (int i = 0; i < 5; ++i) Create(Request({"bot:a", "first"}));
  EXPECT_EQ(bot.Starts(), 2);
}

TEST_F(HostTest, PendingMatchesStartOldestFirst) {
  const std::string first = Create(Request({"bot:a", "first"}));
  const std::string second = Create(Request({"bot:a", "first"}));
  Connect("a");
  EXPECT_EQ(StateOf(first), kRunning);
  EXPECT_EQ(StateOf(second), kPending);
}

TEST_F(HostTest, AMatchThatEndsMakesRoomForTheNext) {
  Connect("a");
  for (int i = 0; i < 4; ++i) Create(Request({"bot:a", "first"}));
  PlayToTheEnd();
  EXPECT_EQ(bots_[0].Ends(), 4);
}

TEST_F(HostTest, AMatchThatCannotStartDoesNotHoldUpOthers) {
  const std::string stuck = Create(Request({"bot:a", "bot:nobody"}));
  const std::string other = Create(Request({"bot:a", "first"}));
  Connect("a");
  EXPECT_EQ(StateOf(stuck), kPending);
  EXPECT_EQ(StateOf(other), kRunning);
}

TEST_F(HostTest, TwoSeatsOfOneMatchAreOneMatch) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "bot:a", "first"}));
  EXPECT_EQ(bot.Starts(), 2);
  PlayToTheEnd();
  EXPECT_EQ(bot.Ends(), 2);
  EXPECT_EQ(StateOf(match), kFinished);
}

// ---- Leave ----

TEST_F(HostTest, LeavingWithoutMatchesEndsTheStreamAtOnce) {
  FakeBot& bot = Connect("a");
  Leave(bot);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kOk);
}

TEST_F(HostTest, LeavingWithAMatchEndsTheStreamAfterIt) {
  FakeBot& bot = Connect("a");
  Create(Request({"bot:a", "first"}));
  Leave(bot);
  EXPECT_TRUE(bot.open());
  PlayToTheEnd();
  EXPECT_EQ(bot.Ends(), 1);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kOk);
}

TEST_F(HostTest, LeavingWithMatchesEndsTheStreamAfterTheLast) {
  FakeBot& bot = Connect("a", 2);
  const std::string first = Create(Request({"bot:a", "first"}, 1));
  Create(Request({"bot:a", "first"}, 2));
  Leave(bot);
  EXPECT_TRUE(Cancel(first).ok());
  EXPECT_TRUE(bot.open());
  PlayToTheEnd();
  EXPECT_EQ(bot.Ends(), 2);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kOk);
}

TEST_F(HostTest, WhoLeavesGetsNoNewMatch) {
  FakeBot& bot = Connect("a", 2);
  Create(Request({"bot:a", "first"}));
  Leave(bot);
  EXPECT_EQ(StateOf(Create(Request({"bot:a", "first"}))), kPending);
}

// ---- Coming back ----

TEST_F(HostTest, WhoComesBackToItsNameGetsNewMatches) {
  FakeBot& first = Connect("a", 2);
  Create(Request({"bot:a", "first"}, 1));
  HangUp(first);
  FakeBot& newcomer = Connect("a", 2);
  const std::string token = first.token;
  Resume("a", token, 2);
  EXPECT_FALSE(newcomer.open());
  EXPECT_EQ(StateOf(Create(Request({"bot:a", "first"}, 2))), kRunning);
}

TEST_F(HostTest, AMissedEndIsToldWhenTheBotComesBack) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  HangUp(bot);
  EXPECT_TRUE(Cancel(match).ok());
  FakeBot& back = Resume("a", bot.token);
  ASSERT_GE(back.stream->received().size(), 2u);
  EXPECT_EQ(back.stream->received()[1].match_end().match_id(), match);
}

TEST_F(HostTest, AMissedEndShowsWhatTheSeatKnows) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  Step();
  HangUp(bot);
  EXPECT_TRUE(Cancel(match).ok());
  FakeBot& back = Resume("a", bot.token);
  ASSERT_GE(back.stream->received().size(), 2u);
  EXPECT_TRUE(back.stream->received()[1].match_end().has_observation());
}

TEST_F(HostTest, OnlyTheNewestMissedEndsHaveObservations) {
  constexpr int kMatches = 103;
  FakeBot& bot = Connect("a", kMatches);
  std::vector<std::string> matches;
  for (uint32_t i = 0; i < kMatches; ++i) {
    matches.push_back(Create(Request({"bot:a", "first"}, i)));
  }
  Step();
  HangUp(bot);
  for (const std::string& match : matches) EXPECT_TRUE(Cancel(match).ok());
  FakeBot& back = Resume("a", bot.token, kMatches);
  EXPECT_EQ(back.Ends(), kMatches);
  EXPECT_EQ(back.Count([](const auto& message) {
    return message.match_end().has_observation();
  }),
            100);
}

TEST_F(HostTest, WhoComesBackGetsItsPromptAgain) {
  FakeBot& bot = Connect("a");
  Create(Request({"bot:a", "bot:b"}));
  Connect("b");
  Step();
  HangUp(bot);
  FakeBot& back = Resume("a", bot.token);
  EXPECT_EQ(back.Starts(), 1);
  PlayToTheEnd();
  EXPECT_EQ(back.Ends(), 1);
}

TEST_F(HostTest, ASessionThatNobodyAsksForIsForgotten) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  HangUp(bot);
  EXPECT_TRUE(Cancel(match).ok());
  std::weak_ptr<Session> session = bot.session;
  bot.session.reset();
  executor_.Advance(options_.limits.resume_grace + absl::Seconds(2));
  EXPECT_TRUE(session.expired());
}

// ---- Silence ----

TEST_F(HostTest, AnIdleBotIsPinged) {
  FakeBot& bot = Connect("a");
  executor_.Advance(options_.limits.ping_interval + absl::Seconds(2));
  EXPECT_EQ(bot.Count([](const auto& m) { return m.has_ping(); }), 1);
}

TEST_F(HostTest, ABotThatAnswersPingsStays) {
  FakeBot& bot = Connect("a");
  for (int i = 0; i < 200; ++i) {
    executor_.Advance(absl::Seconds(1));
    for (; bot.seen < bot.stream->received().size(); ++bot.seen) {
      const v1::PlayResponse& message = bot.stream->received()[bot.seen];
      if (!message.has_ping()) continue;
      v1::PlayRequest request;
      request.mutable_pong()->set_nonce(message.ping().nonce());
      Send(bot, request);
    }
  }
  EXPECT_TRUE(bot.open());
}

TEST_F(HostTest, ABotThatDoesNotAnswerAPingIsSentAway) {
  FakeBot& bot = Connect("a");
  executor_.Advance(absl::Seconds(42));
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_PONG_TIMEOUT);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kUnavailable);
}

TEST_F(HostTest, APromptTellsTheRoundTripOfTheNewestAnsweredPing) {
  const auto newest = [](const FakeBot& bot) {
    v1::Prompt prompt;
    for (const auto& message : bot.stream->received()) {
      if (message.has_prompt()) prompt = message.prompt();
    }
    return prompt;
  };
  FakeBot& bot = Connect("a");
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  request.mutable_clock()->set_untimed(true);
  Create(request);
  Step();
  ASSERT_EQ(newest(bot).decision(), 1u);
  EXPECT_FALSE(newest(bot).has_round_trip());
  while (bot.Count([](const auto& m) { return m.has_ping(); }) == 0) {
    executor_.Advance(absl::Milliseconds(1));
  }
  v1::PlayRequest pong;
  pong.mutable_pong()->set_nonce(bot.stream->received().back().ping().nonce());
  executor_.Advance(absl::Milliseconds(30));
  Send(bot, pong);
  executor_.Advance(absl::Milliseconds(5));
  Send(bot, pong);  // The second pong does not count.
  Step();
  ASSERT_GT(newest(bot).decision(), 1u);
  // The ping left up to a millisecond before the loop above saw it.
  const absl::Duration round_trip = FromMessage(newest(bot).round_trip());
  EXPECT_GE(round_trip, absl::Milliseconds(30));
  EXPECT_LT(round_trip, absl::Milliseconds(31));
  // A prompt that is sent again has the round trip, too.
  FakeBot& again = Resume("a", bot.token);
  EXPECT_EQ(newest(again).decision(), newest(bot).decision());
  EXPECT_EQ(FromMessage(newest(again).round_trip()), round_trip);
}

TEST_F(HostTest, APongToAnotherPingDoesNotCount) {
  FakeBot& bot = Connect("a");
  executor_.Advance(absl::Seconds(22));
  v1::PlayRequest request;
  request.mutable_pong()->set_nonce(12345);
  Send(bot, request);
  executor_.Advance(absl::Seconds(22));
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_PONG_TIMEOUT);
}

TEST_F(HostTest, AStreamThatCannotCloseIsCut) {
  FakeBot& bot = Connect("a");
  executor_.Advance(absl::Seconds(42));
  EXPECT_FALSE(bot.stream->aborted());
  executor_.Advance(options_.limits.pong_timeout + absl::Seconds(2));
  EXPECT_TRUE(bot.stream->aborted());
}

// ---- Requests that make no sense ----

TEST_F(HostTest, AnActForAnUnknownMatchIsAnErrorOnly) {
  FakeBot& bot = Connect("a");
  v1::PlayRequest request;
  request.mutable_act()->set_match_id("nonsense");
  Send(bot, request);
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_UNKNOWN_MATCH);
  EXPECT_TRUE(bot.open());
}

TEST_F(HostTest, AnActForAnotherSeatIsAnErrorOnly) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  for (const uint32_t seat : {1u, 7u, 4000000000u}) {
    v1::PlayRequest request;
    request.mutable_act()->set_match_id(match);
    request.mutable_act()->set_seat(seat);
    Send(bot, request);
    EXPECT_EQ(bot.Error(), v1::ERROR_REASON_NOT_YOUR_SEAT) << seat;
  }
}

TEST_F(HostTest, APingIsAnsweredWithItsNonce) {
  FakeBot& bot = Connect("a");
  v1::PlayRequest request;
  request.mutable_ping()->set_nonce(99);
  Send(bot, request);
  EXPECT_EQ(bot.stream->received().back().pong().nonce(), 99u);
}

// ---- Floods ----

class FloodTest : public HostTest {
 protected:
  FloodTest() {
    StopHost();
    options_.limits.max_superfluous_requests = 10;
    StartHost();
  }
  void SendPings(FakeBot& bot, int count) {
    v1::PlayRequest request;
    request.mutable_ping();
    for (int i = 0; i < count; ++i) Send(bot, request);
  }
};

TEST_F(FloodTest, AsManyAsAllowedAreNoFlood) {
  FakeBot& bot = Connect("a");
  SendPings(bot, 10);
  EXPECT_TRUE(bot.open());
}

TEST_F(FloodTest, OneMoreIsAFlood) {
  FakeBot& bot = Connect("a");
  SendPings(bot, 11);
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_FLOOD);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kResourceExhausted);
}

TEST_F(FloodTest, EveryMinuteCountsByItself) {
  FakeBot& bot = Connect("a");
  SendPings(bot, 10);
  executor_.Advance(absl::Seconds(5));
  EXPECT_TRUE(bot.open());
  for (int second = 0; second < 60; ++second) {
    executor_.Advance(absl::Seconds(1));
    for (; bot.seen < bot.stream->received().size(); ++bot.seen) {
      const v1::PlayResponse message = bot.stream->received()[bot.seen];
      if (!message.has_ping()) continue;
      v1::PlayRequest request;
      request.mutable_pong()->set_nonce(message.ping().nonce());
      Send(bot, request);
    }
  }
  SendPings(bot, 10);
  EXPECT_TRUE(bot.open());
}

TEST_F(FloodTest, ComingBackForgivesNothing) {
  FakeBot& bot = Connect("a");
  SendPings(bot, 10);
  FakeBot& again = Resume("a", bot.token);
  EXPECT_TRUE(again.open());
  SendPings(again, 1);
  EXPECT_EQ(again.Error(), v1::ERROR_REASON_FLOOD);
}

TEST_F(FloodTest, AfterAFloodABotCanAnswerWhatItIsAsked) {
  FakeBot& bot = Connect("a");
  SendPings(bot, 100);
  Resume("a", bot.token);
  Create(Request({"bot:a", "first"}));
  PlayToTheEnd();
  EXPECT_EQ(bots_.back().Ends(), 1);
  EXPECT_TRUE(bots_.back().open());
}

TEST_F(FloodTest, AFloodIsOneFaultOfAMatch) {
  FakeBot& bot = Connect("a");
  v1::CreateMatchRequest request = Request({"bot:a", "bot:b", "bot:c"});
  const std::string match = Create(request);
  Connect("b");
  Connect("c");
  Step();
  Step();
  SendPings(bot, 100);
  executor_.Advance(absl::Hours(1));
  int floods = 0;
  const v1::Match over = Get(match);
  ASSERT_EQ(over.state(), kFinished);
  for (const v1::Fault& fault : over.result().faults()) {
    floods += fault.kind() == v1::FAULT_KIND_FLOOD;
  }
  EXPECT_LE(floods, 1);
}

TEST_F(FloodTest, AnswersThatWereAskedForAreNoFlood) {
  Connect("a");
  for (int i = 0; i < 5; ++i) Create(Request({"bot:a", "first"}));
  PlayToTheEnd();
  EXPECT_EQ(bots_[0].Ends(), 5);
  EXPECT_TRUE(bots_[0].open());
}

}  // namespace
}  // namespace arena::referee
