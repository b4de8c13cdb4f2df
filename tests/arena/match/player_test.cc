// The choices of built-in players.
#include "arena/match/player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

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

Question QuestionOf(uint32_t decision) {
  static const std::vector<Action> legal = [] {
    std::vector<Action> actions(1000);
    std::iota(actions.begin(), actions.end(), 0);
    return actions;
  }();
  return {.seat = 0, .decision = decision, .legal = legal, .observation = {}};
}

TEST(BuiltInPlayerTest, ChoosesTheSameWhenAskedAgainAfterARestart) {
  const auto before = RandomPlayer();
  before->Choose(QuestionOf(1));
  const Action choice = before->Choose(QuestionOf(2));
  EXPECT_EQ(RandomPlayer()->Choose(QuestionOf(2)), choice);
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
  std::set<Action> chosen;
  for (uint32_t decision = 1; decision <= 20; ++decision) {
    chosen.insert(player->Choose(QuestionOf(decision)));
  }
  EXPECT_GT(chosen.size(), 15u);
}

}  // namespace
}  // namespace arena
