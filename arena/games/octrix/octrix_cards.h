// The cards and tricks of Octrix: values that know no match.
#ifndef ARENA_GAMES_OCTRIX_OCTRIX_CARDS_H_
#define ARENA_GAMES_OCTRIX_OCTRIX_CARDS_H_

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "arena/games/base/action.h"

namespace arena::octrix {

inline constexpr int kMostSeats = 4;
static_assert(kMostSeats <= kMaxSeats);

// ---- Cards ----

// 0..31; a larger number is the higher card. Suits: hearts 0, diamonds 1,
// spades 2, clubs 3.
using Card = uint8_t;
inline constexpr int kCards = 32;
inline constexpr int kHandCards = 8;
inline constexpr Action kFirstDealer = kCards;

// A set of cards; bit c is card c.
using Cards = uint32_t;

constexpr int SuitOf(Card card) { return card % 4; }
constexpr int RankOf(Card card) { return card / 4 + 1; }
constexpr bool IsRed(Card card) { return SuitOf(card) < 2; }
constexpr Cards SetOf(Card card) { return Cards{1} << card; }
// Both require: not empty.
constexpr Card LowestOf(Cards cards) {
  return static_cast<Card>(std::countr_zero(cards));
}
constexpr Card HighestOf(Cards cards) {
  return static_cast<Card>(kCards - 1 - std::countl_zero(cards));
}
// "C8", or "?" for a number that is no card.
std::string CardText(uint32_t card);

// ---- Tricks ----

enum class Mode : uint8_t { kHigh, kLow };
enum class ColourRule : uint8_t { kColour, kSuit };

// The mode of the next trick, decided by the extreme cards of the last one.
constexpr Mode NextMode(Card highest, Card lowest, ColourRule rule) {
  const bool same = rule == ColourRule::kColour
                        ? IsRed(highest) == IsRed(lowest)
                        : SuitOf(highest) == SuitOf(lowest);
  return same ? Mode::kHigh : Mode::kLow;
}

// One completed trick, or the open cards of the current one.
struct Trick {
  // By seat.
  std::array<Card, kMostSeats> cards = {};
  uint8_t winner = 0;
  Mode mode = Mode::kHigh;

  struct HighestAndLowest {
    Seat highest = 0;
    Seat lowest = 0;
  };
  // The seats that played the highest and the lowest card. Requires: complete.
  constexpr HighestAndLowest Ends(int seats) const {
    HighestAndLowest ends;
    for (Seat seat = 1; seat < seats; ++seat) {
      if (cards[seat] > cards[ends.highest]) ends.highest = seat;
      if (cards[seat] < cards[ends.lowest]) ends.lowest = seat;
    }
    return ends;
  }
  friend bool operator==(const Trick&, const Trick&) = default;
};

}  // namespace arena::octrix

#endif  // ARENA_GAMES_OCTRIX_OCTRIX_CARDS_H_
