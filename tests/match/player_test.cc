// What built-in players choose.
#include "arena/match/player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/testing/status_matchers.h"
#include "tests/testing/toy_variants.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

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

TEST(BuiltInPlayerTest, GreedyIsRefusedWhereTheGameSuggestsNothing) {
  const Game& plain = toy::VariantGame<toy::PlainState>();
  EXPECT_THAT(MakeBuiltIn("greedy", plain, 3, GameOptions(plain.info->options),
                          *ParseSeed("7"))
                  .status(),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("toy has no greedy player")));
  v1::SeatSpec seat;
  seat.set_built_in("greedy");
  EXPECT_THAT(CheckSeatSpec("seats[0]", seat, plain),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("expected first or random")));
  EXPECT_THAT(CheckSeatSpec("seats[0]", seat, ToyGame()), IsOk());
  seat.set_built_in("random");
  EXPECT_THAT(CheckSeatSpec("seats[0]", seat, plain), IsOk());
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
