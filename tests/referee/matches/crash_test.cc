// The matches of a bot whose process has ended.
#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::HasSubstr;

class CrashReportTest : public HostTest {
 protected:
  static Caller Admin() {
    Caller admin;
    admin.token_id = "admin";
    return admin;
  }
  absl::StatusOr<v1::ReportCrashResponse> Report(
      const std::string& bot, const std::string& instance = "",
      const Caller& caller = Admin(),
      const std::string& session_token = "") {
    v1::ReportCrashRequest request;
    request.set_bot(bot);
    request.set_instance(instance);
    absl::StatusOr<v1::ReportCrashResponse> response;
    requests_->ReportCrash(request, caller, session_token,
                           [&](const auto& r) { response = r; });
    executor_.RunAll();
    return response;
  }
  // Creates the match, and silences the bot after it was asked in seat 0.
  std::string Begin(FakeBot& bot, const v1::CreateMatchRequest& request) {
    const std::string match = Create(request);
    Step();
    EXPECT_TRUE(bot.open());
    bot.plays = false;
    return match;
  }
  std::vector<v1::Fault> Faults(const std::string& match) {
    const v1::Match found = Get(match);
    return {found.result().faults().begin(), found.result().faults().end()};
  }
};

TEST_F(CrashReportTest, AMatchOfTwoSeatsEndsAtOnce) {
  FakeBot& bot = Connect("a");
  const std::string match = Begin(bot, Request({"bot:a", "first"}));
  HangUp(bot);
  EXPECT_EQ(StateOf(match), kRunning);
  EXPECT_THAT(Report("a"), IsOk());
  ASSERT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(Get(match).result().termination(), v1::TERMINATION_FORFEIT);
  ASSERT_EQ(Faults(match).size(), 1u);
  EXPECT_EQ(Faults(match)[0].kind(), v1::FAULT_KIND_CRASHED);
  EXPECT_EQ(Faults(match)[0].seat(), 0u);
}

TEST_F(CrashReportTest, WithoutATokenTheTokenOfTheSessionProvesIt) {
  FakeBot& bot = Connect("a");
  FakeBot& other = Connect("b");
  const std::string match = Begin(bot, Request({"bot:a", "bot:b"}));
  HangUp(bot);
  for (const std::string& wrong : {std::string(), other.token}) {
    EXPECT_THAT(Report("a", "", Caller{}, wrong),
                StatusIs(absl::StatusCode::kPermissionDenied, _));
  }
  EXPECT_EQ(StateOf(match), kRunning);
  EXPECT_THAT(Report("a", "", Caller{}, bot.token), IsOk());
  EXPECT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(Faults(match)[0].kind(), v1::FAULT_KIND_CRASHED);
}

TEST_F(CrashReportTest, WhatTheProcessSaidBeforeItsEndCounts) {
  FakeBot& bot = Connect("a");
  const std::string match = Begin(bot, Request({"bot:a", "first"}));
  EXPECT_THAT(Report("a"), IsOk());
  // The match waits, because the stream may still have answers.
  EXPECT_EQ(StateOf(match), kRunning);
  bot.plays = true;
  Step();
  EXPECT_GT(Get(match).plies(), 0u);
  HangUp(bot);
  EXPECT_EQ(StateOf(match), kFinished);
}

TEST_F(CrashReportTest, WithMoreSeatsTheRefereeActsAndTheBotGoesOn) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(
      Request({"bot:a", "first", "first", "first"}));
  Step();
  HangUp(bot);
  Report("a").IgnoreError();
  EXPECT_EQ(StateOf(match), kRunning);
  FakeBot& again = Resume("a", bot.token);
  PlayToTheEnd();
  EXPECT_EQ(again.Ends(), 1);
  ASSERT_EQ(Faults(match).size(), 1u);
  EXPECT_EQ(Faults(match)[0].kind(), v1::FAULT_KIND_CRASHED);
  EXPECT_EQ(Get(match).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(CrashReportTest, TheOthersWaitForADeadBotOnlyOnce) {
  FakeBot& dead = Connect("a");
  FakeBot& other = Connect("b");
  v1::CreateMatchRequest request =
      Request({"bot:b", "bot:a", "first", "first"});
  request.mutable_clock()->set_untimed(true);
  const std::string match = Create(request);
  Step();
  dead.plays = false;
  HangUp(dead);
  const int before = other.Count([](const auto& m) { return m.has_prompt(); });
  Report("a").IgnoreError();
  PlayToTheEnd();
  // Both bots are asked at the same time; b goes on as a's act is substituted.
  EXPECT_GT(other.Count([](const auto& m) { return m.has_prompt(); }), before);
  EXPECT_EQ(StateOf(match), kRunning);
  Report("a").IgnoreError();
  PlayToTheEnd();
  Report("a").IgnoreError();
  PlayToTheEnd();
  // After its third fault the bot is not waited for any more.
  EXPECT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(Faults(match).size(), 3u);
}

TEST_F(CrashReportTest, ABotThatIsBackAlreadyHasItsFaultAllTheSame) {
  FakeBot& bot = Connect("a");
  const std::string match = Begin(bot, Request({"bot:a", "first"}));
  Report("a").IgnoreError();
  Resume("a", bot.token);
  EXPECT_EQ(StateOf(match), kFinished);
  EXPECT_EQ(Faults(match).size(), 1u);
}

TEST_F(CrashReportTest, TellsWhetherTheProcessHadPlayed) {
  FakeBot& bot = Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  EXPECT_FALSE(Report("a")->played());
  Resume("a", bot.token);
  Step();
  Step();
  EXPECT_TRUE(Report("a")->played());
}

// When its process ends, the session is over and has no stream any more.
TEST_F(CrashReportTest, AnEndAfterTheMatchCountsAsPlayed) {
  v1::Hello hello = HelloOf("a");
  hello.set_instance("1");
  hello.set_one_match(true);
  FakeBot& bot = Connect(hello);
  const std::string match = Create(Request({"bot:a", "first"}));
  PlayToTheEnd();
  HangUp(bot);
  EXPECT_FALSE(Report("a", "2")->played());
  EXPECT_TRUE(Report("a", "1")->played());
  EXPECT_TRUE(Faults(match).empty());
  // The report is used up: the next process may end before it says anything.
  EXPECT_FALSE(Report("a", "1")->played());
}

TEST_F(CrashReportTest, SoItDoesForTheOneWhoHoldsTheTokenOfTheSession) {
  FakeBot& bot = Connect("a");
  FakeBot& other = Connect("b");
  Create(Request({"bot:a", "first"}));
  PlayToTheEnd();
  HangUp(bot);
  EXPECT_THAT(Report("a", "", Caller{}, other.token),
              StatusIs(absl::StatusCode::kPermissionDenied, _));
  EXPECT_TRUE(Report("a", "", Caller{}, bot.token)->played());
}

TEST_F(CrashReportTest, WhoHasHeardAnEndHasPlayedWithoutADecision) {
  FakeBot& bot = Connect("a");
  const std::string match = Begin(bot, Request({"bot:a", "first"}));
  EXPECT_THAT(Cancel(match), IsOk());
  HangUp(bot);
  EXPECT_TRUE(Report("a")->played());
}

TEST_F(CrashReportTest, ANewProcessHasNotPlayedForTheOneBefore) {
  FakeBot& bot = Connect("a");
  Create(Request({"bot:a", "first"}));
  PlayToTheEnd();
  HangUp(bot);
  HangUp(Connect("a"));
  EXPECT_FALSE(Report("a")->played());
}

TEST_F(CrashReportTest, HitsTheNamedInstanceOnly) {
  v1::Hello hello = HelloOf("a");
  hello.set_instance("1");
  FakeBot& one = Connect(hello);
  const std::string match = Begin(one, Request({"bot:a", "first"}));
  Report("a", "2").IgnoreError();
  HangUp(one);
  EXPECT_EQ(StateOf(match), kRunning);
  Report("a", "1").IgnoreError();
  EXPECT_EQ(StateOf(match), kFinished);
}

// ---- Permission ----

TEST_F(CrashReportTest, ABotBlamesNoOther) {
  FakeBot& bot = Connect("a");
  const std::string match = Begin(bot, Request({"bot:a", "first"}));
  HangUp(bot);
  const Caller other = {.role = v1::ROLE_BOT,
                        .owner = "b",
                        .token_id = "t",
                        .author = "bob"};
  EXPECT_THAT(
      Report("a", "", other),
      StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("\"a\"")));
  EXPECT_EQ(StateOf(match), kRunning);
}

TEST_F(CrashReportTest, ABotReportsItself) {
  FakeBot& bot = Connect("a");
  const std::string match = Begin(bot, Request({"bot:a", "first"}));
  HangUp(bot);
  const Caller self = {.role = v1::ROLE_BOT,
                       .owner = "a",
                       .token_id = "t",
                       .author = "ada"};
  EXPECT_THAT(Report("a", "", self), IsOk());
  EXPECT_EQ(StateOf(match), kFinished);
}

}  // namespace
}  // namespace arena::referee
