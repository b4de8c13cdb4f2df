// Draws the cards that a seat has not seen, all distributions equally likely.
#ifndef ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_
#define ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_

#include <array>
#include <optional>

#include "arena/core/rng.h"
#include "arena/games/seconds/seconds_cards.h"

namespace arena::seconds {

// The three other seats: they hold the cards that one seat has not seen.
inline constexpr int kHolders = kSeats - 1;

struct HiddenCards {
  // The number of cards of each holder.
  std::array<int, kHolders> sizes = {};
  // The cards that each holder may have. Together they are all hidden cards, as
  // many as the sum of `sizes`.
  std::array<Cards, kHolders> possible = {};
};

// Draws hands of the given sizes; all distributions are equally likely. Returns
// nothing if none is possible.
std::optional<std::array<Cards, kHolders>> DrawHands(const HiddenCards& hidden,
                                                     Rng& rng);

// Takes that many cards out of the set; all choices are equally likely.
// Requires: the set has that many.
Cards TakeAny(Cards& from, int count, Rng& rng);

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_
