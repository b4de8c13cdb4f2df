// The squares that a single piece sees along rows, columns and diagonals.
#ifndef ARENA_GAMES_ORDO_RAYS_H_
#define ARENA_GAMES_ORDO_RAYS_H_

#include <array>
#include <bit>
#include <cstdint>

#include "arena/games/ordo/bitboard.h"

namespace arena::ordo {

// The squares from a square (exclusive) to the edge, by direction and square.
using RayTable = std::array<std::array<Bits, kSquares>, 9>;
inline constexpr RayTable kRays = [] {
  RayTable rays = {};
  for (int index = 0; index < 9; ++index) {
    const int dx = index % 3 - 1;
    const int dy = index / 3 - 1;
    if (dx == 0 && dy == 0) continue;
    for (Square s = 0; s < kSquares; ++s) {
      int column = ColumnOf(s) + dx;
      int row = RowOf(s) + dy;
      while (column >= 0 && column < kColumns && row >= 0 && row < kRows) {
        rays[index][s] |= BitOf(row * kColumns + column);
        column += dx;
        row += dy;
      }
    }
  }
  return rays;
}();

// The squares that a piece sees in one direction, up to the first occupied
// square and including it.
template <typename D>
constexpr Bits Ray(Square from, Bits occupied) {
  const Bits ray = kRays[D::kIndex][from];
  const Bits blockers = ray & occupied;
  if constexpr (D::kStep == 1 || D::kStep == -1) {
    // The other word of both is empty.
    const uint64_t word = blockers.low | blockers.high;
    const uint64_t seen =
        D::kStep > 0 ? word ^ (word - 1)
                     : ~uint64_t{0} << (63 - std::countl_zero(word | 1));
    return ray & Bits{seen, seen};
  } else if constexpr (D::kStep > 0) {
    // All bits up to the lowest blocker; all bits if there is none.
    const uint64_t borrow = blockers.low == 0 ? 1 : 0;
    return ray & Bits{blockers.low ^ (blockers.low - 1),
                      blockers.high ^ (blockers.high - borrow)};
  } else {
    // All bits from the highest blocker on; from bit 0 if there is none.
    const uint64_t top = ~uint64_t{0};
    const uint64_t low = top << (63 - std::countl_zero(blockers.low | 1));
    const uint64_t high = top << (63 - std::countl_zero(blockers.high | 1));
    return ray & Bits{blockers.high == 0 ? low : 0, high};
  }
}

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_RAYS_H_
