#include "arena/search/matrix_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "arena/core/rng.h"

namespace arena {
namespace {

constexpr double kNear = 1e-9;

MatrixGame GameOf(const std::vector<std::vector<double>>& payoff) {
  MatrixGame game;
  for (const std::vector<double>& row : payoff) {
    std::copy(row.begin(), row.end(), game.payoff[game.rows++].begin());
    game.columns = static_cast<int>(row.size());
  }
  return game;
}

// The same game as the column side sees it.
MatrixGame Turned(const MatrixGame& game) {
  MatrixGame turned;
  turned.rows = game.columns;
  turned.columns = game.rows;
  for (int row = 0; row < game.rows; ++row) {
    for (int column = 0; column < game.columns; ++column) {
      turned.payoff[column][row] = -game.payoff[row][column];
    }
  }
  return turned;
}

// What a strategy of the row side gets at least.
double GuaranteeOf(const MatrixGame& game, const MixedStrategy& strategy) {
  double least = 1e9;
  for (int column = 0; column < game.columns; ++column) {
    double payoff = 0;
    for (int row = 0; row < game.rows; ++row) {
      payoff += strategy.chances[row] * game.payoff[row][column];
    }
    least = std::min(least, payoff);
  }
  return least;
}

TEST(MatrixGameTest, ASaddlePointIsPlayedPure) {
  const MixedStrategy strategy = Solve(GameOf({{1, 2}, {3, 4}}));
  EXPECT_EQ(strategy.value, 3);
  EXPECT_EQ(strategy.chances[1], 1);
}

TEST(MatrixGameTest, RockPaperScissors) {
  const MixedStrategy strategy =
      Solve(GameOf({{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}));
  EXPECT_NEAR(strategy.value, 0, kNear);
  for (int row = 0; row < 3; ++row) {
    EXPECT_NEAR(strategy.chances[row], 1.0 / 3, kNear) << row;
  }
}

// The column side leaves its first column alone.
TEST(MatrixGameTest, TwoRowsAndThreeColumns) {
  const MixedStrategy strategy = Solve(GameOf({{2, 3, 11}, {7, 5, 2}}));
  EXPECT_NEAR(strategy.value, 49.0 / 11, kNear);
  EXPECT_NEAR(strategy.chances[0], 3.0 / 11, kNear);
}

// Each side can guarantee the value, so it is the value.
TEST(MatrixGameTest, BothSidesGuaranteeTheValueOfAnyGame) {
  Rng rng("matrix");
  for (int i = 0; i < 1000; ++i) {
    MatrixGame game;
    game.rows = 1 + static_cast<int>(rng.Below(MatrixGame::kMost));
    game.columns = 1 + static_cast<int>(rng.Below(MatrixGame::kMost));
    for (auto& row : game.payoff) {
      // Few values make many ties.
      for (double& payoff : row) payoff = 0.1 * rng.Below(i % 2 == 0 ? 4 : 999);
    }
    const MixedStrategy rows = Solve(game);
    const MixedStrategy columns = Solve(Turned(game));
    EXPECT_NEAR(GuaranteeOf(game, rows), rows.value, kNear) << i;
    EXPECT_NEAR(GuaranteeOf(Turned(game), columns), -rows.value, kNear) << i;
  }
}

}  // namespace
}  // namespace arena
