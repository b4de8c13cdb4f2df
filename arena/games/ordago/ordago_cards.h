// The cards of Ordago: ranks without suits, and multisets of them as one word.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_CARDS_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_CARDS_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace arena::ordago {

// ---- Ranks ----

// 0..7: A 4 5 6 7 J Q K. Suits mean nothing, so cards of one rank are alike.
using Rank = int;
inline constexpr int kRanks = 8;
inline constexpr absl::string_view kRankLetters = "A4567JQK";
// The number of cards of each rank, and the points of a card.
inline constexpr std::array<int, kRanks> kCopies = {8, 4, 4, 4, 4, 4, 4, 8};
inline constexpr std::array<int, kRanks> kPoints = {1, 4, 5, 6, 7, 10, 10, 10};
inline constexpr Rank kAce = 0;
inline constexpr Rank kSeven = 4;
inline constexpr Rank kJack = 5;
inline constexpr Rank kQueen = 6;
inline constexpr Rank kKing = 7;

// ---- Multisets of cards ----

// Four bits for each rank hold its number of cards, at most 8. Sums and
// differences of sets are sums and differences of the words.
using Cards = uint32_t;
inline constexpr int kPackSize = 40;
inline constexpr int kHandSize = 4;
inline constexpr Cards kPack = 0x84444448;

constexpr Cards One(Rank rank) { return Cards{1} << (4 * rank); }
constexpr int CountOf(Cards cards, Rank rank) {
  return static_cast<int>(cards >> (4 * rank) & 15);
}
constexpr int SizeOf(Cards cards) {
  const Cards pairs = (cards & 0x0f0f0f0f) + (cards >> 4 & 0x0f0f0f0f);
  return static_cast<int>(pairs * 0x01010101 >> 24);
}
// Whether `all` has every card of `part`.
constexpr bool Includes(Cards all, Cards part) {
  // A count with a byte to itself has room for a bit, which a difference below
  // zero borrows.
  const Cards even = ((all & 0x0f0f0f0f) | 0x10101010) - (part & 0x0f0f0f0f);
  const Cards odd =
      ((all >> 4 & 0x0f0f0f0f) | 0x10101010) - (part >> 4 & 0x0f0f0f0f);
  return (even & odd & 0x10101010) == 0x10101010;
}
// The lowest rank. Requires: not empty.
constexpr Rank LowestOf(Cards cards) {
  Rank rank = 0;
  while (CountOf(cards, rank) == 0) ++rank;
  return rank;
}
// The n-th card from the lowest, from 0. Requires: n < SizeOf(cards).
constexpr Rank NthOf(Cards cards, int n) {
  Rank rank = 0;
  while (n >= CountOf(cards, rank)) n -= CountOf(cards, rank++);
  return rank;
}

// Up to four cards in 16 bits, for logs: nibbles of rank + 1, ascending from
// the lowest bits; 0 is no card.
using Four = uint16_t;
constexpr Four Packed(Cards cards) {
  unsigned packed = 0;
  int at = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    for (int i = CountOf(cards, rank); i > 0 && at < 16; --i, at += 4) {
      packed |= static_cast<unsigned>(rank + 1) << at;
    }
  }
  return static_cast<Four>(packed);
}
constexpr Cards Unpacked(Four packed) {
  Cards cards = 0;
  for (unsigned rest = packed; rest != 0; rest >>= 4) {
    cards += One(static_cast<Rank>((rest & 15) - 1));
  }
  return cards;
}

// ---- Text ----

// "KK74": high to low; "-" for no cards.
std::string CardsText(Cards cards);
// The rank of a letter, of either case, or -1.
Rank RankFromLetter(char letter);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_CARDS_H_
