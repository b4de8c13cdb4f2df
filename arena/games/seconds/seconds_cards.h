// The cards and tricks of Seconds: values that know no match.
#ifndef ARENA_GAMES_SECONDS_SECONDS_CARDS_H_
#define ARENA_GAMES_SECONDS_SECONDS_CARDS_H_

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "arena/games/base/action.h"

namespace arena::seconds {

inline constexpr int kSeats = 4;

// ---- Cards ----

// 0..51, 4 * rank + suit: cards ascend by rank, then by suit. Ranks: two 0 to
// ace 12. Suits: clubs 0, diamonds 1, hearts 2, spades 3.
using Card = uint8_t;
inline constexpr int kCards = 52;
inline constexpr int kHandCards = 13;
inline constexpr int kTricks = 13;

// A set of cards; bit c is card c.
using Cards = uint64_t;
inline constexpr Cards kAllCards = (Cards{1} << kCards) - 1;

constexpr int SuitOf(Card card) { return card % 4; }
constexpr int RankOf(Card card) { return card / 4; }
constexpr Cards SetOf(Card card) { return Cards{1} << card; }
constexpr Cards OfSuit(int suit) { return Cards{0x1111111111111} << suit; }
constexpr Cards OfRank(int rank) { return Cards{0xf} << (4 * rank); }
// Both require: not empty.
constexpr Card LowestOf(Cards cards) {
  return static_cast<Card>(std::countr_zero(cards));
}
constexpr Card HighestOf(Cards cards) {
  return static_cast<Card>(63 - std::countl_zero(cards));
}
// The n-th lowest card of a set, from 0. Requires: the set has n + 1 cards.
Card NthOf(Cards cards, uint32_t n);
// "SK", or "?" for a number that is no card.
std::string CardText(uint32_t card);

// ---- Tricks ----

// The meaning of "second-highest" when nobody follows suit and ranks are equal.
enum class TieReading : uint8_t {
  kPosition,  // the second of the four cards in order of rank
  kDistinct,  // the second-highest different rank
};

// The four cards of a trick in playing order.
using TrickCards = std::array<Card, kSeats>;

// The rank that takes a trick in which nobody followed suit.
constexpr int RankToTake(Cards played, TieReading reading) {
  const Card highest = HighestOf(played);
  if (reading == TieReading::kPosition) {
    return RankOf(HighestOf(played & ~SetOf(highest)));
  }
  const Cards lower = played & ~OfRank(RankOf(highest));
  return RankOf(lower == 0 ? highest : HighestOf(lower));
}

// The position of the card that takes the trick, 0 for the leader's. This is
// the second-highest card of the suit led. If nobody followed suit, it is the
// second-highest of all cards, and among equal ranks the card played second.
constexpr int TakerOf(const TrickCards& cards, TieReading reading) {
  Cards played = 0;
  for (const Card card : cards) played |= SetOf(card);
  const Cards of_suit = played & OfSuit(SuitOf(cards[0]));
  const Cards followed = of_suit & ~SetOf(HighestOf(of_suit));
  if (followed != 0) {
    // No branches here, because this is by far the most frequent case.
    const Card taker = HighestOf(followed);
    return (cards[1] == taker) + 2 * (cards[2] == taker) +
           3 * (cards[3] == taker);
  }
  const Cards takers = played & OfRank(RankToTake(played, reading));
  const bool tied = takers != SetOf(LowestOf(takers));
  int to_skip = tied ? 1 : 0;
  int position = 0;
  while ((takers & SetOf(cards[position])) == 0 || to_skip-- > 0) ++position;
  return position;
}

// One completed trick, or the open cards of the current one.
struct Trick {
  TrickCards cards = {};
  uint8_t leader = 0;
  uint8_t taker = 0;

  Seat SeatAt(int position) const { return (leader + position) % kSeats; }
  friend bool operator==(const Trick&, const Trick&) = default;
};

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_CARDS_H_
