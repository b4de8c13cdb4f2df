// A new version of a bot takes the place of the one that is connected.
#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class ReplaceTest : public HostTest {
 protected:
  static v1::Hello Replacing(const std::string& name,
                             const std::string& token = "") {
    v1::Hello hello = HelloOf(name);
    hello.set_replace(true);
    hello.set_version("2");
    hello.set_resume_token(token);
    return hello;
  }
  // Connects a bot that has a match under way.
  FakeBot& Busy(std::string& match) {
    v1::Hello hello = HelloOf("a");
    hello.set_version("1");
    FakeBot& bot = Connect(hello);
    match = Create(Request({"bot:a", "first"}));
    return bot;
  }
  void Register(const std::string& name) {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author("ada");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    EXPECT_TRUE(store_->bots().Insert(bot, absl::UnixEpoch()).ok());
  }
  static Caller BotCaller(const std::string& name) {
    return {.role = v1::ROLE_BOT,
            .owner = name,
            .token_id = "token of " + name,
            .author = "ada"};
  }
};

TEST_F(ReplaceTest, TheOldSessionPlaysItsMatchToTheEndAndItsStreamEndsWithOk) {
  std::string match;
  FakeBot& old = Busy(match);
  FakeBot& fresh = Connect(Replacing("a", old.token));
  EXPECT_NE(fresh.token, old.token);
  EXPECT_FALSE(fresh.stream->received()[0].welcome().resumed());
  EXPECT_TRUE(old.open());
  EXPECT_EQ(old.Error(), v1::ERROR_REASON_SESSION_REPLACED);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(old.Ends(), 1);
  EXPECT_EQ(old.Closed(), absl::StatusCode::kOk);
  EXPECT_TRUE(fresh.open());
  EXPECT_EQ(fresh.Starts(), 0);
}

TEST_F(ReplaceTest, NewMatchesGoToTheNewSessionAtOnce) {
  std::string match;
  FakeBot& old = Busy(match);
  FakeBot& fresh = Connect(Replacing("a", old.token));
  const std::string next = Create(Request({"bot:a", "first"}));
  EXPECT_EQ(StateOf(next), kRunning);
  EXPECT_EQ(fresh.Starts(), 1);
  EXPECT_EQ(old.Starts(), 1);
}

TEST_F(ReplaceTest, AMatchNamesTheVersionThatPlaysIt) {
  std::string match;
  FakeBot& old = Busy(match);
  Connect(Replacing("a", old.token));
  const std::string next = Create(Request({"bot:a", "first"}));
  EXPECT_EQ(Get(match).players(0).version(), "1");
  EXPECT_EQ(Get(next).players(0).version(), "2");
}

TEST_F(ReplaceTest, AnIdleSessionEndsAtOnce) {
  FakeBot& old = Connect("a");
  Connect(Replacing("a", old.token));
  EXPECT_EQ(old.Closed(), absl::StatusCode::kOk);
}

TEST_F(ReplaceTest, WhereNoOneIsConnectedItChangesNothing) {
  EXPECT_NE(Connect(Replacing("a")).session, nullptr);
}

TEST_F(ReplaceTest, ASessionThatIsAwayIsResumed) {
  std::string match;
  FakeBot& old = Busy(match);
  HangUp(old);
  FakeBot& fresh = Connect(Replacing("a", old.token));
  EXPECT_TRUE(fresh.stream->received()[0].welcome().resumed());
  PlayToTheEnd();
  EXPECT_EQ(fresh.Ends(), 1);
}

// ---- Permission ----

TEST_F(ReplaceTest, AStrangerDoesNotPushABotOut) {
  std::string match;
  FakeBot& bot = Busy(match);
  FakeBot& stranger = Connect(Replacing("a"));
  EXPECT_EQ(stranger.Error(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_THAT(stranger.stream->received()[0].error().message(),
              HasSubstr("hello.resume_token"));
  EXPECT_FALSE(bot.session->leaving());
}

TEST_F(ReplaceTest, ATokenOfAnotherSessionOfTheNameIsNoProof) {
  // The stranger had the name before the bot came.
  FakeBot& stranger = Connect("a");
  HangUp(stranger);
  FakeBot& bot = Connect("a");
  EXPECT_EQ(Connect(Replacing("a", stranger.token)).Error(),
            v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_TRUE(bot.open());
  EXPECT_FALSE(bot.session->leaving());
}

TEST_F(ReplaceTest, ARegisteredBotNeedsOnlyItsToken) {
  Register("a");
  FakeBot& old = Connect(HelloOf("a"), BotCaller("a"));
  FakeBot& fresh = Connect(Replacing("a"), BotCaller("a"));
  EXPECT_TRUE(fresh.open());
  EXPECT_EQ(old.Closed(), absl::StatusCode::kOk);
}

TEST_F(ReplaceTest, AnotherBotDoesNotReplaceIt) {
  Register("a");
  Register("b");
  FakeBot& bot = Connect(HelloOf("a"), BotCaller("a"));
  EXPECT_EQ(Connect(Replacing("a"), BotCaller("b")).Error(),
            v1::ERROR_REASON_NAME_NOT_YOURS);
  EXPECT_FALSE(bot.session->leaving());
}

TEST_F(ReplaceTest, WithATokenThatWasUsedItTakesNoStreamAway) {
  std::string match;
  FakeBot& old = Busy(match);
  HangUp(Connect(Replacing("a", old.token)));
  FakeBot& again = Connect(Replacing("a", old.token));
  EXPECT_TRUE(again.open());
  EXPECT_TRUE(old.open());
}

// ---- Coming back ----

TEST_F(ReplaceTest, BothComeBackAfterALostConnection) {
  std::string match;
  FakeBot& old = Busy(match);
  FakeBot& fresh = Connect(Replacing("a", old.token));
  const std::string next = Create(Request({"bot:a", "first"}));
  HangUp(old);
  HangUp(fresh);
  FakeBot& old_again = Resume("a", old.token);
  FakeBot& fresh_again = Resume("a", fresh.token);
  EXPECT_TRUE(fresh_again.open());
  PlayToTheEnd();
  EXPECT_EQ(old_again.Ends(), 1);
  EXPECT_EQ(old_again.Closed(), absl::StatusCode::kOk);
  EXPECT_EQ(fresh_again.Ends(), 1);
  EXPECT_TRUE(fresh_again.open());
}

class RestartedReplaceTest : public ReplaceTest,
                             public ::testing::WithParamInterface<bool> {};

TEST_P(RestartedReplaceTest, ARestartOfTheRefereeLeavesBothInTheirPlaces) {
  std::string match;
  const std::string old_token = Busy(match).token;
  const std::string token = Connect(Replacing("a", old_token)).token;
  const std::string next = Create(Request({"bot:a", "first"}));
  StopHost();
  StartHost();
  // The two processes come back in either order.
  FakeBot* old = GetParam() ? &Resume("a", old_token) : nullptr;
  FakeBot& fresh = Resume("a", token);
  if (old == nullptr) old = &Resume("a", old_token);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(StateOf(next), kFinished);
  EXPECT_EQ(old->Closed(), absl::StatusCode::kOk);
  EXPECT_TRUE(fresh.open());
  Create(Request({"bot:a", "first"}));
  EXPECT_EQ(fresh.Starts(), 2);
}

TEST_P(RestartedReplaceTest, AfterItsMatchTheOldSessionHasNoPlaceLeft) {
  std::string match;
  const std::string old_token = Busy(match).token;
  const std::string token = Connect(Replacing("a", old_token)).token;
  PlayToTheEnd();
  if (GetParam()) {
    StopHost();
    StartHost();
  }
  EXPECT_EQ(Resume("a", old_token).Closed(), absl::StatusCode::kOk);
  if (GetParam()) {
    EXPECT_TRUE(Resume("a", token).open());
  }
  EXPECT_EQ(StateOf(Create(Request({"bot:a", "first"}))), kRunning);
}

INSTANTIATE_TEST_SUITE_P(Both, RestartedReplaceTest, ::testing::Bool());

// ---- With instances, and for one match ----

TEST_F(ReplaceTest, OnlyTheInstanceOfThatNameIsReplaced) {
  v1::Hello first = HelloOf("a");
  first.set_instance("1");
  v1::Hello second = HelloOf("a");
  second.set_instance("2");
  FakeBot& one = Connect(first);
  FakeBot& two = Connect(second);
  v1::Hello hello = Replacing("a", one.token);
  hello.set_instance("1");
  EXPECT_TRUE(Connect(hello).open());
  EXPECT_FALSE(one.open());
  EXPECT_TRUE(two.open());
}

TEST_F(ReplaceTest, ASessionForOneMatchIsReplacedInTheMiddleOfIt) {
  v1::Hello hello = HelloOf("a");
  hello.set_one_match(true);
  FakeBot& old = Connect(hello);
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  request.set_isolation(v1::ISOLATION_MATCHES);
  const std::string match = Create(request);
  v1::Hello replacing = Replacing("a", old.token);
  replacing.set_one_match(true);
  FakeBot& fresh = Connect(replacing);
  const std::string next = Create(request);
  EXPECT_EQ(fresh.Starts(), 1);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(StateOf(next), kFinished);
  EXPECT_EQ(old.Closed(), absl::StatusCode::kOk);
}

TEST_F(ReplaceTest, TheListShowsTheInstanceAsTheBotNamedIt) {
  std::string match;
  FakeBot& old = Busy(match);
  Connect(Replacing("a", old.token));
  v1::ListSessionsRequest request;
  request.set_page_size(1);
  std::vector<v1::BotSession> listed;
  do {
    requests_->ListSessions(request, [&](const auto& page) {
      ASSERT_TRUE(page.ok());
      for (const auto& session : page->sessions()) listed.push_back(session);
      request.set_page_token(page->next_page_token());
    });
    executor_.RunAll();
  } while (!request.page_token().empty());
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_FALSE(listed[0].leaving());
  EXPECT_TRUE(listed[1].leaving());
  EXPECT_EQ(listed[1].instance(), "");
}

// ---- Without it ----

TEST_F(ReplaceTest, WaitsForNamesTheEarlierSession) {
  std::string match;
  HangUp(Busy(match));
  Connect("a");
  const std::string next = Create(Request({"bot:a", "first"}));
  EXPECT_EQ(StateOf(next), kPending);
  EXPECT_THAT(Get(next).waits_for(), HasSubstr("a has begun a new session"));
}

TEST_F(ReplaceTest, WaitsForSaysNothingOfAnonymousMatches) {
  Connect("a");
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  const std::string match = Create(request);
  EXPECT_EQ(Get(match).waits_for(), "");
}

}  // namespace
}  // namespace arena::referee
