// Draws the hidden course of a hand at random, among the courses that fit what
// one seat knows.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_PAST_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_PAST_H_

#include <array>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/ordago/ordago_options.h"
#include "arena/games/ordago/ordago_table.h"

namespace arena::ordago {

// A list by round, sign or epoch: in most hands it needs no memory elsewhere.
template <typename T>
using Few = absl::InlinedVector<T, 4>;

// Takes n cards at random. Requires: n <= SizeOf(cards).
Cards TakeSome(Cards& cards, int n, Rng& rng);

// The knowledge of a seat about the cards of a hand.
struct KnownPast {
  Place start = 0;
  // Whether the cards of a place are known, and its present hand if they are.
  std::array<bool, kPlaces> known = {};
  Hands hands = {};
  // The number of cards that each place holds, and the number that it must
  // still get.
  std::array<int, kPlaces> sizes = {};
  std::array<int, kPlaces> due = {};
  int stock_size = 0;
  int old_discards = 0;
  // Exchanges; the last one may still be going on. For unknown places only
  // `counts` is filled in.
  struct Round {
    std::array<int, kPlaces> counts = {};
    std::array<Cards, kPlaces> discards = {};
    std::array<Cards, kPlaces> draws = {};
  };
  Few<Round> rounds;
  // The number of the first of these rounds: earlier ones are forgotten.
  int first_round = 0;
  // Official signs of unknown places; `seat` holds the place here.
  Few<SignNote> signs;
  // Simultaneous discards: whether seat 0 has chosen for the dummy, and seat 0
  // alone knows what.
  bool dummy_has_discarded = false;
  Cards chosen_for_dummy = 0;
};

// A course of the hand that fits: the present cards, and KnownPast::rounds with
// the cards of all places filled in.
struct DrawnPast {
  Hands hands = {};
  Cards stock = 0;
  Cards old_discards = 0;
  Cards new_discards = 0;
  Few<KnownPast::Round> rounds;
};

// Draws a course. INVALID_ARGUMENT if no course fits the knowledge.
//
// Every course keeps all hard facts: known cards at all times, numbers of
// cards, the contents of the piles, and official signs that were true when
// given. All possible cards are equally likely, and others may have thrown away
// any of their cards. Where a fact ties an exchange to a later one (known cards
// drawn from a new stock must have been thrown away before), the course is
// built towards that fact, which makes some courses more likely. If that fails
// many times, the course ignores first the signs and in the end the exchanges.
absl::StatusOr<DrawnPast> DrawPast(const KnownPast& known, const Rules& rules,
                                   Rng& rng);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_PAST_H_
