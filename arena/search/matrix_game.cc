#include "arena/search/matrix_game.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace arena {
namespace {

constexpr double kTiny = 1e-12;
// Far more than a game of this size takes.
constexpr int kMostPivots = 1000;

// A pure choice of each side from which neither side gains by another, if any.
std::optional<MixedStrategy> SaddlePoint(const MatrixGame& game) {
  MixedStrategy best;
  int best_row = 0;
  best.value = -std::numeric_limits<double>::infinity();
  for (int row = 0; row < game.rows; ++row) {
    const auto begin = game.payoff[row].begin();
    const double least = *std::min_element(begin, begin + game.columns);
    if (least > best.value) {
      best.value = least;
      best_row = row;
    }
  }
  for (int column = 0; column < game.columns; ++column) {
    double most = game.payoff[0][column];
    for (int row = 1; row < game.rows; ++row) {
      most = std::max(most, game.payoff[row][column]);
    }
    if (most > best.value) continue;
    best.chances[best_row] = 1;
    return best;
  }
  return std::nullopt;
}

// The simplex method for the column side: the largest sum of weights of the
// columns such that no row gets more than 1, in a condensed tableau. All
// payoffs are raised above 0 first.
class Tableau {
 public:
  explicit Tableau(const MatrixGame& game)
      : rows_(game.rows), columns_(game.columns) {
    double least = game.payoff[0][0];
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        least = std::min(least, game.payoff[row][column]);
      }
    }
    raised_ = 1 - least;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        cells_[row][column] = game.payoff[row][column] + raised_;
      }
      cells_[row][columns_] = 1;
      row_names_[row] = columns_ + row;
    }
    for (int column = 0; column < columns_; ++column) {
      cells_[rows_][column] = -1;
      column_names_[column] = column;
    }
  }

  MixedStrategy Solve() {
    for (int i = 0; i < kMostPivots; ++i) {
      const std::optional<int> column = Entering();
      if (!column.has_value()) break;
      Pivot(Leaving(*column), *column);
    }
    // The prices of the rows are the strategy of the row side.
    const double sum = cells_[rows_][columns_];
    MixedStrategy solution;
    solution.value = 1 / sum - raised_;
    for (int column = 0; column < columns_; ++column) {
      const int row = column_names_[column] - columns_;
      if (row < 0) continue;
      solution.chances[row] = std::max(0.0, cells_[rows_][column] / sum);
    }
    return solution;
  }

 private:
  // Both choose the lowest name among equals, so that no tableau comes back
  // (Bland's rule).
  std::optional<int> Entering() const {
    std::optional<int> entering;
    for (int column = 0; column < columns_; ++column) {
      if (cells_[rows_][column] >= -kTiny) continue;
      if (!entering.has_value() ||
          column_names_[column] < column_names_[*entering]) {
        entering = column;
      }
    }
    return entering;
  }
  int Leaving(int column) const {
    int leaving = -1;
    double least = 0;
    for (int row = 0; row < rows_; ++row) {
      if (cells_[row][column] <= kTiny) continue;
      const double ratio = cells_[row][columns_] / cells_[row][column];
      if (leaving < 0 || ratio < least ||
          (ratio == least && row_names_[row] < row_names_[leaving])) {
        leaving = row;
        least = ratio;
      }
    }
    return leaving;
  }

  void Pivot(int pivot_row, int pivot_column) {
    const double pivot = cells_[pivot_row][pivot_column];
    for (int row = 0; row <= rows_; ++row) {
      if (row == pivot_row) continue;
      const double factor = cells_[row][pivot_column] / pivot;
      for (int column = 0; column <= columns_; ++column) {
        if (column == pivot_column) continue;
        cells_[row][column] -= factor * cells_[pivot_row][column];
      }
      cells_[row][pivot_column] = -factor;
    }
    for (int column = 0; column <= columns_; ++column) {
      cells_[pivot_row][column] /= pivot;
    }
    cells_[pivot_row][pivot_column] = 1 / pivot;
    std::swap(row_names_[pivot_row], column_names_[pivot_column]);
  }

  static constexpr int kSize = MatrixGame::kMost;

  const int rows_;
  const int columns_;
  double raised_ = 0;
  // The last row is the target, the last column the limits.
  std::array<std::array<double, kSize + 1>, kSize + 1> cells_ = {};
  // Columns of the game count from 0, limits of its rows from `columns_`.
  std::array<int, kSize> row_names_ = {};
  std::array<int, kSize> column_names_ = {};
};

}  // namespace

MixedStrategy Solve(const MatrixGame& game) {
  if (const std::optional<MixedStrategy> saddle = SaddlePoint(game)) {
    return *saddle;
  }
  return Tableau(game).Solve();
}

}  // namespace arena
