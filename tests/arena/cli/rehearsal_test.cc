// A bot is asked again every question that a seat was asked.
#include "arena/cli/records/rehearsal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace arena::cli {
namespace {

using ::testing::ElementsAre;

v1::PlayResponse Start() {
  v1::PlayResponse response;
  response.mutable_match_start()->set_match_id("m");
  return response;
}

// Three actions: 10 with the text H1, 11 with the text H2, 12 without a text.
v1::PlayResponse Asked(uint32_t decision,
                       v1::DecisionKind kind = v1::DECISION_KIND_MUST) {
  v1::PlayResponse response;
  v1::Prompt& prompt = *response.mutable_prompt();
  prompt.set_match_id("m");
  prompt.set_decision(decision);
  prompt.set_kind(kind);
  for (const auto& [id, text] :
       {std::pair(10, "H1"), std::pair(11, "H2"), std::pair(12, "")}) {
    v1::LegalAction& action = *prompt.add_actions();
    action.set_id(id);
    action.set_text(text);
    action.mutable_action()->mutable_octrix()->set_card(id);
  }
  v1::LegalAction& re = *prompt.add_announcements();
  re.set_id(70);
  re.set_text("re");
  return response;
}

v1::PlayResponse Played(uint32_t decision, uint32_t action_id) {
  v1::PlayResponse response;
  response.mutable_act_ack()->set_decision(decision);
  response.mutable_act_ack()->set_action_id(action_id);
  return response;
}

v1::PlayResponse Events() {
  v1::PlayResponse response;
  response.mutable_events();
  return response;
}

v1::PlayResponse End() {
  v1::PlayResponse response;
  response.mutable_match_end()->set_match_id("m");
  return response;
}

v1::PlayRequest Hello(bool events = false) {
  v1::PlayRequest request;
  request.mutable_hello()->set_name("eve");
  if (events) request.mutable_hello()->add_capabilities(v1::CAPABILITY_EVENTS);
  return request;
}

v1::PlayRequest Ready() {
  v1::PlayRequest request;
  request.mutable_ready()->set_match_id("m");
  return request;
}

v1::PlayRequest ActAt(uint32_t decision) {
  v1::PlayRequest request;
  request.mutable_act()->set_match_id("m");
  request.mutable_act()->set_decision(decision);
  return request;
}

std::vector<v1::PlayRequest> First(const v1::Prompt& prompt) {
  v1::PlayRequest act = ActAt(prompt.decision());
  act.mutable_act()->set_index(0);
  return {act};
}

// Answers each MatchStart, Ping and Prompt by hand.
class RehearsalTest : public ::testing::Test {
 protected:
  using Answer = std::function<std::vector<v1::PlayRequest>(const v1::Prompt&)>;

  // Returns the status of the stream.
  grpc::StatusCode Play(const std::vector<v1::PlayResponse>& messages,
                        const Answer& answer,
                        const v1::PlayRequest& hello = Hello(),
                        const v1::PlayRequest& ready = Ready()) {
    server_ = nullptr;
    rehearsal_ = std::make_unique<Rehearsal>(
        messages, [this](const std::string& line) { told_.push_back(line); });
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address_, grpc::InsecureServerCredentials());
    builder.RegisterService(rehearsal_.get());
    server_ = builder.BuildAndStart();
    return Connect(answer, hello, ready);
  }

  grpc::StatusCode Connect(const Answer& answer, const v1::PlayRequest& hello,
                           const v1::PlayRequest& ready) {
    const auto stub = v1::PlayService::NewStub(
        grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    const auto stream = stub->Play(&context);
    stream->Write(hello);
    v1::PlayResponse response;
    while (stream->Read(&response)) {
      seen_.push_back(response.kind_case());
      if (response.has_match_start()) stream->Write(ready);
      if (response.has_ping()) {
        v1::PlayRequest pong;
        pong.mutable_pong()->set_nonce(response.ping().nonce());
        stream->Write(pong);
      }
      if (!response.has_prompt()) continue;
      for (const v1::PlayRequest& request : answer(response.prompt())) {
        stream->Write(request);
      }
    }
    return stream->Finish().error_code();
  }

  // The line about a decision with this answer.
  std::string LineOf(const v1::PlayRequest& act) {
    told_.clear();
    Play({Start(), Asked(4), End()},
         [&](const v1::Prompt&) { return std::vector<v1::PlayRequest>{act}; });
    return told_.empty() ? "" : told_.front();
  }

  const std::string address_ =
      "unix:" + ::testing::TempDir() + "rehearsal_test";
  std::vector<std::string> told_;
  std::vector<v1::PlayResponse::KindCase> seen_;
  std::unique_ptr<Rehearsal> rehearsal_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(RehearsalTest, EachDecisionIsToldWithWhatWasPlayed) {
  EXPECT_EQ(
      Play({Start(), Asked(4), Played(4, 10), Asked(5), Played(5, 12), End()},
           First),
      grpc::StatusCode::OK);
  EXPECT_THAT(told_, ElementsAre("decision 4: 0 H1",
                                 "decision 5: 0 H1 (played: 2 id 12)",
                                 "2 decisions, 1 as played"));
  EXPECT_EQ(rehearsal_->state(), Rehearsal::State::kAnswered);
}

TEST_F(RehearsalTest, EachFormOfAChoiceIsFoundInTheList) {
  v1::PlayRequest by_index = ActAt(4);
  by_index.mutable_act()->set_index(1);
  v1::PlayRequest by_id = ActAt(4);
  by_id.mutable_act()->set_id(11);
  v1::PlayRequest by_text = ActAt(4);
  by_text.mutable_act()->set_text("H2");
  v1::PlayRequest by_action = ActAt(4);
  by_action.mutable_act()->mutable_action()->mutable_octrix()->set_card(11);
  for (const auto& act : {by_index, by_id, by_text, by_action}) {
    EXPECT_EQ(LineOf(act), "decision 4: 1 H2");
  }
}

TEST_F(RehearsalTest, AChoiceOutsideTheListHasNoIndex) {
  v1::PlayRequest act = ActAt(4);
  act.mutable_act()->set_text("H9");
  EXPECT_EQ(LineOf(act), "decision 4: - H9");
  act.mutable_act()->set_id(99);
  EXPECT_EQ(LineOf(act), "decision 4: - id 99");
  act.mutable_act()->mutable_action();
  EXPECT_EQ(LineOf(act), "decision 4: - not offered");
  act.mutable_act()->set_index(7);
  EXPECT_EQ(LineOf(act), "decision 4: - not offered");
}

TEST_F(RehearsalTest, ADecisionWithoutAChoiceIsNotAnswered) {
  Play({Start(), Asked(4), Played(4, 10), Asked(5), Played(5, 10), End()},
       [](const v1::Prompt& prompt) {
         return prompt.decision() == 4 ? std::vector<v1::PlayRequest>{ActAt(4)}
                                       : First(prompt);
       });
  EXPECT_THAT(told_, ElementsAre("decision 4: no choice", "decision 5: 0 H1",
                                 "2 decisions, 1 as played"));
  EXPECT_EQ(rehearsal_->state(), Rehearsal::State::kAnsweredInPart);
}

std::vector<v1::PlayRequest> SayRe(const v1::Prompt& prompt) {
  v1::PlayRequest announce;
  announce.mutable_announce()->set_decision(prompt.decision());
  announce.mutable_announce()->set_id(70);
  if (prompt.kind() == v1::DECISION_KIND_MAY) return {announce};
  return {announce, First(prompt)[0]};
}

TEST_F(RehearsalTest, APromptOfKindMayAsksForNoAct) {
  Play({Start(), Asked(3, v1::DECISION_KIND_MAY), Asked(4), End()}, SayRe);
  EXPECT_THAT(
      told_,
      ElementsAre("decision 3: announces 0 re", "decision 4: announces 0 re",
                  "decision 4: 0 H1", "1 decisions, 0 as played"));
}

TEST_F(RehearsalTest, APromptThatComesAgainIsAnsweredOnce) {
  Play({Start(), Asked(4), Asked(4), Played(4, 10), End()}, First);
  EXPECT_THAT(told_,
              ElementsAre("decision 4: 0 H1", "1 decisions, 1 as played"));
}

TEST_F(RehearsalTest, OnlyABotThatWantsEventsGetsThem) {
  const auto events = [this] {
    return std::count(seen_.begin(), seen_.end(), v1::PlayResponse::kEvents);
  };
  Play({Start(), Events(), Asked(4), End()}, First);
  EXPECT_EQ(events(), 0);
  Play({Start(), Events(), Asked(4), End()}, First, Hello(/*events=*/true));
  EXPECT_EQ(events(), 1);
}

TEST_F(RehearsalTest, ABotThatDeclinesIsAskedNothing) {
  v1::PlayRequest decline;
  decline.mutable_decline()->set_reason("not today");
  Play({Start(), Asked(4), End()}, First, Hello(), decline);
  EXPECT_THAT(told_, ElementsAre("declined: not today"));
  EXPECT_EQ(rehearsal_->state(), Rehearsal::State::kBegun);
}

TEST_F(RehearsalTest, ASecondBotIsRefused) {
  Play({Start(), Asked(4), End()}, First);
  EXPECT_EQ(Connect(First, Hello(), Ready()),
            grpc::StatusCode::FAILED_PRECONDITION);
}

TEST_F(RehearsalTest, AStreamBeginsWithAHello) {
  EXPECT_EQ(Play({Start(), End()}, First, Ready()),
            grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace arena::cli
