// Guesses the hidden part of a deal of Doppelkopf from the part that a seat
// sees.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_HIDDEN_SAMPLE_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_HIDDEN_SAMPLE_H_

#include <array>

#include "absl/status/statusor.h"
#include "arena/core/rng.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/v1/doppelkopf.pb.h"

namespace arena::doppelkopf {

struct Hidden {
  // All hands as dealt; while cards are dealt, the hands so far.
  std::array<Cards, kSeats> dealt;
  int cards_dealt = 0;
  // Poverty: the cards that have been exchanged so far.
  Cards laid;
  Cards returned;
};

// Draws one possibility that agrees with everything the seat (or kSpectator)
// knows of the deal. INVALID_ARGUMENT if there is none.
absl::StatusOr<Hidden> GuessHidden(const v1::DoppelkopfObservation& seen,
                                   Seat seat, const Rules& rules, Seat forehand,
                                   Rng& rng);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_HIDDEN_SAMPLE_H_
