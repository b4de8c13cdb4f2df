// The three cards that change hands in a poverty.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_POVERTY_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_POVERTY_H_

#include "arena/games/doppelkopf/doppelkopf_actions.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"

namespace arena::doppelkopf {

// Calls the function with every choice of three of these cards, ascending by
// their actions.
template <typename Function>
void ForEachThree(const Cards& from, Function function) {
  for (Card a = 0; a < kCardTypes; ++a) {
    if (from.count(a) == 0) continue;
    for (Card b = 0; b <= a; ++b) {
      if (from.count(b) < (b == a ? 2 : 1)) continue;
      for (Card c = 0; c <= b && c < a; ++c) {
        if (from.count(c) < (c == b ? 2 : 1)) continue;
        function(ThreeCards{a, b, c});
      }
    }
  }
}

// Whether a poor hand may lay these three of its cards: all its trumps, filled
// up with other cards. Foxes may stay if the hand has more than three trumps,
// which is possible only if foxes are not counted.
inline bool MayLay(const Cards& hand, const Cards& three, const Rules& rules) {
  CardSet must = TrumpsOf(Contract::kPoverty, rules);
  if (hand.CountIn(must) > kPovertyCards) must &= ~SetOf(kFox);
  return hand.Includes(three) && hand.CountIn(must) == three.CountIn(must);
}

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_POVERTY_H_
