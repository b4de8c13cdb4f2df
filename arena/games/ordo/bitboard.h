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

// A set of squares: rows 1 to 4 in one word, rows 5 to 8 in the other, 40 bits
// each; the bits above are zero. Steps along a row therefore never carry from
// word to word, which makes groups quick to find.
struct Bits {
  uint64_t low;
  uint64_t high;

  friend constexpr Bits operator|(Bits a, Bits b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend constexpr Bits operator&(Bits a, Bits b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend constexpr Bits operator^(Bits a, Bits b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  // The squares of a that are not in b.
  friend constexpr Bits operator-(Bits a, Bits b) {
    return {a.low & ~b.low, a.high & ~b.high};
  }
  constexpr Bits& operator|=(Bits other) { return *this = *this | other; }
  constexpr Bits& operator&=(Bits other) { return *this = *this & other; }
  constexpr Bits& operator-=(Bits other) { return *this = *this - other; }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;

  constexpr bool empty() const { return (low | high) == 0; }
};
inline constexpr int kHalf = kSquares / 2;
inline constexpr uint64_t kHalfBits = (uint64_t{1} << kHalf) - 1;
inline constexpr Bits kBoard = {kHalfBits, kHalfBits};

// ---- Single squares ----

constexpr Bits BitOf(Square square) {
  return square < kHalf ? Bits{uint64_t{1} << square, 0}
                        : Bits{0, uint64_t{1} << (square - kHalf)};
}
// False for numbers that are no square.
constexpr bool Has(Bits set, Square square) {
  const uint64_t word = square < kHalf ? set.low : set.high;
  return (word >> (square < kHalf ? square : square - kHalf) & 1) != 0;
}
constexpr int Count(Bits set) {
  return std::popcount(set.low | set.high << kHalf) +
         std::popcount(set.high >> (64 - kHalf));
}
// Requires: the set is not empty.
constexpr Square Lowest(Bits set) {
  return set.low != 0 ? std::countr_zero(set.low)
                      : kHalf + std::countr_zero(set.high);
}
constexpr Square Highest(Bits set) {
  return set.high != 0 ? kHalf + 63 - std::countl_zero(set.high)
                       : 63 - std::countl_zero(set.low);
}
constexpr Bits LowestBit(Bits set) {
  return set.low != 0 ? Bits{set.low & -set.low, 0}
                      : Bits{0, set.high & -set.high};
}

// Calls visit(square) for each square of the set, ascending.
template <typename Visit>
constexpr void ForEach(Bits set, Visit visit) {
  for (; set.low != 0; set.low &= set.low - 1) {
    visit(std::countr_zero(set.low));
  }
  for (; set.high != 0; set.high &= set.high - 1) {
    visit(kHalf + std::countr_zero(set.high));
  }
}

// ---- Rows, columns, runs ----

constexpr Bits RowBits(int row) {
  constexpr uint64_t kRow = (1 << kColumns) - 1;
  return row < kRows / 2 ? Bits{kRow << (row * kColumns), 0}
                         : Bits{0, kRow << ((row - kRows / 2) * kColumns)};
}
// A one in each row of a word.
inline constexpr uint64_t kOnes = kHalfBits / ((1 << kColumns) - 1);
constexpr Bits ColumnBits(int column) {
  return {kOnes << column, kOnes << column};
}
inline constexpr Bits kColumnA = ColumnBits(0);
inline constexpr Bits kColumnJ = ColumnBits(kColumns - 1);

// The squares from 0 to a square, inclusive.
inline constexpr std::array<Bits, kSquares> kUpTo = [] {
  std::array<Bits, kSquares> up_to = {};
  for (Square s = 0; s < kSquares; ++s) {
    up_to[s] = BitOf(s) | (s > 0 ? up_to[s - 1] : Bits{});
  }
  return up_to;
}();

// The squares of a row or column from one end to the other. Requires: both
// ends are on one line, from <= end.
constexpr Bits RunBits(Square from, Square end) {
  const Bits between = (kUpTo[end] - kUpTo[from]) | BitOf(from);
  return end - from < kColumns ? between : between & ColumnBits(ColumnOf(from));
}

// ---- Steps ----

// The set one step further; squares that leave the board vanish.
template <int kDx, int kDy>
constexpr Bits Step(Bits set) {
  if constexpr (kDx > 0) {
    set = set - kColumnJ;
    set = {set.low << 1, set.high << 1};
  }
  if constexpr (kDx < 0) {
    set = set - kColumnA;
    set = {set.low >> 1, set.high >> 1};
  }
  constexpr int kCarry = kHalf - kColumns;
  if constexpr (kDy > 0) {
    set = {set.low << kColumns & kHalfBits,
           (set.high << kColumns & kHalfBits) | set.low >> kCarry};
  }
  if constexpr (kDy < 0) {
    set = {set.low >> kColumns | (set.high << kCarry & kHalfBits),
           set.high >> kColumns};
  }
  return set;
}

// A direction: columns to the right and rows up, each -1, 0 or 1.
template <int kDx, int kDy>
struct Direction {
  static constexpr int kRowsUp = kDy;
  static constexpr int kStep = kDy * kColumns + kDx;
  static constexpr int kIndex = (kDy + 1) * 3 + kDx + 1;
  using Reversed = Direction<-kDx, -kDy>;

  static constexpr Bits Move(Bits set) { return Step<kDx, kDy>(set); }
};

// ---- Groups (pieces that touch by side or corner) ----

// The set and all its neighbours.
constexpr Bits Widen(Bits set) {
  const Bits row = set | Step<1, 0>(set) | Step<-1, 0>(set);
  return row | Step<0, 1>(row) | Step<0, -1>(row);
}
// The pieces that are in one group with a piece of the seed.
constexpr Bits GroupOf(Bits seed, Bits pieces) {
  for (;;) {
    const Bits wider = Widen(seed) & pieces;
    if (wider == seed) return seed;
    seed = wider;
  }
}
// Whether one group of the pieces holds the seed and all of the others.
constexpr bool Reaches(Bits seed, Bits others, Bits pieces) {
  while (!(others - seed).empty()) {
    const Bits wider = Widen(seed) & pieces;
    if (wider == seed) return false;
    seed = wider;
  }
  return true;
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

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_BITBOARD_H_
