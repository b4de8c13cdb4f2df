// The owners of names and seats, and the matches that an author may create.
#include <set>

#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::HasSubstr;

class IdentityTest : public HostTest {
 protected:
  void Register(const std::string& name, const std::string& author) {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author(author);
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    EXPECT_TRUE(store_->bots().Insert(bot, absl::UnixEpoch()).ok());
  }
  // Returns a caller with a token.
  static Caller CallerOf(v1::Role role, const std::string& owner) {
    return {.role = role,
            .owner = owner,
            .token_id = "token of " + owner,
            .author = ""};
  }
};

// ---- Registered names ----

TEST_F(IdentityTest, ARegisteredNameNeedsAToken) {
  Register("a", "ada");
  FakeBot& bot = Connect("a");
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_NAME_NOT_YOURS);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kUnauthenticated);
}

TEST_F(IdentityTest, ARegisteredBotPlaysWithItsToken) {
  Register("a", "ada");
  EXPECT_NE(Connect(HelloOf("a"), CallerOf(v1::ROLE_BOT, "a")).session,
            nullptr);
}

TEST_F(IdentityTest, ABotDoesNotPlayUnderAnotherName) {
  Register("a", "ada");
  FakeBot& bot = Connect(HelloOf("b"), CallerOf(v1::ROLE_BOT, "a"));
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_NAME_NOT_YOURS);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kPermissionDenied);
}

TEST_F(IdentityTest, AnAdminDoesNotPlayUnderARegisteredName) {
  Register("a", "ada");
  FakeBot& bot = Connect(HelloOf("a"), CallerOf(v1::ROLE_ADMIN, "root"));
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kPermissionDenied);
}

TEST_F(IdentityTest, TheVersionOfARegisteredBotIsKept) {
  Register("a", "ada");
  v1::Hello hello = HelloOf("a");
  hello.set_version("7");
  Connect(hello, CallerOf(v1::ROLE_BOT, "a"));
  const absl::StatusOr<v1::Bot> bot = store_->bots().Get("a");
  ASSERT_THAT(bot, IsOk());
  ASSERT_EQ(bot->versions_size(), 1);
  EXPECT_EQ(bot->versions(0).version(), "7");
}

TEST_F(IdentityTest, AWelcomeTellsTheQuotasOfTheCaller) {
  Register("a", "ada");
  FakeBot& bot = Connect(HelloOf("a"), CallerOf(v1::ROLE_BOT, "a"));
  const v1::Limits& limits = bot.stream->received()[0].welcome().limits();
  EXPECT_EQ(limits.max_streams(), 64u);
  EXPECT_EQ(limits.max_calls_per_minute(), 600u);
}

TEST_F(IdentityTest, WithoutATokenThereAreNoQuotas) {
  FakeBot& bot = Connect("a");
  const v1::Limits& limits = bot.stream->received()[0].welcome().limits();
  EXPECT_EQ(limits.max_streams(), 0u);
  EXPECT_EQ(limits.max_calls_per_minute(), 0u);
}

// ---- Seats after a restart ----

TEST_F(IdentityTest, AnEarlierTokenOfTheNameDoesNotClaimSeatsAfterARestart) {
  FakeBot& stranger = Connect("a");
  const std::string strange_token = stranger.token;
  HangUp(stranger);
  Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  StopHost();
  StartHost();
  FakeBot& back = Resume("a", strange_token);
  EXPECT_EQ(back.Starts(), 0);
}

TEST_F(IdentityTest, TheSessionThatHeldASeatClaimsItAfterARestart) {
  HangUp(Connect("a"));
  FakeBot& owner = Connect("a");
  const std::string token = owner.token;
  Create(Request({"bot:a", "first"}));
  StopHost();
  StartHost();
  EXPECT_EQ(Resume("a", token).Starts(), 1);
}

TEST_F(IdentityTest, AStrangerBeforeItDoesNotKeepTheOwnerOutAfterARestart) {
  const std::string token = Connect("a").token;
  const std::string match = Create(Request({"bot:a", "first"}));
  StopHost();
  StartHost();
  FakeBot& stranger = Connect("a");
  FakeBot& owner = Resume("a", token);
  EXPECT_EQ(owner.Starts(), 1);
  EXPECT_EQ(stranger.Error(), v1::ERROR_REASON_NAME_IN_USE);
}

// ---- Names of sessions that are away ----

TEST_F(IdentityTest, ATokenWithMatchesWinsTheNameBack) {
  FakeBot& bot = Connect("a");
  Create(Request({"bot:a", "first"}));
  HangUp(bot);
  FakeBot& stranger = Connect("a");
  FakeBot& back = Resume("a", bot.token);
  EXPECT_EQ(back.Starts(), 1);
  EXPECT_EQ(stranger.Error(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_EQ(stranger.Closed(), absl::StatusCode::kAlreadyExists);
}

TEST_F(IdentityTest, ANewcomerGetsNoMatchWhileAnEarlierSessionHasSome) {
  FakeBot& bot = Connect("a");
  Create(Request({"bot:a", "first"}));
  HangUp(bot);
  FakeBot& newcomer = Connect("a");
  EXPECT_EQ(StateOf(Create(Request({"bot:a", "first"}))), kPending);
  EXPECT_EQ(newcomer.Starts(), 0);
}

TEST_F(IdentityTest, ANewcomerGetsMatchesWhenThoseOfTheEarlierSessionAreOver) {
  FakeBot& bot = Connect("a");
  const std::string first = Create(Request({"bot:a", "first"}));
  HangUp(bot);
  Connect("a");
  const std::string second = Create(Request({"bot:a", "first"}));
  EXPECT_THAT(Cancel(first), IsOk());
  EXPECT_EQ(StateOf(second), kRunning);
}

TEST_F(IdentityTest, ATokenWithoutMatchesDoesNotWinTheNameBack) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  HangUp(bot);
  FakeBot& newcomer = Connect("a");
  EXPECT_THAT(Cancel(match), IsOk());
  EXPECT_EQ(Resume("a", bot.token).Error(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_TRUE(newcomer.open());
}

// ---- Authors ----

TEST_F(IdentityTest, AnAuthorCreatesMatchesOfItsOwnBots) {
  Register("a", "ada");
  EXPECT_THAT(
      TryCreate(Request({"bot:a", "first"}), CallerOf(v1::ROLE_AUTHOR, "ada")),
      IsOk());
}

TEST_F(IdentityTest, AnAuthorCreatesNoMatchesOfOthersBots) {
  Register("a", "ada");
  Register("b", "bob");
  EXPECT_THAT(
      TryCreate(Request({"bot:a", "bot:b"}), CallerOf(v1::ROLE_AUTHOR, "ada")),
      StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("\"b\"")));
}

TEST_F(IdentityTest, AnAuthorCreatesNoMatchesOfUnregisteredBots) {
  EXPECT_THAT(
      TryCreate(Request({"bot:x", "first"}), CallerOf(v1::ROLE_AUTHOR, "ada")),
      StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("\"x\"")));
}

TEST_F(IdentityTest, OneRequestIdOfTwoCallersIsTwoMatches) {
  v1::CreateMatchRequest request = Request({"greedy", "first"});
  request.set_request_id("once");
  std::set<std::string> matches;
  for (const Caller& caller :
       {CallerOf(v1::ROLE_AUTHOR, "ada"), CallerOf(v1::ROLE_AUTHOR, "bob"),
        CallerOf(v1::ROLE_ADMIN, "ada"), Caller{}}) {
    matches.insert(TryCreate(request, caller)->match_id());
  }
  EXPECT_EQ(matches.size(), 4u);
}

// Counts the strands on which players search; no task runs.
class CountingExecutor final : public Executor {
 public:
  std::unique_ptr<Strand> NewStrand() override {
    ++strands;
    return executor_.NewStrand();
  }
  absl::Time Now() const override { return executor_.Now(); }

  int strands = 0;

 private:
  testing::ManualExecutor executor_;
};

TEST_F(IdentityTest, PlayersThatSearchTakeTurnsWithThoseOfTheSameAccount) {
  CountingExecutor counting;
  StopHost();
  thinkers_ = &counting;
  StartHost();
  const auto play = [&](const std::string& author) {
    return TryCreate(Request({"search-1", "first"}),
                     CallerOf(v1::ROLE_AUTHOR, author));
  };
  EXPECT_THAT(play("ada"), IsOk());
  EXPECT_THAT(play("ada"), IsOk());
  EXPECT_EQ(counting.strands, 1);
  EXPECT_THAT(play("bob"), IsOk());
  EXPECT_EQ(counting.strands, 2);
  StopHost();
}

TEST_F(IdentityTest, AnAuthorRepeatsItsRequest) {
  v1::CreateMatchRequest request = Request({"greedy", "first"});
  request.set_request_id("once");
  const Caller ada = CallerOf(v1::ROLE_AUTHOR, "ada");
  EXPECT_EQ(TryCreate(request, ada)->match_id(),
            TryCreate(request, ada)->match_id());
}

TEST_F(IdentityTest, AnAuthorCancelsMatchesOfItsOwnBots) {
  Register("a", "ada");
  const std::string match = Create(Request({"bot:a", "first"}));
  EXPECT_THAT(Cancel(match, CallerOf(v1::ROLE_AUTHOR, "ada")), IsOk());
}

TEST_F(IdentityTest, AnAuthorCancelsNoMatchesOfOthers) {
  Register("b", "bob");
  const std::string match = Create(Request({"bot:b", "first"}));
  EXPECT_THAT(Cancel(match, CallerOf(v1::ROLE_AUTHOR, "ada")),
              StatusIs(absl::StatusCode::kPermissionDenied, _));
  EXPECT_EQ(StateOf(match), kPending);
}

// ---- Quotas of matches ----

class MatchQuotaTest : public IdentityTest {
 protected:
  MatchQuotaTest() {
    StopHost();
    options_.quotas.max_matches = 1;
    StartHost();
    Register("a", "ada");
  }
  const Caller author_ = CallerOf(v1::ROLE_AUTHOR, "ada");
};

TEST_F(MatchQuotaTest, AnAuthorHasOnlySoManyUnfinishedMatches) {
  EXPECT_THAT(TryCreate(Request({"bot:a", "first"}), author_), IsOk());
  EXPECT_THAT(TryCreate(Request({"bot:a", "first"}), author_),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("ada")));
}

TEST_F(MatchQuotaTest, ARefusalSaysWhenToTryAgain) {
  TryCreate(Request({"bot:a", "first"}), author_).IgnoreError();
  const absl::Status refused =
      TryCreate(Request({"bot:a", "first"}), author_).status();
  EXPECT_TRUE(refused.GetPayload("type.googleapis.com/google.rpc.RetryInfo")
                  .has_value());
}

TEST_F(MatchQuotaTest, AMatchThatIsCancelledMakesRoom) {
  const auto match = TryCreate(Request({"bot:a", "first"}), author_);
  ASSERT_THAT(match, IsOk());
  EXPECT_THAT(Cancel(match->match_id()), IsOk());
  EXPECT_THAT(TryCreate(Request({"bot:a", "first"}), author_), IsOk());
}

TEST_F(MatchQuotaTest, AMatchThatIsPlayedMakesRoom) {
  Connect(HelloOf("a"), CallerOf(v1::ROLE_BOT, "a"));
  EXPECT_THAT(TryCreate(Request({"bot:a", "first"}), author_), IsOk());
  PlayToTheEnd();
  EXPECT_THAT(TryCreate(Request({"bot:a", "first"}), author_), IsOk());
}

TEST_F(MatchQuotaTest, AdminsHaveNoQuota) {
  const Caller admin = CallerOf(v1::ROLE_ADMIN, "root");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(TryCreate(Request({"bot:a", "first"}), admin), IsOk());
  }
}

}  // namespace
}  // namespace arena::referee
