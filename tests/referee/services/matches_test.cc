// Matches through the whole referee, from request to record.
#include <gmock/gmock.h>

#include "tests/referee/services/referee_fixture.h"

namespace arena::referee {
namespace {

using ::arena::bench::BotSwarm;
using ::arena::bench::SwarmCounts;
using ::arena::bench::SwarmOptions;

TEST_F(RefereeTest, BuiltInPlayersFinishAMatchThatVerifies) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(
      Create(Request("octrix", {"greedy", "random", "first"}), &match).ok());
  const v1::Match over = AwaitEnd(match.match_id());
  EXPECT_EQ(over.result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(over.record_sha256().size(), 32u);
  const v1::VerifyRecordResponse report = Verify(over.match_id());
  EXPECT_TRUE(report.ok()) << report.difference();
  EXPECT_EQ(report.plies(), over.result().plies());
}

// News comes from the match's thread while a thread of gRPC ends a write. Two
// writes at once would abort the program. Only many fast matches would show
// that.
TEST_F(RefereeTest, SpectatorsOfFastMatchesGetOneWriteAtATime) {
  StartReferee();
  for (int i = 0; i < 150; ++i) {
    v1::Match match;
    ASSERT_TRUE(
        Create(Request("octrix", {"first", "random", "first"}), &match).ok());
    const v1::Match over = AwaitEnd(match.match_id());
    EXPECT_EQ(over.result().termination(), v1::TERMINATION_NORMAL);
  }
}

TEST_F(RefereeTest, BotsPlayOverTcpAndOverAUnixSocket) {
  StartReferee();
  SwarmOptions over_tcp{.address = address(), .name_prefix = "tcp"};
  SwarmOptions over_socket{.address = socket(), .name_prefix = "socket"};
  BotSwarm tcp(over_tcp);
  BotSwarm socket(over_socket);
  v1::Match match;
  ASSERT_TRUE(
      Create(Request("ordo", {"bot:tcp-0", "bot:socket-0"}), &match).ok());
  const v1::Match over = AwaitEnd(match.match_id());
  EXPECT_EQ(over.result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(tcp.first_failure(), "");
  EXPECT_TRUE(Verify(over.match_id()).ok());
}

TEST_F(RefereeTest, AMatchWaitsForItsBots) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:late-0", "random"}), &match).ok());
  EXPECT_EQ(match.state(), v1::Match::STATE_PENDING);
  BotSwarm late(SwarmOptions{.address = address(), .name_prefix = "late"});
  EXPECT_EQ(AwaitEnd(match.match_id()).result().termination(),
            v1::TERMINATION_NORMAL);
}

TEST_F(RefereeTest, UnfinishedMatchesGoOnAfterARestart) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:never", "random"}), &match).ok());
  StopReferee();
  StartReferee();
  EXPECT_EQ(Get(match.match_id()).state(), v1::Match::STATE_PENDING);
}

TEST_F(RefereeTest, ManyMatchesShareFewBots) {
  StartReferee();
  BotSwarm swarm(
      SwarmOptions{.address = address(), .bots = 4, .max_matches = 8});
  ASSERT_TRUE(swarm.AwaitWelcomes(kPatience));
  std::vector<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    v1::Match match;
    ASSERT_TRUE(Create(Request("octrix", {"bot:swarm-0", "bot:swarm-1",
                                          "bot:swarm-2", "bot:swarm-3"}),
                       &match)
                    .ok());
    ids.push_back(match.match_id());
  }
  EXPECT_TRUE(swarm.Await(
      [](const SwarmCounts& counts) { return counts.matches_ended == 400; },
      kPatience))
      << swarm.counts().matches_ended << swarm.first_failure();
  EXPECT_EQ(swarm.counts().faults, 0u);
  EXPECT_EQ(Get(ids.back()).result().termination(), v1::TERMINATION_NORMAL);
}

}  // namespace
}  // namespace arena::referee
