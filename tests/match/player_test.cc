// What built-in players choose.
#include "arena/match/player.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/testing/toy_game.h"

namespace arena {
namespace {

std::unique_ptr<BuiltInPlayer> RandomPlayer() {
  const auto options = GameOptions::Parse(ToyGame().info->options, "");
  auto player = MakeBuiltIn("random", ToyGame(), 4, *options, *ParseSeed("7"));
  EXPECT_TRUE(player.ok());
  return *std::move(player);
}

v1::Prompt PromptOf(uint32_t decision) {
  v1::Prompt prompt;
  prompt.set_decision(decision);
  for (int i = 0; i < 1000; ++i) prompt.add_actions();
  return prompt;
}

TEST(BuiltInPlayerTest, ChoosesTheSameWhenAskedAgainAfterARestart) {
  const auto before = RandomPlayer();
  before->Choose(PromptOf(1));
  const v1::Act choice = before->Choose(PromptOf(2));
  EXPECT_EQ(RandomPlayer()->Choose(PromptOf(2)).index(), choice.index());
}

TEST(BuiltInPlayerTest, ChoosesAnewAtEveryDecision) {
  const auto player = RandomPlayer();
  std::set<uint32_t> chosen;
  for (uint32_t decision = 1; decision <= 20; ++decision) {
    chosen.insert(player->Choose(PromptOf(decision)).index());
  }
  EXPECT_GT(chosen.size(), 15u);
}

}  // namespace
}  // namespace arena
