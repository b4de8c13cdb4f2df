// Matches that bots decline: their end, and the cost of declining.
#include "absl/strings/str_cat.h"
#include "referee/lobby/match_request.h"
#include "tests/referee/matches/host_fixture.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class DeclineTest : public HostTest {
 protected:
  // Connects a bot that answers nothing by itself.
  FakeBot& ConnectSilent(const std::string& name, uint32_t max_matches = 1) {
    FakeBot& bot = Connect(name, max_matches);
    bot.plays = false;
    return bot;
  }
  void Decline(FakeBot& bot, const std::string& match,
               const std::string& reason = "no time", uint32_t seat = 0) {
    v1::PlayRequest request;
    request.mutable_decline()->set_match_id(match);
    request.mutable_decline()->set_seat(seat);
    request.mutable_decline()->set_reason(reason);
    Send(bot, request);
  }
  void SendReady(FakeBot& bot, const std::string& match) {
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id(match);
    Send(bot, request);
  }
  v1::MatchResult ResultOf(const std::string& match) {
    return Get(match).result();
  }
};

TEST_F(DeclineTest, TheMatchEndsWithoutAResultAndEverybodyIsTold) {
  FakeBot& a = ConnectSilent("a");
  FakeBot& b = ConnectSilent("b");
  const std::string match = Create(Request({"bot:a", "bot:b"}));
  Decline(a, match);
  EXPECT_EQ(ResultOf(match).termination(), v1::TERMINATION_CANCELLED);
  EXPECT_EQ(ResultOf(match).reason(), "seat 0 declined: no time");
  EXPECT_TRUE(ResultOf(match).ranks().empty());
  EXPECT_EQ(Get(match).record_sha256(), "");
  EXPECT_EQ(a.Ends(), 1);
  EXPECT_EQ(b.Ends(), 1);
  // Both bots have room again.
  Create(Request({"bot:a", "bot:b"}));
  EXPECT_EQ(a.Starts(), 2);
}

TEST_F(DeclineTest, WordsThatATerminalObeysAreRefused) {
  FakeBot& a = ConnectSilent("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  Decline(a, match, "\x1b[2J");
  EXPECT_EQ(a.Error(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  Decline(a, match, std::string(201, 'x'));
  EXPECT_THAT(a.stream->received().back().error().message(),
              HasSubstr("decline.reason has 201 bytes"));
  EXPECT_EQ(StateOf(match), v1::Match::STATE_RUNNING);
}

TEST_F(DeclineTest, AfterReadyItIsAnErrorAndChangesNothing) {
  FakeBot& a = ConnectSilent("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  SendReady(a, match);
  Decline(a, match);
  EXPECT_EQ(a.Error(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_EQ(StateOf(match), v1::Match::STATE_RUNNING);
}

TEST_F(DeclineTest, OfAMatchOfOthersItIsAnError) {
  ConnectSilent("a");
  FakeBot& b = ConnectSilent("b");
  const std::string match = Create(Request({"bot:a", "first"}));
  Decline(b, match);
  EXPECT_EQ(b.Error(), v1::ERROR_REASON_UNKNOWN_MATCH);
  EXPECT_EQ(StateOf(match), v1::Match::STATE_RUNNING);
}

TEST_F(DeclineTest, TheFourthIsAFault) {
  FakeBot& a = ConnectSilent("a");
  EXPECT_EQ(a.stream->received()[0].welcome().limits().max_declines(), 3u);
  for (int i = 0; i < 4; ++i) {
    const std::string match = Create(Request({"bot:a", "first"}));
    Decline(a, match);
    EXPECT_EQ(ResultOf(match).termination(),
              i < 3 ? v1::TERMINATION_CANCELLED : v1::TERMINATION_FORFEIT);
    EXPECT_EQ(ResultOf(match).faults_size(), i < 3 ? 0 : 1);
  }
}

TEST_F(DeclineTest, ThoseOfMatchesUnderWayTogetherCountAsWell) {
  FakeBot& a = ConnectSilent("a", 9);
  std::vector<std::string> matches;
  for (int i = 0; i < 5; ++i) {
    matches.push_back(Create(Request({"bot:a", "first"})));
  }
  int faults = 0;
  for (const std::string& match : matches) Decline(a, match);
  for (const std::string& match : matches) {
    faults += ResultOf(match).faults_size();
  }
  EXPECT_EQ(faults, 2);
}

TEST_F(DeclineTest, ANewSessionOfTheBotChangesNothing) {
  for (int i = 0; i < 4; ++i) {
    FakeBot& a = ConnectSilent("a");
    const std::string match = Create(Request({"bot:a", "first"}));
    Decline(a, match);
    EXPECT_EQ(ResultOf(match).faults_size(), i < 3 ? 0 : 1);
    HangUp(a);
  }
}

TEST_F(DeclineTest, WhatIsRefusedDoesNotCount) {
  options_.limits.max_declines = 1;
  StopHost();
  StartHost();
  FakeBot& a = ConnectSilent("a");
  const std::string first = Create(Request({"bot:a", "first"}));
  Decline(a, first, std::string(201, 'x'));
  SendReady(a, first);
  Decline(a, first);
  ASSERT_THAT(Cancel(first), IsOk());
  const std::string second = Create(Request({"bot:a", "first"}));
  Decline(a, second);
  EXPECT_EQ(ResultOf(second).termination(), v1::TERMINATION_CANCELLED);
}

// Bots that decline in turn would make a set void otherwise.
TEST_F(DeclineTest, TheLastAttemptsOfACompetitionCannotBeDeclined) {
  ASSERT_THAT(store_->competitions().Insert(SampleCompetition("cup")), IsOk());
  std::vector<MatchRow> rows;
  for (uint32_t attempt = 0; attempt < 5; ++attempt) {
    const std::string id = absl::StrCat("m", attempt);
    MatchRow row =
        RowForRequest(Request({"bot:x", "bot:y"}), ClockSettings(), id).value();
    row.place = MatchAt(id, "cup", 0).place;
    row.place->attempt = attempt;
    rows.push_back(std::move(row));
  }
  ASSERT_THAT(store_->matches().Plan(rows), IsOk());
  FakeBot& x = ConnectSilent("x", 9);
  FakeBot& y = ConnectSilent("y", 9);
  for (uint32_t attempt = 0; attempt < 5; ++attempt) {
    const std::string id = absl::StrCat("m", attempt);
    FakeBot& bot = attempt % 2 == 0 ? x : y;
    ASSERT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
    const uint32_t seat = rows[attempt].seats[0].bot() == bot.name ? 0 : 1;
    Decline(bot, id, "no time", seat);
    EXPECT_EQ(ResultOf(id).faults_size(), attempt < 3 ? 0 : 1) << attempt;
  }
}

}  // namespace
}  // namespace arena::referee
