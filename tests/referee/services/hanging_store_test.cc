// A referee whose PostgreSQL hangs as long as the test wants, as its callers
// see it.
#include <gmock/gmock.h>

#include "tests/referee/services/raw_bot.h"
#include "tests/referee/store/postgres_proxy.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/testing/health.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class HangingDatabaseTest : public RefereeTest {
 protected:
  HangingDatabaseTest() {
    options_.data.clear();
    options_.store =
        database_.UrlThrough(proxy_.folder(), database_.NewSchema());
    options_.store_patience = absl::Milliseconds(100);
    // The lease is longer than the test.
    options_.host.lease = absl::Hours(1);
    StartReferee();
  }
  ~HangingDatabaseTest() override {
    proxy_.Release();
    StopReferee();
  }

  // Begins a match of the bot. The bot sends an act, which does not get into
  // the journal.
  v1::Match HangInAMatchOf(RawBot& bot) {
    v1::Match match;
    EXPECT_TRUE(Create(Request("ordo", {"bot:x", "first"}), &match).ok());
    const v1::Prompt prompt = bot.AwaitPrompt();
    proxy_.Hold();
    bot.Send(RawBot::ActFor(prompt, 0));
    proxy_.AwaitHeld();
    return match;
  }
  grpc::Status List() {
    grpc::ClientContext context;
    v1::ListMatchesResponse list;
    return matches_->ListMatches(&context, {}, &list);
  }
  static void ExpectToldToComeLater(const grpc::Status& status) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
    EXPECT_THAT(status.error_message(), HasSubstr("store has not answered"));
  }

  PostgresServer& database_ = PostgresServer::Shared();
  PostgresProxy proxy_{database_.folder()};
};

TEST_F(HangingDatabaseTest, ABotInAMatchMissesNothingButItsAcknowledgement) {
  RawBot x(*play_, "x");
  HangInAMatchOf(x);
  v1::PlayRequest ping;
  ping.mutable_ping()->set_nonce(7);
  x.Send(ping);
  const std::optional<v1::PlayResponse> next = x.Read();
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->pong().nonce(), 7) << next->ShortDebugString();
  proxy_.Release();
  const v1::MatchResult result = x.PlayToTheEnd().result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(result.faults_size(), 0);
}

TEST_F(HangingDatabaseTest, WhatNeedsNoStoreIsAnswered) {
  RawBot x(*play_, "x");
  const v1::Match match = HangInAMatchOf(x);
  EXPECT_TRUE(testing::IsServing(channel_));
  EXPECT_EQ(Get(match.match_id()).state(), v1::Match::STATE_RUNNING);
  grpc::ClientContext context;
  v1::ListGamesResponse games;
  EXPECT_TRUE(v1::CatalogueService::NewStub(channel_)
                  ->ListGames(&context, {}, &games)
                  .ok());
}

TEST_F(HangingDatabaseTest, WhoNeedsTheStoreIsToldToComeLater) {
  RawBot x(*play_, "x");
  HangInAMatchOf(x);
  ExpectToldToComeLater(List());
  RawBot newcomer(*play_);
  newcomer.SayHello("y");
  ExpectToldToComeLater(newcomer.Finish());
  proxy_.Release();
  while (!List().ok()) {
  }
}

}  // namespace
}  // namespace arena::referee
