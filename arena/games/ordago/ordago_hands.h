// The worth of four cards: the four comparisons and the bonus points.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_HANDS_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_HANDS_H_

#include <array>
#include <cstdint>

#include "arena/games/ordago/ordago_cards.h"

namespace arena::ordago {

// The four bets, in the order in which they are made.
enum class Bet : uint8_t { kBig, kSmall, kPairs, kGame };
inline constexpr int kBets = 4;

enum class PairClass : uint8_t { kNone, kPair, kTriple, kTwoPairs };

// Sum of the points of a hand, 4..40.
int SumOf(Cards hand);
// Four alike are two pairs.
PairClass PairClassOf(Cards hand);
// Three sevens and a card of ten.
bool IsRoyal(Cards hand);

// The larger key wins; equal keys are equally good.
uint32_t KeyOf(Bet bet, Cards hand);

// The place of the best hand, given the hands by place. Of equal hands the hand
// wins whose place comes first in the order that begins with `start`.
int BestPlace(Bet bet, const std::array<Cards, 4>& hands, int start);

// The bonus points of a hand in Pairs and Game, where 31 brings `points_31`; 0
// in Big and Small.
int BonusOf(Bet bet, Cards hand, int points_31 = 3);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_HANDS_H_
