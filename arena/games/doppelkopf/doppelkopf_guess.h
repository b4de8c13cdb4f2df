// Deals cards that nobody has seen to the seats that may hold them.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_GUESS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_GUESS_H_

#include <array>
#include <optional>

#include "arena/core/rng.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"

namespace arena::doppelkopf {

// The knowledge about the unseen cards of a seat.
struct Holding {
  // The number of the seat's unseen cards.
  int count = 0;
  // Cards that are surely among them.
  Cards certain;
  // Possible types of its other unseen cards.
  CardSet possible = kAllTypes;

  int open() const { return count - certain.size(); }
  void Rule(CardSet out) { possible &= ~out; }
};
using Holdings = std::array<Holding, kSeats>;

// Draws a way to give all unseen cards to the seats; nothing if there is none.
// All ways are equally likely if every seat may hold every card. If not, cards
// with fewer possible holders are given first, to each holder with a
// probability in proportion to its open places.
std::optional<std::array<Cards, kSeats>> DealUnseen(Cards unseen,
                                                    const Holdings& holdings,
                                                    Rng& rng);

// Draws a card of the set; all copies are equally likely. Requires: not empty.
Card AnyOf(const Cards& cards, Rng& rng);

// Takes `wanted` cards of the set from the free cards and makes them certain
// for a seat. Rules out that the seat has more cards of the set. False if too
// few cards are free.
bool MakeCertain(CardSet set, int wanted, Cards& free, Holding& holding,
                 Rng& rng);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_GUESS_H_
