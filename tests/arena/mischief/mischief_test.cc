#include "arena/mischief/mischief.h"

#include <gtest/gtest.h>

#include <string>

namespace arena::mischief {
namespace {

v1::PlayResponse Prompt() {
  v1::PlayResponse response;
  response.mutable_prompt()->set_kind(v1::DECISION_KIND_MUST);
  return response;
}
v1::PlayRequest Act() {
  v1::PlayRequest request;
  request.mutable_act();
  return request;
}
int Count(const ToBot& passage, v1::PlayResponse::KindCase kind) {
  int count = 0;
  for (const v1::PlayResponse& told : passage.told) {
    count += told.kind_case() == kind;
  }
  return count;
}

TEST(RehearsalTest, LosesAPromptAndAnAnswerAndStopsOnce) {
  const auto rehearsal = MakeRehearsal();
  std::string story;
  // The bot returns and repeats the lost answer.
  bool answered = true;
  for (int decision = 0; decision < 6; decision += answered) {
    const ToBot passage = rehearsal->OnResponse(Prompt());
    answered = false;
    if (passage.then_end.has_value()) {
      const bool stops = Count(passage, v1::PlayResponse::kDraining) > 0;
      story += stops ? "stops " : "prompt ";
      continue;
    }
    const ToReferee answer = rehearsal->OnRequest(Act());
    answered = answer.told;
    if (answer.then_end.has_value()) story += "answer ";
  }
  EXPECT_EQ(story, "prompt answer stops ");
}

TEST(RehearsalTest, SaysEverythingTwiceAndNewThingsBesides) {
  const ToBot passage = MakeRehearsal()->OnResponse(Prompt());
  EXPECT_EQ(Count(passage, v1::PlayResponse::kPrompt), 2);
  EXPECT_EQ(Count(passage, v1::PlayResponse::KIND_NOT_SET), 2);
  EXPECT_FALSE(passage.then_end.has_value());
}

}  // namespace
}  // namespace arena::mischief
