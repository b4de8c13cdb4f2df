// A bridge and a program that behaves: a match, announcements, lost
// connections, several matches.
#include <gmock/gmock.h>

#include "tests/arena/bridge/bridge_fixture.h"

namespace arena::bridge {
namespace {

using ::testing::HasSubstr;

TEST_F(BridgeTest, MatchSeatAndDecisionMayBeLeftOut) {
  Program();
  Connect();
  stream_->SendStart("m", /*seat=*/0);
  const v1::Ready ready = stream_->Receive().ready();
  EXPECT_EQ(ready.match_id(), "m");
  const v1::Act act = Ask(3);
  EXPECT_EQ(act.match_id(), "m");
  EXPECT_EQ(act.decision(), 3u);
  // The answer names the action by id, because a list may change on the way.
  EXPECT_EQ(act.id(), 11u);
}

TEST_F(BridgeTest, TheProgramReadsTheMessagesOfTheProtocol) {
  Script("cd " + folder_.string() + R"(
while read -r line; do
  echo "$line" >>lines
  case "$line" in
    '{"matchStart"'*) echo '{"ready":{}}';;
    '{"prompt"'*) echo '{"act":{"id":10,"decision":1,"matchId":"m"}}';;
    '{"matchEnd"'*) echo done >ended;;
  esac
done)");
  Play();
  EXPECT_EQ(Ask(1).id(), 10u);
  SendFault(1);
  stream_->SendEnd("m");
  log_.Await("over");
  stream_->End(grpc::Status::OK);
  thread_.join();
  std::ifstream file(folder_ / "lines");
  std::string line;
  for (const char* begin :
       {"{\"matchStart\":{\"matchId\":\"m\",\"seat\":0,\"game\":\"octrix\"",
        "{\"prompt\":{\"matchId\":\"m\"",
        "{\"actAck\":{\"matchId\":\"m\",\"seat\":0,\"decision\":1",
        "{\"matchEnd\":{\"matchId\":\"m\""}) {
    std::getline(file, line);
    EXPECT_EQ(line.find(begin), 0u) << line;
  }
}

TEST_F(BridgeTest, AnAnnouncementNamesTheNewestDecision) {
  Program("'{\"announce\":{\"id\":77}}\n{\"act\":{\"index\":0}}'");
  Play();
  stream_->SendPrompt("m", 5, /*announcements=*/true);
  const v1::Announce announce = stream_->Receive().announce();
  EXPECT_EQ(announce.decision(), 5u);
  EXPECT_EQ(announce.id(), 77u);
  EXPECT_EQ(announce.match_id(), "m");
  EXPECT_EQ(stream_->Receive().act().id(), 10u);
}

TEST_F(BridgeTest, AnAcknowledgementThatRidesOnAPromptIsALineBeforeIt) {
  Script(R"(read -r start; echo '{"ready":{}}'
read -r first; read -r second
case "$first$second" in '{"actAck"'*'{"prompt"'*) echo '{"act":{"index":1}}';; esac
read -r rest)");
  Play();
  v1::PlayResponse response;
  v1::Prompt& prompt = *response.mutable_prompt();
  prompt.set_match_id("m");
  prompt.set_decision(2);
  prompt.set_kind(v1::DECISION_KIND_MUST);
  prompt.add_actions()->set_id(10);
  prompt.add_actions()->set_id(11);
  prompt.mutable_ack()->set_decision(1);
  stream_->Send(response);
  EXPECT_EQ(stream_->Receive().act().id(), 11u);
}

TEST_F(BridgeTest, AProgramMayDecline) {
  Script(R"(read -r start; echo '{"decline":{"reason":"no hearts"}}'
read -r rest)");
  Connect();
  stream_->SendStart("m");
  const v1::Decline decline = stream_->Receive().decline();
  EXPECT_EQ(decline.match_id(), "m");
  EXPECT_EQ(decline.reason(), "no hearts");
}

TEST_F(BridgeTest, PingsAreAnsweredWhileTheProgramThinks) {
  Script("read -r start; echo '{\"ready\":{}}'; read -r rest; read -r rest");
  Play();
  stream_->SendPrompt("m", 1);
  EXPECT_EQ(stream_->Ping(7).nonce(), 7u);
}

TEST_F(BridgeTest, TheErrorsOfTheProgramAreItsLog) {
  Program("'{\"act\":{\"index\":0}}'", "echo hello >&2");
  ::testing::internal::CaptureStderr();
  Play();
  Ask(1);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("hello\n"));
}

// ---- Lost connections ----

TEST_F(BridgeTest, AnAnswerIsRepeatedOnANewStream) {
  // A bot that is asked twice would choose another action.
  Program("'{\"act\":{\"index\":'$((n))'}}'; n=1", "n=0");
  Play();
  EXPECT_EQ(Ask(4).id(), 10u);
  Reconnect();
  EXPECT_EQ(stream_->Start("m", 0, /*resumed=*/true).match_id(), "m");
  EXPECT_EQ(Ask(4).id(), 10u);
  EXPECT_EQ(Ask(5).id(), 11u);
}

TEST_F(BridgeTest, AQuestionThatIsAskedTwiceIsAnsweredOnce) {
  // The bot answers when both prompts are there.
  Program("-n; [ -z \"$n\" ] || printf '%s\\n%s\\n' '{\"act\":{\"index\":0}}' "
          "'{\"act\":{\"index\":0}}'; n=1");
  Play();
  stream_->SendPrompt("m", 1);
  Reconnect();
  stream_->Start("m", 0, /*resumed=*/true);
  EXPECT_EQ(Ask(1).decision(), 1u);
  // The second answer belongs to the second prompt, and not to the next one.
  stream_->SendPrompt("m", 2);
  EXPECT_EQ(stream_->Receive().act().decision(), 2u);
}

TEST_F(BridgeTest, AStartIsAnsweredAtOnceWhileTheProgramThinks) {
  Script("read -r start; echo '{\"ready\":{}}'; read -r rest; read -r rest");
  Play();
  stream_->SendPrompt("m", 1);
  Reconnect();
  EXPECT_EQ(stream_->Start("m", 0, /*resumed=*/true).match_id(), "m");
}

// ---- Answers that come late ----

TEST_F(BridgeTest, ALateAnswerIsNotTakenForTheNextDecision) {
  Script("cd " + folder_.string() + R"(
read -r start; echo '{"ready":{}}'
read -r first; echo >thinks
while [ ! -e go ]; do sleep 0.01; done
echo '{"act":{"index":0}}'
read -r ack; read -r second
echo '{"act":{"index":1}}'
read -r rest)");
  Play();
  stream_->SendPrompt("m", 1);
  Await("thinks");
  SendFault(1);
  stream_->SendPrompt("m", 2);
  stream_->Ping();
  Touch("go");
  const v1::Act act = stream_->Receive().act();
  EXPECT_EQ(act.decision(), 2u);
  EXPECT_EQ(act.id(), 11u);
  EXPECT_THAT(log_.Await("fault"), HasSubstr("decision=1: fault late"));
}

// ---- Several matches ----

TEST_F(BridgeTest, AProgramGoesOnWithTheNextMatch) {
  Program("'{\"act\":{\"index\":0,\"note\":\"'$$'\"}}'");
  Play();
  const std::string first = Ask(1).note();
  stream_->SendEnd("m");
  stream_->Start("n");
  EXPECT_EQ(Ask(1, "n").note(), first);
}

TEST_F(BridgeTest, MatchesAtTheSameTimeHaveProgramsOfTheirOwn) {
  Program("'{\"act\":{\"index\":0,\"note\":\"'$$'\"}}'");
  Play();
  stream_->Start("n");
  const std::string first = Ask(1).note();
  EXPECT_NE(first, "");
  EXPECT_NE(Ask(1, "n").note(), first);
}

TEST_F(BridgeTest, AProgramThatEndsAfterEachMatchIsStartedForTheNext) {
  Script(R"(
while read -r line; do
  case "$line" in
    '{"matchStart"'*) echo '{"ready":{}}';;
    '{"prompt"'*) echo '{"act":{"index":0,"note":"'$$'"}}';;
    '{"matchEnd"'*) exit 0;;
  esac
done)");
  Play();
  const std::string first = Ask(1).note();
  stream_->SendEnd("m");
  stream_->Start("n");
  const std::string second = Ask(1, "n").note();
  EXPECT_NE(second, "");
  EXPECT_NE(second, first);
  for (const std::string& line : log_.entries()) {
    EXPECT_THAT(line, ::testing::Not(HasSubstr("in the middle")));
  }
}

TEST_F(BridgeTest, WhatIsSaidOfTheMatchBeforeIsIgnored) {
  Script("cd " + folder_.string() + R"(
read -r start; echo '{"ready":{}}'
read -r prompt; echo >thinks
while [ ! -e go ]; do sleep 0.01; done
echo '{"act":{"index":0}}'
read -r end; read -r start; echo '{"ready":{}}'
read -r prompt; echo '{"act":{"index":1}}'
read -r rest)");
  Play();
  stream_->SendPrompt("m", 1);
  Await("thinks");
  stream_->SendEnd("m");
  stream_->SendStart("n");
  stream_->Ping();
  Touch("go");
  EXPECT_EQ(stream_->Receive().ready().match_id(), "n");
  const v1::Act act = Ask(1, "n");
  EXPECT_EQ(act.match_id(), "n");
  EXPECT_EQ(act.id(), 11u);
}

TEST_F(BridgeTest, AfterAnotherSessionNothingIsSaidOfItsMatches) {
  Program();
  Play();
  stream_->End(pentathlon::kLost);
  stream_ = referee_->Accept();
  stream_->Welcome("token-2", /*resumed=*/false);
  log_.Await("left unfinished");
  stream_->Start("n");
  EXPECT_EQ(Ask(1, "n").match_id(), "n");
}

}  // namespace
}  // namespace arena::bridge
