// Deals cards that nobody has seen to those who may hold them.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_GUESS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_GUESS_H_

#include <array>
#include <optional>

#include "arena/core/rng.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"

namespace arena::doppelkopf {

// What is known about the unseen cards of a seat.
struct Holding {
  // How many they are.
  int count = 0;
  // Some of them.
  Cards certain;
  // What the others can be.
  CardSet possible = kAllTypes;

  int open() const { return count - certain.size(); }
  void Rule(CardSet out) { possible &= ~out; }
};
using Holdings = std::array<Holding, kSeats>;

// One way to give all unseen cards to the seats; nothing if there is none. All
// ways are equally likely where everybody may hold everything; otherwise cards
// with fewer possible holders are given first, to each with a probability in
// proportion to its open places.
std::optional<std::array<Cards, kSeats>> DealUnseen(Cards unseen,
                                                    const Holdings& holdings,
                                                    Rng& rng);

// A card of the set, every copy equally likely. Requires: not empty.
Card AnyOf(const Cards& cards, Rng& rng);

// Takes `wanted` cards of the set from the free ones and makes them certain for
// a seat, and rules out any more of them. False if there are not so many.
bool MakeCertain(CardSet set, int wanted, Cards& free, Holding& holding,
                 Rng& rng);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_GUESS_H_
