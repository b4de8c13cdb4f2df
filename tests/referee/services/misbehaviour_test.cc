// Bots that earn every error reason and every closing status of the play
// service.
#include <gmock/gmock.h>

#include "tests/referee/services/raw_bot.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MisbehaviourTest : public RefereeTest {
 protected:
  // Creates a match that begins when the bot is there.
  std::string CreateFor(const std::vector<std::string>& seats,
                        bool tiny_clock = false) {
    v1::CreateMatchRequest request = Request("octrix", seats);
    if (tiny_clock) {
      v1::Clock& clock = *request.mutable_clock();
      clock.mutable_start_budget()->set_seconds(60);
      clock.mutable_allowance()->set_nanos(1000000);
      clock.mutable_bank();
    }
    v1::Match match;
    const grpc::Status status = Create(request, &match);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return match.match_id();
  }
};

// ---- Hello ----

TEST_F(MisbehaviourTest, TheFirstRequestMustBeHello) {
  StartReferee();
  RawBot bot(*play_);
  v1::PlayRequest request;
  request.mutable_leave();
  bot.Send(request);
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(MisbehaviourTest, ASecondHelloIsAnErrorOnly) {
  StartReferee();
  RawBot bot(*play_, "a");
  v1::PlayRequest request;
  request.mutable_hello();
  bot.Send(request);
  EXPECT_EQ(bot.AwaitError(), v1::ERROR_REASON_PROTOCOL_VIOLATION);
  EXPECT_FALSE(bot.error().fatal());
}

TEST_F(MisbehaviourTest, ABadNameIsRefused) {
  StartReferee();
  RawBot bot(*play_, "no spaces");
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_BAD_HELLO);
  EXPECT_TRUE(bot.error().fatal());
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(MisbehaviourTest, ABadNameIsEchoedWithoutControlCharacters) {
  StartReferee();
  RawBot bot(*play_, "\x1b[31mred");
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_BAD_HELLO);
  EXPECT_THAT(bot.error().message(), Not(HasSubstr("\x1b")));
}

TEST_F(MisbehaviourTest, ANameInUseIsRefused) {
  StartReferee();
  RawBot first(*play_, "a");
  RawBot second(*play_, "a");
  EXPECT_EQ(second.error().reason(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_EQ(second.EndCode(), grpc::StatusCode::ALREADY_EXISTS);
}

TEST_F(MisbehaviourTest, AnUnknownTokenIsRefused) {
  StartReferee();
  RawBot bot(*play_, "a", "made up");
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_UNKNOWN_TOKEN);
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(MisbehaviourTest, ANewerStreamReplacesTheOlder) {
  StartReferee();
  RawBot older(*play_, "a");
  RawBot newer(*play_, "a", older.token());
  EXPECT_EQ(older.EndCode(), grpc::StatusCode::ABORTED);
  EXPECT_EQ(older.error().reason(), v1::ERROR_REASON_SESSION_REPLACED);
}

TEST_F(MisbehaviourTest, AStoppingRefereeSaysSo) {
  StartReferee();
  RawBot bot(*play_, "a");
  server_->Stop();
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_DRAINING);
}

// ---- Hanging up ----

TEST_F(MisbehaviourTest, LeavingEndsTheStreamWithOk) {
  StartReferee();
  RawBot bot(*play_, "a");
  v1::PlayRequest request;
  request.mutable_leave();
  bot.Send(request);
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::OK);
}

TEST_F(MisbehaviourTest, AHalfClosedStreamEndsWithOk) {
  StartReferee();
  RawBot bot(*play_, "a");
  bot.HalfClose();
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::OK);
}

TEST_F(MisbehaviourTest, ABotThatHasLeftComesBackAtOnce) {
  StartReferee();
  for (int i = 0; i < 200; ++i) {
    RawBot bot(*play_, "a");
    ASSERT_NE(bot.token(), "") << bot.error().message();
    v1::PlayRequest request;
    request.mutable_leave();
    i % 2 == 0 ? static_cast<void>(bot.Send(request)) : bot.HalfClose();
    ASSERT_EQ(bot.EndCode(), grpc::StatusCode::OK);
  }
}

TEST_F(MisbehaviourTest, WhoHangsUpDuringHelloLeavesItsNameFree) {
  StartReferee();
  for (int i = 0; i < 300; ++i) {
    RawBot bot(*play_);
    v1::PlayRequest request;
    request.mutable_hello()->set_name("a");
    bot.Send(request);
    bot.context().TryCancel();
  }
  // The referee may hear a little later that the last bot has gone.
  const auto give_up = std::chrono::steady_clock::now() + kPatience / 6;
  bool welcome = false;
  while (!welcome && std::chrono::steady_clock::now() < give_up) {
    welcome = !RawBot(*play_, "a").token().empty();
  }
  EXPECT_TRUE(welcome);
}

TEST_F(MisbehaviourTest, WhoHangsUpInAMatchComesBackWithItsToken) {
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first", "first"});
  std::string token;
  v1::Prompt prompt;
  {
    RawBot bot(*play_, "a");
    token = bot.token();
    prompt = bot.AwaitPrompt();
  }
  RawBot back(*play_, "a", token);
  const v1::PlayResponse start =
      back.ReadUntil([](const auto& m) { return m.has_match_start(); });
  EXPECT_TRUE(start.match_start().resumed());
  EXPECT_EQ(back.AwaitPrompt().decision(), prompt.decision());
  back.Send(RawBot::ActFor(prompt, 0));
  EXPECT_EQ(back.PlayToTheEnd().result().termination(), v1::TERMINATION_NORMAL);
}

// ---- Requests that make no sense ----

TEST_F(MisbehaviourTest, AnEmptyRequestIsAnErrorOnly) {
  StartReferee();
  RawBot bot(*play_, "a");
  bot.Send({});
  EXPECT_EQ(bot.AwaitError(), v1::ERROR_REASON_EMPTY_REQUEST);
}

TEST_F(MisbehaviourTest, AnActForAnUnknownMatchIsAnErrorOnly) {
  StartReferee();
  RawBot bot(*play_, "a");
  v1::PlayRequest request;
  request.mutable_act()->set_match_id("nonsense");
  bot.Send(request);
  EXPECT_EQ(bot.AwaitError(), v1::ERROR_REASON_UNKNOWN_MATCH);
  EXPECT_EQ(bot.error().match_id(), "nonsense");
}

TEST_F(MisbehaviourTest, AnActForAnotherSeatIsAnErrorOnly) {
  StartReferee();
  CreateFor({"bot:a", "first", "first"});
  RawBot bot(*play_, "a");
  v1::PlayRequest request = RawBot::ActFor(bot.AwaitPrompt(), 0);
  request.mutable_act()->set_seat(1);
  bot.Send(request);
  EXPECT_EQ(bot.AwaitError(), v1::ERROR_REASON_NOT_YOUR_SEAT);
}

TEST_F(MisbehaviourTest, ASeatBeyondAllNumbersIsNamedAsItCame) {
  StartReferee();
  CreateFor({"bot:a", "first", "first"});
  RawBot bot(*play_, "a");
  v1::PlayRequest request = RawBot::ActFor(bot.AwaitPrompt(), 0);
  request.mutable_act()->set_seat(4294967295);
  bot.Send(request);
  EXPECT_EQ(bot.AwaitError(), v1::ERROR_REASON_NOT_YOUR_SEAT);
  EXPECT_THAT(bot.error().message(), HasSubstr("seat 4294967295"));
}

TEST_F(MisbehaviourTest, AnActForAClosedDecisionDoesNothing) {
  StartReferee();
  CreateFor({"bot:a", "first", "first"});
  RawBot bot(*play_, "a");
  v1::PlayRequest request = RawBot::ActFor(bot.AwaitPrompt(), 0);
  request.mutable_act()->set_decision(10000);
  bot.Send(request);
  EXPECT_EQ(bot.AwaitAck().status(), v1::ActAck::STATUS_DECISION_CLOSED);
}

TEST_F(MisbehaviourTest, AnOversizedRequestEndsTheStream) {
  StartReferee();
  RawBot bot(*play_, "a");
  v1::PlayRequest request;
  request.mutable_act()->set_match_id(std::string(100 * 1024, 'x'));
  bot.Send(request);
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

// ---- Faults ----

TEST_F(MisbehaviourTest, AnIllegalActOfTwoLosesTheMatch) {
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first"});
  RawBot bot(*play_, "a");
  bot.Send(RawBot::ActFor(bot.AwaitPrompt(), 999));
  const v1::ActAck ack = bot.AwaitAck();
  EXPECT_EQ(ack.fault(), v1::FAULT_KIND_ILLEGAL);
  EXPECT_THAT(ack.message(), HasSubstr("index 999"));
  const v1::Match over = AwaitEnd(match);
  EXPECT_EQ(over.result().termination(), v1::TERMINATION_FORFEIT);
  EXPECT_EQ(over.result().ranks(0), 2u);
}

TEST_F(MisbehaviourTest, AnIllegalActOfThreeIsReplaced) {
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first", "first"});
  RawBot bot(*play_, "a");
  bot.Send(RawBot::ActFor(bot.AwaitPrompt(), 999));
  EXPECT_TRUE(bot.AwaitAck().has_action_id());
  EXPECT_EQ(bot.PlayToTheEnd().result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(MisbehaviourTest, AMalformedActIsAFault) {
  StartReferee();
  CreateFor({"bot:a", "first", "first"});
  RawBot bot(*play_, "a");
  v1::PlayRequest request = RawBot::ActFor(bot.AwaitPrompt(), 0);
  request.mutable_act()->set_text("castle queenside");
  bot.Send(request);
  EXPECT_EQ(bot.AwaitAck().fault(), v1::FAULT_KIND_MALFORMED);
}

TEST_F(MisbehaviourTest, ASilentBotIsLate) {
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first"}, true);
  RawBot bot(*play_, "a");
  bot.AwaitPrompt();
  EXPECT_EQ(bot.AwaitAck().fault(), v1::FAULT_KIND_LATE);
  EXPECT_EQ(AwaitEnd(match).result().faults(0).kind(), v1::FAULT_KIND_LATE);
}

TEST_F(MisbehaviourTest, ASilentBotOfThreeIsPlayedForToTheEnd) {
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first", "first"}, true);
  RawBot bot(*play_, "a");
  bot.AwaitPrompt();
  const v1::Match over = AwaitEnd(match);
  EXPECT_EQ(over.result().faults_size(), 3);
  EXPECT_EQ(over.result().ranks(0), 3u);
}

// ---- Too much ----

TEST_F(MisbehaviourTest, AFloodEndsTheStream) {
  options_.host.limits.max_superfluous_requests = 100;
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first"});
  RawBot bot(*play_, "a");
  bot.AwaitPrompt();
  v1::PlayRequest request;
  request.mutable_ping();
  for (int i = 0; i < 200 && bot.Send(request); ++i) {
  }
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_FLOOD);
  EXPECT_EQ(AwaitEnd(match).result().faults(0).kind(), v1::FAULT_KIND_FLOOD);
}

TEST_F(MisbehaviourTest, AFloodOfAnnouncementsEndsTheStream) {
  options_.host.limits.max_superfluous_requests = 100;
  StartReferee();
  const std::string match = CreateFor({"bot:a", "first"});
  RawBot bot(*play_, "a");
  const v1::Prompt prompt = bot.AwaitPrompt();
  v1::PlayRequest request;
  v1::Announce& announce = *request.mutable_announce();
  announce.set_match_id(prompt.match_id());
  announce.set_decision(prompt.decision());
  announce.set_id(prompt.actions(0).id());
  bot.Send(request);
  const v1::AnnounceAck ack =
      bot.ReadUntil([](const auto& m) { return m.has_announce_ack(); })
          .announce_ack();
  EXPECT_EQ(ack.status(), v1::AnnounceAck::STATUS_REFUSED);
  for (int i = 0; i < 200 && bot.Send(request); ++i) {
  }
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_FLOOD);
  EXPECT_EQ(AwaitEnd(match).result().faults(0).kind(), v1::FAULT_KIND_FLOOD);
}

TEST_F(MisbehaviourTest, WhoDoesNotReadIsSentAway) {
  options_.host.limits.max_superfluous_requests = 1000000;
  options_.host.limits.max_unread_responses = 1000;
  StartReferee();
  RawBot bot(*play_, "a");
  v1::PlayRequest request;
  request.mutable_ping()->set_nonce(1);
  // Sends until the growing windows of both sides are full, and then to the
  // limit.
  for (int i = 0; i < 10000000 && bot.Send(request); ++i) {
  }
  EXPECT_EQ(bot.EndCode(), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(MisbehaviourTest, WhoNeverReadsIsCut) {
  options_.host.limits.max_superfluous_requests = 1000000;
  options_.host.limits.max_unread_responses = 1000;
  options_.host.limits.ping_interval = absl::Seconds(1);
  options_.host.limits.pong_timeout = absl::Seconds(1);
  StartReferee();
  RawBot bot(*play_, "a");
  v1::PlayRequest request;
  request.mutable_ping()->set_nonce(1);
  // Writing fails when the referee has cut the stream.
  const auto give_up = std::chrono::steady_clock::now() + kPatience / 3;
  bool written = true;
  while (written && std::chrono::steady_clock::now() < give_up) {
    written = bot.Send(request);
  }
  EXPECT_FALSE(written);
}

}  // namespace
}  // namespace arena::referee
