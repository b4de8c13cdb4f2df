#include "arena/search/ordo_evaluation.h"

#include <array>

namespace arena::ordo {
namespace {

// By rows gone ahead. The way to the goal row grows shorter for all when the
// first pieces arrive, so each row is worth more than the one before it.
constexpr std::array<int, kRows> kRowsAhead = {0, 2, 5, 9, 14, 20, 28, 36};

// A piece whose capture would split its side.
constexpr int kWeakPoint = 5;
// A free square, or one to capture, in front of a piece.
constexpr int kRoom = 1;

int ValueOf(Bits pieces, bool up) {
  int value = 0;
  for (int ahead = 0; ahead < kRows; ++ahead) {
    const int row = up ? ahead : kRows - 1 - ahead;
    value += (kPieceValue + kRowsAhead[ahead]) * Count(pieces & RowBits(row));
  }
  const Bits front = up ? Step<0, 1>(pieces) : Step<0, -1>(pieces);
  value += kRoom * Count(front - pieces);
  value -= kWeakPoint * Count(pieces - LoosePieces(pieces));
  return value;
}

}  // namespace

int Evaluate(const Board& board) {
  return ValueOf(board.own, board.up) - ValueOf(board.enemy, !board.up);
}

}  // namespace arena::ordo
