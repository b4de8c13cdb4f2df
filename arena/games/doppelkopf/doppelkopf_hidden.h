// Guesses the hidden part of a deal of Doppelkopf from the part that a seat
// knows.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_HIDDEN_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_HIDDEN_H_

#include <array>
#include <optional>

#include "arena/core/rng.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/games/doppelkopf/doppelkopf_knowledge.h"

namespace arena::doppelkopf {

struct Hidden {
  // All hands as dealt; while cards are dealt, the hands so far.
  std::array<Cards, kSeats> dealt;
  // Poverty: the cards that have been exchanged so far.
  Cards laid;
  Cards returned;
};

// Draws one possibility that agrees with everything that the seat (or
// kSpectator) knows of the deal. Nothing if no possibility was found: then the
// knowledge contradicts itself, or luck was bad many times.
std::optional<Hidden> GuessHidden(const Knowledge& known, const Rules& rules,
                                  Rng& rng);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_HIDDEN_H_
