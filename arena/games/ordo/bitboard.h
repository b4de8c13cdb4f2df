// Sets of squares of the 10 x 8 Ordo board, kept in one 128-bit number.
#ifndef ARENA_GAMES_ORDO_BITBOARD_H_
#define ARENA_GAMES_ORDO_BITBOARD_H_

#include <array>
#include <bit>
#include <cstdint>

namespace arena::ordo {

inline constexpr int kColumns = 10;
inline constexpr int kRows = 8;
inline constexpr int kSquares = kColumns * kRows;

// (row - 1) * 10 + column: a1 = 0, j1 = 9, a2 = 10, j8 = 79.
using Square = int;
constexpr int RowOf(Square square) { return square / kColumns; }
constexpr int ColumnOf(Square square) { return square % kColumns; }

// A set of squares; bit n is square n, the bits from 80 on are zero.
__extension__ typedef unsigned __int128 Bits;

// ---- Single squares ----

constexpr Bits BitOf(Square square) { return Bits{1} << square; }
constexpr bool Has(Bits set, Square square) {
  return (static_cast<unsigned>(set >> square) & 1) != 0;
}
constexpr int Count(Bits set) {
  return std::popcount(static_cast<uint64_t>(set)) +
         std::popcount(static_cast<uint64_t>(set >> 64));
}
// Requires: the set is not empty.
constexpr Square Lowest(Bits set) {
  const auto low = static_cast<uint64_t>(set);
  if (low != 0) return std::countr_zero(low);
  return 64 + std::countr_zero(static_cast<uint64_t>(set >> 64));
}
constexpr Square Highest(Bits set) {
  const auto high = static_cast<uint64_t>(set >> 64);
  if (high != 0) return 127 - std::countl_zero(high);
  return 63 - std::countl_zero(static_cast<uint64_t>(set));
}
constexpr Bits LowestBit(Bits set) { return set & -set; }

// Calls visit(square) for each square of the set, ascending.
template <typename Visit>
constexpr void ForEach(Bits set, Visit visit) {
  for (auto low = static_cast<uint64_t>(set); low != 0; low &= low - 1) {
    visit(std::countr_zero(low));
  }
  for (auto high = static_cast<uint64_t>(set >> 64); high != 0;
       high &= high - 1) {
    visit(64 + std::countr_zero(high));
  }
}

// ---- Rows, columns, runs ----

inline constexpr Bits kBoard = BitOf(kSquares) - 1;
constexpr Bits RowBits(int row) { return Bits{0x3FF} << (row * kColumns); }
inline constexpr Bits kColumnA = [] {
  Bits column = 0;
  for (int row = 0; row < kRows; ++row) column |= BitOf(row * kColumns);
  return column;
}();
inline constexpr Bits kColumnJ = kColumnA << (kColumns - 1);

// The squares of the row or column from one end to the other. Requires: both
// on one line, from <= end.
constexpr Bits RunBits(Square from, Square end) {
  const Bits up_to_end = (BitOf(end) << 1) - 1;
  if (RowOf(from) == RowOf(end)) return up_to_end & ~(BitOf(from) - 1);
  return up_to_end & (kColumnA << from);
}

// ---- Steps ----

// A direction: columns to the right and rows up, each -1, 0 or 1.
template <int kDx, int kDy>
struct Direction {
  static constexpr int kStep = kDy * kColumns + kDx;
  static constexpr int kIndex = (kDy + 1) * 3 + kDx + 1;
};

// All squares one step further. Requires: none of them leaves the board.
template <typename D>
constexpr Bits Move(Bits set) {
  if constexpr (D::kStep >= 0) {
    return set << D::kStep;
  } else {
    return set >> -D::kStep;
  }
}
// Likewise; squares that leave the board vanish.
template <int kDx, int kDy>
constexpr Bits Step(Bits set) {
  if constexpr (kDx > 0) set &= ~kColumnJ;
  if constexpr (kDx < 0) set &= ~kColumnA;
  set = Move<Direction<kDx, kDy>>(set);
  if constexpr (kDy > 0) set &= kBoard;
  return set;
}

// ---- Groups (pieces that touch by side or corner) ----

// The set and all its neighbours.
constexpr Bits Widen(Bits set) {
  const Bits row = set | Step<1, 0>(set) | Step<-1, 0>(set);
  return row | Step<0, 1>(row) | Step<0, -1>(row);
}
// The pieces that are in one group with a seed.
constexpr Bits GroupOf(Bits seed, Bits pieces) {
  for (;;) {
    const Bits wider = Widen(seed) & pieces;
    if (wider == seed) return seed;
    seed = wider;
  }
}
constexpr bool IsConnected(Bits pieces) {
  return GroupOf(LowestBit(pieces), pieces) == pieces;
}

// A square and its neighbours, by square.
inline constexpr std::array<Bits, kSquares> kAround = [] {
  std::array<Bits, kSquares> around = {};
  for (Square s = 0; s < kSquares; ++s) around[s] = Widen(BitOf(s));
  return around;
}();

// ---- Rays ----

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

// The squares that a piece sees in one direction: up to and with the first
// occupied one.
template <typename D>
constexpr Bits Ray(Square from, Bits occupied) {
  const Bits ray = kRays[D::kIndex][from];
  const Bits blockers = ray & occupied;
  if constexpr (D::kStep > 0) {
    // All bits up to the lowest blocker; all bits if there is none.
    return ray & (blockers ^ (blockers - 1));
  } else {
    // All bits from the highest blocker on; from bit 0 if there is none.
    return ray & (~Bits{0} << Highest(blockers | 1));
  }
}

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_BITBOARD_H_
