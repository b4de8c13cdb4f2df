// Freedoms of a program that embeds a session; sdk/conformance has the rest.
#include "sdk/cpp/session.h"

#include <gmock/gmock.h>

#include "tests/sdk_cpp/session_fixture.h"

namespace pentathlon {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST_F(SessionTest, ABotMayDoWithoutText) {
  options_.text = false;
  StartReferee();
  Run();
  EXPECT_THAT(referee_->Accept()->Welcome("token").capabilities(),
              ElementsAre(v1::CAPABILITY_REDIRECT));
}

TEST_F(SessionTest, WithoutANameItPlaysTheGamesOfThisSdk) {
  std::vector<std::string> games;
  for (const v1::GameSupport& plays : GamesPlayed(options_)) {
    games.push_back(plays.game());
  }
  EXPECT_THAT(games, UnorderedElementsAre("doppelkopf", "octrix", "ordago",
                                          "ordo", "seconds"));
}

TEST_F(SessionTest, AGameThatTheSdkDoesNotKnowCanBeNamed) {
  options_.games = {"chess"};
  ASSERT_EQ(GamesPlayed(options_).size(), 1u);
  EXPECT_EQ(GamesPlayed(options_)[0].game(), "chess");
}

TEST_F(SessionTest, OfWhatTheProgramPlaysTheNamedGamesAreLeft) {
  options_.plays.emplace_back().set_game("octrix");
  options_.plays.back().add_seats(3);
  options_.plays.emplace_back().set_game("ordo");
  options_.games = {"octrix", "seconds"};
  ASSERT_EQ(GamesPlayed(options_).size(), 1u);
  EXPECT_EQ(GamesPlayed(options_)[0].ShortDebugString(),
            "game: \"octrix\" seats: 3");
}

TEST_F(SessionTest, PromptKnowsItsMatch) {
  script_.act = [](const Prompt& prompt) {
    return Choice::Text(prompt.match().game());
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().text(), "octrix");
}

TEST_F(SessionTest, EventsAreAskedForIfTheBotHasTheFunction) {
  class Watcher : public Bot {
    Choice Act(const Prompt& prompt) override { return prompt.actions(0); }
    void OnEvents(const v1::Events&) override {}
  };
  class OpenWatcher : public Watcher {
   public:
    void OnEvents(const v1::Events&) override {}
  };
  class Plain : public Bot {
    Choice Act(const Prompt& prompt) override { return prompt.actions(0); }
  };
  EXPECT_TRUE(kHasOnEvents<Watcher>);
  EXPECT_TRUE(kHasOnEvents<OpenWatcher>);
  EXPECT_FALSE(kHasOnEvents<Plain>);
}

TEST_F(SessionTest, StopIsSuccess) {
  const auto stream = Connect();
  stream->Ping();
  session_->Stop();
  EXPECT_TRUE(Join().ok());
}

TEST_F(SessionTest, NoDecisionIsOpenAfterTheEnd) {
  script_.act = [](const Prompt& prompt) {
    while (prompt.IsOpen()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return Choice(prompt.actions(0));
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  stream->Ping();
  stream->End(grpc::Status::OK);
  EXPECT_TRUE(Join().ok());
  log_.Await("match=m1 seat=0: left unfinished");
}

TEST_F(SessionTest, StopEndsTheWaitingForAReferee) {
  options_.first_backoff = std::chrono::hours(1);
  options_.give_up_after = std::chrono::hours(2);
  Run();
  log_.Await("no connection");
  session_->Stop();
  EXPECT_TRUE(Join().ok());
}

TEST_F(SessionTest, LeavingWhileTheRefereeDoesNotAnswerIsSuccess) {
  StartReferee();
  Run();
  const auto stream = referee_->Accept();
  stream->Receive();
  session_->Leave();
  EXPECT_TRUE(Join().ok());
}

TEST_F(SessionTest, ItKnowsThatItWasReplaced) {
  const auto stream = Connect();
  v1::PlayResponse response;
  response.mutable_error()->set_reason(v1::ERROR_REASON_SESSION_REPLACED);
  stream->Send(response);
  stream->End(grpc::Status::OK);
  EXPECT_TRUE(Join().ok());
  EXPECT_TRUE(session_->replaced());
}

}  // namespace
}  // namespace pentathlon
