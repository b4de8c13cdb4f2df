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

TEST(BuiltInSeedTest, DiffersInEachSeatMatchAndAttempt) {
  const Seed seed = *ParseSeed("7");
  std::set<Seed> seeds;
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    for (uint32_t match = 0; match < 300; ++match) {
      for (uint32_t attempt = 0; attempt < 5; ++attempt) {
        seeds.insert(BuiltInSeed(seed, seat, match, attempt));
      }
    }
  }
  EXPECT_EQ(seeds.size(), kMaxSeats * 300u * 5u);
}

// As arena/match/README.md says.
TEST(BuiltInSeedTest, FollowsFromTheMatchSeed) {
  const Seed seed = *ParseSeed("7");
  constexpr uint64_t kFirst = uint64_t{1} << 63;
  EXPECT_EQ(BuiltInSeed(seed, 3), DeriveSeed(seed, kFirst + 3));
  EXPECT_EQ(BuiltInSeed(seed, 3, 5, 2),
            DeriveSeed(seed, kFirst + 2 * (uint64_t{1} << 40) + 5 * 256 + 3));
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
