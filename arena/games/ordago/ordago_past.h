// The hidden course of a hand, drawn at random from those that fit what one
// seat knows of it.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_PAST_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_PAST_H_

#include <array>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/ordago/ordago_options.h"
#include "arena/games/ordago/ordago_table.h"

namespace arena::ordago {

// Takes n cards at random. Requires: n <= SizeOf(cards).
Cards TakeSome(Cards& cards, int n, Rng& rng);

// What a seat knows of the cards of a hand.
struct KnownPast {
  Place start = 0;
  // Whether the cards of a place are known; then its present hand.
  std::array<bool, kPlaces> known = {};
  Hands hands = {};
  // How many cards each place holds, and has still to get.
  std::array<int, kPlaces> sizes = {};
  std::array<int, kPlaces> due = {};
  int stock_size = 0;
  int old_discards = 0;
  // Exchanges, the last one perhaps going on. Of unknown places only `counts`
  // is filled in.
  struct Round {
    std::array<int, kPlaces> counts = {};
    std::array<Cards, kPlaces> discards = {};
    std::array<Cards, kPlaces> draws = {};
  };
  std::vector<Round> rounds;
  // Number of the first of them: earlier ones are forgotten.
  int first_round = 0;
  // Official signs of unknown places: `seat` is the place here.
  std::vector<SignNote> signs;
};

// A course of the hand that fits: the present cards, and `known.rounds` with
// the cards of all places.
struct DrawnPast {
  Hands hands = {};
  Cards stock = 0;
  Cards old_discards = 0;
  Cards new_discards = 0;
  std::vector<KnownPast::Round> rounds;
};

// INVALID_ARGUMENT if nothing can have led to what is known.
//
// Every course keeps all hard facts: own cards at all times, numbers of cards,
// what lies in which pile, and official signs that were true when given. Cards
// are drawn evenly among those possible, and what others threw away is thought
// of as any of their cards. Where a fact ties an exchange to a later one (the
// own cards after a new stock must have been thrown away before) the course is
// built towards it, which favours some over others. Should that fail many
// times, signs and at last the exchanges are left out of account.
absl::StatusOr<DrawnPast> DrawPast(const KnownPast& known, const Rules& rules,
                                   Rng& rng);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_PAST_H_
