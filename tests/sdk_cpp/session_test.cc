// What a bot sees of a session, and the referee of a bot.
#include "sdk/cpp/session.h"

#include <gmock/gmock.h>

#include <barrier>
#include <latch>
#include <stdexcept>

#include "tests/sdk_cpp/session_fixture.h"

namespace pentathlon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

TEST_F(SessionTest, HelloCarriesTheOptions) {
  options_.version = "1.5";
  options_.games = {"octrix", "ordo"};
  options_.max_matches = 3;
  options_.events = true;
  StartReferee();
  Run();
  const v1::Hello hello = referee_->Accept()->Welcome("token");
  EXPECT_EQ(hello.ShortDebugString(),
            "name: \"ada\" version: \"1.5\" language: \"c++\" "
            "max_matches: 3 "
            "capabilities: CAPABILITY_TEXT capabilities: CAPABILITY_EVENTS "
            "capabilities: CAPABILITY_REDIRECT "
            "plays { game: \"octrix\" } plays { game: \"ordo\" }");
}

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

TEST_F(SessionTest, TokenTravelsAsMetadata) {
  options_.token = "secret";
  EXPECT_EQ(Connect()->Metadata("authorization"), "Bearer secret");
}

TEST_F(SessionTest, ReadyComesAfterTheBotIsSetUp) {
  std::latch set_up(1);
  script_.on_start = [&](const v1::MatchStart&) { set_up.wait(); };
  const auto stream = Connect();
  stream->SendStart("m1", 2);
  EXPECT_TRUE(stream->Ping(1).nonce());  // And not the ready.
  set_up.count_down();
  EXPECT_EQ(stream->Receive().ready().ShortDebugString(),
            "match_id: \"m1\" seat: 2");
}

TEST_F(SessionTest, ABotMayDeclineInsteadOfBeingReady) {
  script_.on_start = [](const v1::MatchStart&) {
    throw Decline("not\nwith me" + std::string(188, '.') + "\u00e9");
  };
  const auto stream = Connect();
  stream->SendStart("m1", 2);
  const v1::Decline decline = stream->Receive().decline();
  EXPECT_EQ(decline.match_id(), "m1");
  EXPECT_EQ(decline.seat(), 2u);
  // Without the half of the last letter that would still fit.
  EXPECT_EQ(decline.reason(), "not with me" + std::string(188, '.'));
  stream->SendStart("m1", 2, /*resumed=*/true);
  EXPECT_EQ(stream->Receive().decline().reason(), decline.reason());
  log_.Await("declined: not");
}

TEST_F(SessionTest, LegalActionIsSentAsItsId) {
  script_.act = [](const Prompt& prompt) { return prompt.actions(1); };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 4);
  EXPECT_EQ(stream->Receive().act().ShortDebugString(),
            "match_id: \"m1\" decision: 4 id: 11");
}

TEST_F(SessionTest, IndexIsSentAsIndex) {
  script_.act = [](const Prompt&) { return Choice::Index(1); };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().index(), 1u);
}

TEST_F(SessionTest, IdIsSentAsId) {
  script_.act = [](const Prompt&) { return Choice::Id(10); };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().id(), 10u);
}

TEST_F(SessionTest, TextIsSentAsText) {
  script_.act = [](const Prompt&) { return Choice::Text("H1"); };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().text(), "H1");
}

TEST_F(SessionTest, NoteGoesWithTheAct) {
  script_.act = [](const Prompt&) {
    return Choice::Index(0).WithNote("the only card");
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().note(), "the only card");
}

TEST_F(SessionTest, GameActionIsSentAsSuch) {
  script_.act = [](const Prompt&) {
    v1::GameAction action;
    action.mutable_octrix()->set_card(5);
    return action;
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().action().octrix().card(), 5u);
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

TEST_F(SessionTest, EverySeatHasABotOfItsOwn) {
  Diary made;
  make_bot_ = [&](const v1::MatchStart& start) {
    made.Write(start.match_id() + "/" + std::to_string(start.seat()));
    return std::make_unique<ScriptedBot>(script_);
  };
  const auto stream = Connect();
  stream->Start("m1", 0);
  stream->Start("m1", 2);
  stream->Start("m2", 0);
  EXPECT_THAT(made.entries(), ElementsAre("m1/0", "m1/2", "m2/0"));
}

TEST_F(SessionTest, MatchesAreThoughtAboutAtTheSameTime) {
  std::barrier together(3);
  script_.act = [&](const Prompt&) {
    together.arrive_and_wait();
    return Choice::Index(0);
  };
  const auto stream = Connect();
  for (const char* match : {"m1", "m2", "m3"}) stream->Start(match);
  for (const char* match : {"m1", "m2", "m3"}) stream->SendPrompt(match, 1);
  for (int act = 0; act < 3; ++act) EXPECT_TRUE(stream->Receive().has_act());
}

TEST_F(SessionTest, PingIsAnsweredWhileTheBotThinks) {
  std::latch thought(1);
  script_.act = [&](const Prompt&) {
    thought.wait();
    return Choice::Index(0);
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Ping(99).nonce(), 99u);
  thought.count_down();
  EXPECT_TRUE(stream->Receive().has_act());
}

TEST_F(SessionTest, NewerPromptReplacesTheOneThatWaits) {
  std::latch thinking(1);
  std::latch thought(1);
  script_.act = [&](const Prompt& prompt) {
    if (prompt.decision() == 1) thinking.count_down();
    thought.wait();
    return Choice::Index(0);
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  thinking.wait();
  stream->SendPrompt("m1", 2);
  stream->SendPrompt("m1", 3);
  stream->Ping();  // The session has handed both to the seat.
  thought.count_down();
  EXPECT_EQ(stream->Receive().act().decision(), 1u);
  EXPECT_EQ(stream->Receive().act().decision(), 3u);
}

TEST_F(SessionTest, RepeatedPromptIsAnsweredOnce) {
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().decision(), 1u);
  stream->SendPrompt("m1", 1);
  stream->Ping();  // Else the next prompt might replace this one.
  stream->SendPrompt("m1", 2);
  EXPECT_EQ(stream->Receive().act().decision(), 2u);
}

TEST_F(SessionTest, AnnouncementComesBeforeTheAct) {
  script_.announce = [](const Prompt& prompt) {
    return Choice(prompt.announcements(0));
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1, /*announcements=*/true);
  EXPECT_EQ(stream->Receive().announce().id(), 77u);
  EXPECT_EQ(stream->Receive().act().id(), 10u);
}

TEST_F(SessionTest, AnnouncementIsPossibleWhileOthersDecide) {
  script_.announce = [](const Prompt& prompt) {
    return Choice(prompt.announcements(0));
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1, true, v1::DECISION_KIND_MAY);
  EXPECT_EQ(stream->Receive().announce().id(), 77u);
}

TEST_F(SessionTest, AnIndexIntoTheAnnouncementsIsSentAsId) {
  script_.announce = [](const Prompt&) { return Choice::Index(0); };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1, /*announcements=*/true);
  EXPECT_EQ(stream->Receive().announce().id(), 77u);
}

TEST_F(SessionTest, AnIndexBeyondTheAnnouncementsIsReportedAndNotSent) {
  script_.announce = [](const Prompt&) { return Choice::Index(1); };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1, /*announcements=*/true);
  EXPECT_EQ(stream->Receive().act().id(), 10u);
  log_.Await("index 1 is outside the prompt's 1 announcements");
}

TEST_F(SessionTest, WhatBecameOfAnAnnouncementIsTold) {
  Diary told;
  script_.on_announce_ack = [&](const v1::AnnounceAck& ack) {
    told.Write(std::to_string(ack.status()));
  };
  const auto stream = Connect();
  stream->Start("m1");
  v1::PlayResponse response;
  v1::AnnounceAck& ack = *response.mutable_announce_ack();
  ack.set_match_id("m1");
  ack.set_status(v1::AnnounceAck::STATUS_REFUSED);
  ack.set_message("no such word");
  stream->Send(response);
  told.Await("3");
  log_.Await("announcement refused: no such word");
}

TEST_F(SessionTest, NobodyNeedsToAnnounce) {
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 1, true, v1::DECISION_KIND_MAY);
  stream->Ping();
  stream->SendPrompt("m1", 2);
  EXPECT_EQ(stream->Receive().act().decision(), 2u);
}

TEST_F(SessionTest, EventsReachTheBot) {
  Diary diary;
  script_.on_events = [&](const v1::Events& events) {
    diary.Write("ply " + std::to_string(events.events(0).ply()));
  };
  const auto stream = Connect();
  stream->Start("m1");
  v1::PlayResponse response;
  response.mutable_events()->set_match_id("m1");
  response.mutable_events()->add_events()->set_ply(7);
  stream->Send(response);
  EXPECT_EQ(diary.Await("ply"), "ply 7");
}

TEST_F(SessionTest, AckReachesTheBot) {
  Diary diary;
  script_.on_ack = [&](const v1::ActAck& ack) {
    diary.Write("decision " + std::to_string(ack.decision()));
  };
  const auto stream = Connect();
  stream->Start("m1");
  v1::PlayResponse response;
  response.mutable_act_ack()->set_match_id("m1");
  response.mutable_act_ack()->set_decision(7);
  stream->Send(response);
  EXPECT_EQ(diary.Await("decision"), "decision 7");
}

TEST_F(SessionTest, AckInsideAPromptReachesTheBot) {
  Diary diary;
  script_.on_ack = [&](const v1::ActAck& ack) {
    diary.Write("decision " + std::to_string(ack.decision()));
  };
  const auto stream = Connect();
  stream->Start("m1");
  v1::PlayResponse response;
  v1::Prompt& prompt = *response.mutable_prompt();
  prompt.set_match_id("m1");
  prompt.set_decision(8);
  prompt.set_kind(v1::DECISION_KIND_MUST);
  prompt.add_actions()->set_id(10);
  prompt.mutable_ack()->set_decision(7);
  stream->Send(response);
  EXPECT_EQ(diary.Await("decision"), "decision 7");
}

TEST_F(SessionTest, FaultIsReportedWithTheWordsOfTheReferee) {
  const auto stream = Connect();
  stream->Start("m1");
  v1::PlayResponse response;
  v1::ActAck& ack = *response.mutable_act_ack();
  ack.set_match_id("m1");
  ack.set_decision(7);
  ack.set_status(v1::ActAck::STATUS_FAULT);
  ack.set_fault(v1::FAULT_KIND_ILLEGAL);
  ack.set_message("illegal: H9 is no card");
  stream->Send(response);
  EXPECT_EQ(log_.Await("fault"),
            "match=m1 seat=0 decision=7: fault illegal: H9 is no card");
}

TEST_F(SessionTest, EndReachesTheBot) {
  Diary diary;
  script_.on_end = [&](const v1::MatchEnd& end) {
    diary.Write("end of " + end.match_id());
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendEnd("m1");
  EXPECT_EQ(diary.Await("end"), "end of m1");
}

TEST_F(SessionTest, ExceptionIsReportedWithMatchAndDecision) {
  script_.act = [](const Prompt&) -> Choice {
    throw std::runtime_error("ouch");
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 3);
  EXPECT_EQ(log_.Await("threw"),
            "match=m1 seat=0 decision=3: Act threw std::runtime_error: ouch");
}

TEST_F(SessionTest, DecisionOfABotThatThrowsIsAFaultAtOnce) {
  script_.act = [](const Prompt&) -> Choice { throw 1; };
  const auto stream = Connect();
  stream->Start("m1");
  stream->SendPrompt("m1", 3);
  EXPECT_EQ(stream->Receive().act().ShortDebugString(),
            "match_id: \"m1\" decision: 3");  // No choice.
}

TEST_F(SessionTest, OtherMatchesGoOnAfterAnException) {
  script_.act = [](const Prompt& prompt) {
    if (prompt.match().match_id() == "m1") throw std::runtime_error("ouch");
    return Choice(prompt.actions(0));
  };
  const auto stream = Connect();
  stream->Start("m1");
  stream->Start("m2");
  stream->SendPrompt("m1", 1);
  stream->Receive();
  stream->SendPrompt("m2", 1);
  EXPECT_EQ(stream->Receive().act().id(), 10u);
}

TEST_F(SessionTest, BotThatCannotBeMadeIsReported) {
  make_bot_ = [](const v1::MatchStart&) -> std::unique_ptr<Bot> {
    throw std::runtime_error("no weights");
  };
  Connect()->Start("m1");
  EXPECT_EQ(log_.Await("threw"),
            "match=m1 seat=0: the factory of the bot threw std::runtime_error: "
            "no weights");
}

TEST_F(SessionTest, MatchThatWasNeverStartedIsReported) {
  Connect()->SendPrompt("m9", 1);
  EXPECT_THAT(log_.Await("match=m9"), HasSubstr("never started"));
}

TEST_F(SessionTest, HarmlessErrorIsReported) {
  const auto stream = Connect();
  v1::PlayResponse response;
  response.mutable_error()->set_message("no match m7");
  stream->Send(response);
  EXPECT_THAT(log_.Await("the referee says"), HasSubstr("no match m7"));
}

}  // namespace
}  // namespace pentathlon
