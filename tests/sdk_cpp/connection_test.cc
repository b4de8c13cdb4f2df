// Lost streams, restarted referees, tokens, and the ends of a session.
#include "sdk/cpp/connection.h"

#include <gmock/gmock.h>

#include <fstream>
#include <latch>
#include <memory>

#include "sdk/cpp/token_file.h"
#include "tests/sdk_cpp/session_fixture.h"

namespace pentathlon {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

using ConnectionTest = SessionTest;

TEST_F(ConnectionTest, NormalEndIsSuccess) {
  Connect()->End(grpc::Status::OK);
  EXPECT_TRUE(Join().ok());
}

TEST_F(ConnectionTest, StopIsSuccess) {
  const auto stream = Connect();
  stream->Ping();
  session_->Stop();
  EXPECT_TRUE(Join().ok());
}

TEST_F(ConnectionTest, LostStreamIsResumedWithTheToken) {
  Connect()->End(kLost);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(ConnectionTest, EveryWelcomeRenewsTheToken) {
  Connect()->End(kLost);
  Reconnect()->End(kLost);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-2");
}

TEST_F(ConnectionTest, RestartedRefereeIsFound) {
  Connect();
  referee_.reset();
  StartReferee();
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(ConnectionTest, RefereeThatIsNotThereYetIsAwaited) {
  Run();
  log_.Await("no connection");
  StartReferee();
  EXPECT_EQ(referee_->Accept()->Receive().hello().name(), "ada");
}

TEST_F(ConnectionTest, GivesUpInTheEnd) {
  options_.give_up_after = std::chrono::milliseconds(0);
  Run();
  const grpc::Status status = Join();
  EXPECT_THAT(
      status.error_message(),
      HasSubstr("no referee at " + options_.address + " (without TLS)"));
}

TEST_F(ConnectionTest, StopEndsTheWaitingForAReferee) {
  options_.first_backoff = std::chrono::hours(1);
  options_.give_up_after = std::chrono::hours(2);
  Run();
  log_.Await("no connection");
  session_->Stop();
  EXPECT_TRUE(Join().ok());
}

TEST_F(ConnectionTest, RefereeThatDrainsIsAwaited) {
  Connect()->Fail(v1::ERROR_REASON_DRAINING, "I stop",
                  grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(ConnectionTest, BotThatWasTakenForGoneComesBack) {
  Connect()->Fail(v1::ERROR_REASON_PONG_TIMEOUT, "no pong",
                  grpc::StatusCode::ABORTED);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(ConnectionTest, FatalErrorEndsTheSessionWithItsMessage) {
  StartReferee();
  Run();
  const auto stream = referee_->Accept();
  stream->Fail(v1::ERROR_REASON_NAME_IN_USE,
               "ada is connected already; choose another hello.instance",
               grpc::StatusCode::ALREADY_EXISTS);
  EXPECT_THAT(Join().error_message(),
              HasSubstr("ended the session: ada is connected already; "
                        "choose another --instance"));
}

TEST_F(ConnectionTest, FatalErrorIsNoSuccessEvenIfTheStreamEndsWell) {
  Connect()->Fail(v1::ERROR_REASON_FLOOD, "too much", grpc::StatusCode::OK);
  EXPECT_FALSE(Join().ok());
}

TEST_F(ConnectionTest, RefusalEndsTheSessionWithItsMessage) {
  StartReferee();
  Run();
  referee_->Accept()->End({grpc::StatusCode::UNAUTHENTICATED, "no token"});
  EXPECT_THAT(Join().error_message(), HasSubstr("no token"));
}

TEST_F(ConnectionTest, EndBeforeTheWelcomeIsNoSuccess) {
  StartReferee();
  Run();
  referee_->Accept()->End(grpc::Status::OK);
  EXPECT_FALSE(Join().ok());
}

TEST_F(ConnectionTest, UnknownTokenStartsAfresh) {
  Connect()->End(kLost);
  referee_->Accept()->Fail(v1::ERROR_REASON_UNKNOWN_TOKEN, "who?",
                           grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "");
}

TEST_F(ConnectionTest, UnknownTokenIsFatalWhereNoneWasSent) {
  StartReferee();
  Run();
  referee_->Accept()->Fail(v1::ERROR_REASON_UNKNOWN_TOKEN, "who?",
                           grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(Join().error_message(), HasSubstr("ended the session: who?"));
}

TEST_F(ConnectionTest, LeaveIsSent) {
  const auto stream = Connect();
  stream->Ping();
  session_->Leave();
  EXPECT_TRUE(stream->Receive().has_leave());
}

TEST_F(ConnectionTest, LeaveHoldsAfterAReconnection) {
  const auto stream = Connect();
  stream->Start("m1");
  session_->Leave();
  stream->End(kLost);
  EXPECT_TRUE(Reconnect()->Receive().has_leave());
}

// Bots across a lost stream.

TEST_F(ConnectionTest, BotKeepsItsSeatWhenTheMatchGoesOn) {
  Diary made;
  make_bot_ = [&](const v1::MatchStart&) {
    made.Write("bot");
    return std::make_unique<ScriptedBot>(script_);
  };
  auto stream = Connect();
  stream->Start("m1");
  stream->End(kLost);
  Reconnect()->Start("m1", 0, /*resumed=*/true);
  EXPECT_EQ(made.entries().size(), 1u);
}

TEST_F(ConnectionTest, AnswerThatMayBeLostIsRepeatedWithoutThinking) {
  int thoughts = 0;
  script_.act = [&](const Prompt&) { return Choice::Id(100 + ++thoughts); };
  auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  stream->Receive();
  stream->End(kLost);
  stream = Reconnect();
  stream->Start("m1", 0, /*resumed=*/true);
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().id(), 101u);
}

TEST_F(ConnectionTest, AnAnnouncementBeforeALostAnswerIsRepeatedWithIt) {
  script_.announce = [](const Prompt&) { return Choice::Index(0); };
  auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1, /*announcements=*/true);
  stream->Receive();
  stream->Receive();
  stream->End(kLost);
  stream = Reconnect();
  stream->Start("m1", 0, /*resumed=*/true);
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().announce().id(), 77u);
  EXPECT_EQ(stream->Receive().act().id(), 10u);
}

TEST_F(ConnectionTest, ReadyDoesNotWaitForABotThatThinksAcrossTheLoss) {
  std::latch thought(1);
  script_.act = [&](const Prompt&) {
    thought.wait();
    return Choice::Index(0);
  };
  auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  stream->Ping();
  stream->End(kLost);
  stream = Reconnect();
  EXPECT_EQ(stream->Start("m1", 0, /*resumed=*/true).match_id(), "m1");
  thought.count_down();
  EXPECT_EQ(stream->Receive().act().decision(), 1u);
}

TEST_F(ConnectionTest, AnswerForALostSessionIsNotSent) {
  // The bot's own: it may come to think only when the test is over.
  const auto thought = std::make_shared<std::latch>(1);
  script_.act = [thought](const Prompt& prompt) {
    if (prompt.match().match_id() == "m1") thought->wait();
    return Choice::Index(0);
  };
  auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  stream->Ping();
  stream->End(kLost);
  stream = Reconnect(/*resumed=*/false);
  stream->Ping();
  thought->count_down();
  stream->Start("m2");
  stream->SendPrompt("m2", 1);
  EXPECT_EQ(stream->Receive().act().match_id(), "m2");
}

// The token file.

TEST_F(ConnectionTest, TokenFileIsReadAtTheStart) {
  options_.token_file = folder_ / "token";
  std::ofstream(options_.token_file) << "kept\n";
  StartReferee();
  Run();
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "kept");
}

TEST_F(ConnectionTest, TokenFileIsWrittenAfterTheWelcome) {
  options_.token_file = folder_ / "token";
  Connect()->Ping();
  EXPECT_EQ(ReadTokenFile(options_.token_file), "token-1");
}

TEST_F(ConnectionTest, TokenFileIsForItsOwnerOnly) {
  options_.token_file = folder_ / "token";
  Connect()->Ping();
  EXPECT_EQ(
      std::filesystem::status(options_.token_file).permissions(),
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(ConnectionTest, TokenFileLeavesNoDraftBehind) {
  options_.token_file = folder_ / "kept" / "token";
  std::filesystem::create_directory(folder_ / "kept");
  Connect()->Ping();
  std::filesystem::directory_iterator files(folder_ / "kept");
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(ConnectionTest, TokenFileThatCannotBeWrittenIsReported) {
  options_.token_file = folder_ / "missing" / "token";
  Connect()->Ping();
  EXPECT_THAT(log_.Await("not kept"), HasSubstr("No such file or directory"));
}

TEST_F(ConnectionTest, AGameThatTheRefereeDoesNotHaveIsReported) {
  options_.games = {"octrix", "octirx"};
  StartReferee();
  Run();
  const auto stream = referee_->Accept();
  stream->Receive();
  v1::PlayResponse response;
  response.mutable_welcome()->set_session_token("token");
  response.mutable_welcome()->add_plays()->set_game("octrix");
  stream->Send(response);
  EXPECT_THAT(log_.Await("--games"), EndsWith("none of: octirx"));
}

}  // namespace
}  // namespace pentathlon
