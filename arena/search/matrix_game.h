// Games of two sides that choose at the same time, and what one side wins the
// other side loses.
#ifndef ARENA_SEARCH_MATRIX_GAME_H_
#define ARENA_SEARCH_MATRIX_GAME_H_

#include <array>

namespace arena {

// What the row side gets for each pair of choices.
struct MatrixGame {
  static constexpr int kMost = 8;

  // Both in 1..kMost.
  int rows = 0;
  int columns = 0;
  std::array<std::array<double, kMost>, kMost> payoff = {};
};

// A best mixed strategy of the row side, and what it gets at least.
struct MixedStrategy {
  double value = 0;
  // By row; their sum is 1.
  std::array<double, MatrixGame::kMost> chances = {};
};

// Exact but for rounding. The same game has the same solution.
MixedStrategy Solve(const MatrixGame& game);

}  // namespace arena

#endif  // ARENA_SEARCH_MATRIX_GAME_H_
